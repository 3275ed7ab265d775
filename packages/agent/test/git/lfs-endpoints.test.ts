import { expect } from 'chai';
import { lfsEndpoints } from '../../src/git/lfs-endpoints.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';

describe('where git-lfs goes to', () => {
  let scratch: ScratchHome;
  beforeEach(async () => {
    scratch = await makeScratchHome();
  });
  afterEach(() => scratch.remove());
  const set = (key: string, value: string) => scratch.git(['config', key, value]);

  it('is nowhere without a remote, and without a clone', async () => {
    expect(await lfsEndpoints(scratch.git)).to.deep.equal([]);
    expect(await lfsEndpoints((args, input) => scratch.git(args, { ...input, folder: scratch.home }))).to.deep.equal([]);
  });

  it('is what it makes up from the URL of the remote, also of one that is a folder', async () => {
    await set('remote.up.url', 'https://me:secret@git.example/acme/code.git');
    expect(await lfsEndpoints(scratch.git)).to.deep.equal(['https://git.example/acme/code.git/info/lfs']);
    await set('remote.up.url', '../clone/.git');
    expect(await lfsEndpoints(scratch.git)).to.deep.equal([`file://${scratch.clone}/.git`]);
  });

  it('is what it makes up from the URL of the remote that the branch follows, although origin has an LFS URL', async () => {
    await scratch.git(['symbolic-ref', 'HEAD', 'refs/heads/main']);
    await set('remote.origin.url', 'https://git.example/origin.git');
    await set('remote.up.url', 'https://git.example/up.git');
    expect(await lfsEndpoints(scratch.git)).to.deep.equal(['https://git.example/origin.git/info/lfs']);
    await set('remote.origin.lfsurl', 'https://lfs.example');
    await set('branch.main.remote', 'up');
    expect(await lfsEndpoints(scratch.git)).to.deep.equal(['https://git.example/up.git/info/lfs']);
  });

  it('is what it makes up from the URL of the remote that is pushed to, too', async () => {
    await set('remote.origin.url', 'https://git.example/origin.git');
    await set('remote.up.url', 'https://git.example/up.git');
    await set('remote.origin.lfsurl', 'https://lfs.example');
    await set('remote.pushDefault', 'up');
    expect(await lfsEndpoints(scratch.git)).to.deep.equal(['https://lfs.example', 'https://git.example/up.git/info/lfs']);
  });

  it('is the LFS URL where there is one, and another one for a push', async () => {
    await set('remote.up.url', 'https://git.example/acme/code.git');
    await set('lfs.pushurl', 'https://push.example');
    expect(await lfsEndpoints(scratch.git)).to.deep.equal(['https://git.example/acme/code.git/info/lfs', 'https://push.example']);
    await set('lfs.url', 'https://me@lfs.example');
    expect(await lfsEndpoints(scratch.git)).to.deep.equal(['https://lfs.example', 'https://push.example']);
  });
});
