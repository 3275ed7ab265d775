import { expect } from 'chai';
import { runAgent } from '../rigs/agent-process.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';

const id = '0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a';
const lfsUrl = `http://127.0.0.1:9/api/v1/repositories/${id}/lfs`;
const place = `repository ${id} of http://127.0.0.1:9`;

describe('the check of the settings', () => {
  let scratch: ScratchHome;
  beforeEach(async () => {
    scratch = await makeScratchHome();
    await set('remote.origin.url', 'https://me:secret@git.example/acme/code.git');
  });
  afterEach(() => scratch.remove());
  const set = (key: string, value: string) => scratch.git(['config', key, value]);
  const doctor = async (): Promise<string> => (await runAgent(scratch, ['doctor'], { env: { SVC_URL: lfsUrl } })).stdout;

  it('warns where git-lfs knows the agent and goes to another service than the commands', async () => {
    expect(await doctor()).to.contain(`ok      settings: ${place}\n`);
    await runAgent(scratch, ['install']);
    for (const url of ['https://git.example/acme/code.git/info/lfs', 'https://git.example/lfs']) {
      expect(await doctor()).to.contain(`warning settings: git-lfs goes to ${url}, push and pull to ${place}; set lfs.url to `);
      await set('lfs.url', 'https://you:secret@git.example/lfs');
    }
    await set('lfs.url', lfsUrl);
    expect(await doctor()).to.contain(`ok      settings: ${place}\n`);
  });

  it('does not warn where git-lfs leaves everything to the agent, which goes by the settings', async () => {
    await runAgent(scratch, ['install', '--standalone']);
    expect(await doctor()).to.contain(`ok      settings: ${place}\n`);
  });
});
