import { expect } from 'chai';
import { runAgent } from '../rigs/agent-process.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';

const id = '0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a';
const lfsUrl = `http://127.0.0.1:9/api/v1/repositories/${id}/lfs`;

describe('the checks of a service', () => {
  let scratch: ScratchHome;
  beforeEach(async () => {
    scratch = await makeScratchHome();
  });
  afterEach(() => scratch.remove());
  const set = (key: string, value: string) => scratch.git(['config', key, value]);
  const doctor = async (): Promise<string> => (await runAgent(scratch, ['doctor'])).stdout;

  it('say of a credential in the LFS URL of the clone where it stands', async () => {
    for (const user of ['svc_pat_one', 'svc_pat_one:', 'me:svc_pat_one']) {
      await set('lfs.url', lfsUrl.replace('//', `//${user}@`));
      expect(await doctor(), user).to.contain('ok      credential: from the LFS URL of the clone\n');
    }
  });
});
