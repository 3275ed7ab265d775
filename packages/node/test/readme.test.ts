import { runReadmeExample } from '@svc/test-services/readme';
import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('the README', () => {
  it('shows an example that runs, and ends by itself', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-node-'));
    const said = await runReadmeExample(new URL('..', import.meta.url), { env: { DATA_DIR: folder } });
    await rm(folder, { recursive: true });
    expect(said).to.equal('ready: function\n');
  });
});
