import { expect } from 'chai';
import { ownLfsUrls } from '../../src/git/own-lfs-urls.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';

describe('the LFS URLs that a clone has of its own', () => {
  let scratch: ScratchHome;
  beforeEach(async () => {
    scratch = await makeScratchHome();
    await set('remote.origin.url', 'https://git.example/code.git');
  });
  afterEach(() => scratch.remove());
  const set = (key: string, value: string) => scratch.git(['config', key, value]);

  it('are none where git-lfs makes them up, and not the one that install has written', async () => {
    expect(await ownLfsUrls(scratch.git)).to.deep.equal([]);
    await set('lfs.url', 'https://written.example');
    expect(await ownLfsUrls(scratch.git)).to.deep.equal(['https://written.example']);
    await set('lfs.customtransfer.svc.lfsurl', 'https://written.example');
    expect(await ownLfsUrls(scratch.git)).to.deep.equal([]);
  });

  it('are those to fetch and to push, without their users', async () => {
    await set('lfs.url', 'https://me:secret@one.example/lfs');
    expect(await ownLfsUrls(scratch.git)).to.deep.equal(['https://one.example/lfs']);
    await set('lfs.pushurl', 'https://two.example');
    expect(await ownLfsUrls(scratch.git)).to.deep.equal(['https://one.example/lfs', 'https://two.example']);
  });

  it('are those of other remotes where the usual one has none', async () => {
    await set('remote.up.url', 'https://git.example/up.git');
    await set('remote.up.lfsurl', 'https://up.example');
    expect(await ownLfsUrls(scratch.git)).to.deep.equal(['https://up.example']);
    await set('remote.origin.lfsurl', 'https://origin.example');
    expect(await ownLfsUrls(scratch.git)).to.deep.equal(['https://origin.example']);
  });
});
