import { runReadmeExample } from '@svc/test-services/readme';
import { expect } from 'chai';

describe('the README', () => {
  it('shows an example that loads', async () => {
    expect(
      await runReadmeExample(new URL('..', import.meta.url), {
        edit: (example) => `${example}console.log(typeof openDatabase);`,
      }),
    ).to.equal('function\n');
  });
});
