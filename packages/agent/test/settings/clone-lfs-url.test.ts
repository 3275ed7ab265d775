import { expect } from 'chai';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lfsUrlOfClone, type LfsUse, readCloneConfig } from '../../src/settings/clone-lfs-url.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';

describe('the LFS URL of a clone', () => {
  let scratch: ScratchHome;
  beforeEach(async () => {
    scratch = await makeScratchHome();
  });
  afterEach(() => scratch.remove());

  const found = async (use: Partial<LfsUse> = {}): Promise<string | undefined> =>
    lfsUrlOfClone(await readCloneConfig(scratch.git), { operation: 'download', remote: undefined, ...use });
  const set = (key: string, value: string) => scratch.git(['config', key, value]);
  const setInClone = (key: string, value: string) => scratch.git(['config', '--file', '.lfsconfig', key, value]);

  it('is none where nobody has said one', async () => {
    await set('remote.origin.url', 'https://git.example/x.git');
    expect(await found()).to.equal(undefined);
  });

  it('is the first of those that git-lfs looks for', async () => {
    await setInClone('remote.origin.lfsurl', 'https://1.example');
    expect(await found({ remote: 'origin' })).to.equal('https://1.example');
    await set('remote.origin.lfsurl', 'https://2.example');
    expect(await found({ remote: 'origin' })).to.equal('https://2.example');
    await set('remote.origin.lfspushurl', 'https://3.example');
    expect(await found({ operation: 'upload', remote: 'origin' })).to.equal('https://3.example');
    expect(await found({ remote: 'origin' })).to.equal('https://2.example');
    await setInClone('lfs.url', 'https://4.example');
    expect(await found({ operation: 'upload', remote: 'origin' })).to.equal('https://4.example');
    await set('lfs.url', 'https://5.example');
    expect(await found({ remote: 'origin' })).to.equal('https://5.example');
    await setInClone('lfs.pushurl', 'https://6.example');
    expect(await found({ operation: 'upload' })).to.equal('https://6.example');
    expect(await found()).to.equal('https://5.example');
  });

  it('is none for pushes to a remote that comes with the clone: git-lfs takes that of git alone', async () => {
    await setInClone('remote.origin.lfsurl', 'https://1.example');
    await setInClone('remote.origin.lfspushurl', 'https://2.example');
    expect(await found({ operation: 'upload', remote: 'origin' })).to.equal('https://1.example');
  });

  it('is that of the remote that git-lfs names, else of the only one, else of origin', async () => {
    await set('remote.Up.Stream.url', '/one');
    await set('remote.Up.Stream.lfsurl', 'https://up.example');
    expect(await found()).to.equal('https://up.example');
    await set('remote.origin.url', '/two');
    expect(await found()).to.equal(undefined);
    await set('remote.origin.lfsurl', 'https://origin.example');
    expect(await found()).to.equal('https://origin.example');
    expect(await found({ remote: 'Up.Stream' })).to.equal('https://up.example');
    expect(await found({ remote: 'other' })).to.equal(undefined);
  });

  it('is that of the remote which the branch follows, as git-lfs has it, where that is a remote', async () => {
    for (const name of ['origin', 'two']) {
      await set(`remote.${name}.url`, `/${name}`);
      await set(`remote.${name}.lfsurl`, `https://${name}.example`);
    }
    await scratch.git(['symbolic-ref', 'HEAD', 'refs/heads/Main']);
    const person = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    await scratch.git([...person, 'commit', '--quiet', '--allow-empty', '--message', 'one']);
    expect(await found()).to.equal('https://origin.example');
    await set('branch.Main.remote', 'two');
    expect(await found()).to.equal('https://two.example');
    await scratch.git(['tag', 'Main']);
    expect(await found()).to.equal('https://two.example');
    for (const other of ['.', '/two', 'gone']) {
      await set('branch.Main.remote', other);
      expect(await found(), other).to.equal('https://origin.example');
    }
    await set('branch.Main.remote', 'two');
    await scratch.git(['checkout', '--quiet', '--detach']);
    expect(await found()).to.equal('https://origin.example');
  });

  it('is that of the remote that is named for a push, and of the one that is named for git-lfs, in the order of git-lfs', async () => {
    for (const name of ['origin', 'one', 'two', 'three', 'four']) {
      await set(`remote.${name}.url`, `/${name}`);
      await set(`remote.${name}.lfsurl`, `https://${name}.example`);
    }
    await scratch.git(['symbolic-ref', 'HEAD', 'refs/heads/main']);
    const remotes = async () =>
      [await found(), await found({ operation: 'upload' })].map((url) => /\w+(?=\.example)/.exec(url ?? '')?.[0]);
    await setInClone('remote.lfsdefault', 'one');
    expect(await remotes()).to.deep.equal(['one', 'one']);
    await set('remote.lfsdefault', 'two');
    expect(await remotes()).to.deep.equal(['two', 'two']);
    await set('branch.main.remote', 'one');
    expect(await remotes()).to.deep.equal(['one', 'one']);
    await set('remote.pushDefault', 'two');
    expect(await remotes()).to.deep.equal(['one', 'two']);
    await setInClone('remote.lfspushdefault', 'three');
    expect(await remotes()).to.deep.equal(['one', 'three']);
    await set('branch.main.pushRemote', 'four');
    expect(await remotes()).to.deep.equal(['one', 'four']);
    await set('branch.main.pushRemote', 'gone');
    expect(await remotes()).to.deep.equal(['one', 'three']);
  });

  it('comes from the index, and from HEAD, where the work tree has no .lfsconfig', async () => {
    await setInClone('lfs.url', 'https://head.example');
    await scratch.git(['add', '.lfsconfig']);
    await scratch.git([
      '-c',
      'user.name=Test',
      '-c',
      'user.email=test@example.com',
      'commit',
      '--quiet',
      '--message',
      'Say where',
    ]);
    await setInClone('lfs.url', 'https://index.example');
    await scratch.git(['add', '.lfsconfig']);
    await setInClone('lfs.url', 'https://tree.example');
    expect(await found()).to.equal('https://tree.example');
    await writeFile(join(scratch.clone, '.lfsconfig'), '');
    expect(await found()).to.equal(undefined);
    await rm(join(scratch.clone, '.lfsconfig'));
    expect(await found()).to.equal('https://index.example');
    await scratch.git(['rm', '--cached', '--quiet', '--force', '.lfsconfig']);
    expect(await found()).to.equal('https://head.example');
  });

  it('is led elsewhere by insteadOf, by its longest value, and for a push by pushInsteadOf', async () => {
    await set('lfs.url', 'svc:models/lfs');
    await set('url.https://short.example/.insteadOf', 'svc:');
    await set('url.https://long.example/.insteadOf', 'svc:models/');
    expect(await found({ operation: 'upload' })).to.equal('https://long.example/lfs');
    await set('url.https://push.example/.pushInsteadOf', 'svc:');
    expect(await found({ operation: 'upload' })).to.equal('https://push.example/models/lfs');
    expect(await found()).to.equal('https://long.example/lfs');
    const { stdout } = await scratch.git(['lfs', 'env']);
    expect(stdout).to.contain('Endpoint=https://long.example/lfs ');
  });

  it('is led elsewhere by each of several insteadOf of one base', async () => {
    for (const begin of ['one:', 'two:']) await scratch.git(['config', '--add', 'url.https://base.example/.insteadOf', begin]);
    for (const begin of ['one:', 'two:']) {
      await set('lfs.url', `${begin}lfs`);
      expect(await found()).to.equal('https://base.example/lfs');
    }
  });
});
