import { join } from 'node:path';
import { runReadmeExample } from '@svc/test-services/readme';
import { expect } from 'chai';
import { makeTemporaryFolder } from './temporary-folder.js';

describe('the README', () => {
  it('shows an example that runs', async () => {
    const folder = await makeTemporaryFolder();
    const said = await runReadmeExample(new URL('..', import.meta.url), { env: { DATABASE_FILE: join(folder.path, 'svc.db') } });
    await folder.remove();
    expect(said).to.equal('ready\n');
  });
});
