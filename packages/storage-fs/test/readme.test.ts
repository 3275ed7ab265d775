import { join } from 'node:path';
import { runReadmeExample } from '@svc/test-services/readme';
import { expect } from 'chai';
import { makeScratch } from './rigs/scratch-store.js';

describe('the README', () => {
  it('shows an example that runs', async () => {
    const scratch = await makeScratch();
    const said = await runReadmeExample(new URL('..', import.meta.url), { env: { BLOBS_DIR: join(scratch.path, 'blobs') } });
    await scratch.remove();
    expect(said).to.equal('hello\n');
  });
});
