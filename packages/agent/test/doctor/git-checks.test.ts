import { expect } from 'chai';
import { checkInstallation } from '../../src/doctor/git-checks.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';

const lfsUrl = 'https://svc.example/acme/models.git/info/lfs';
const everything = 'git-lfs uses svc for everything (standalone)';
const offered = 'git-lfs uses svc where the server offers it';

describe('the check of the installation', () => {
  let scratch: ScratchHome;
  beforeEach(async () => {
    scratch = await makeScratchHome();
    await set('lfs.customtransfer.svc.path', 'sh');
    await set(`lfs.${lfsUrl}.standalonetransferagent`, 'svc');
  });
  afterEach(() => scratch.remove());
  const set = (key: string, value: string) => scratch.git(['config', key, value]);
  const said = async (): Promise<string> => (await checkInstallation(scratch.git)).message;

  it('says standalone where the agent is for the URL that git-lfs uses', async () => {
    await set('lfs.url', lfsUrl.replace('//', '//me@'));
    expect(await said()).to.equal(everything);
    await set('lfs.pushurl', 'https://svc.example/other.git/info/lfs');
    expect(await said()).to.equal(offered);
    await set('lfs.standalonetransferagent', 'svc');
    expect(await said()).to.equal(everything);
  });

  it('does not say it where git-lfs uses another URL, such as one that it makes up', async () => {
    await set('remote.origin.url', 'https://git.example/acme/code.git');
    expect(await said()).to.equal(offered);
    await set('remote.origin.url', lfsUrl.replace('/info/lfs', ''));
    expect(await said()).to.equal(everything);
    await set('lfs.url', `https://svc.example/api/v1/repositories/0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a/lfs`);
    expect(await said()).to.equal(offered);
  });

  it('says it where git-lfs has nowhere to go to and the agent is for some URL', async () => {
    expect(await said()).to.equal(everything);
  });
});
