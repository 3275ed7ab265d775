import { runReadmeExample } from '@svc/test-services/readme';
import { expect } from 'chai';

describe('the README', () => {
  it('shows an example that runs', async () => {
    expect(await runReadmeExample(new URL('..', import.meta.url))).to.match(/^ok [0-9a-f]{64}\n$/);
  });
});
