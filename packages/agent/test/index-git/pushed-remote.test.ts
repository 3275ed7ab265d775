import { makeScratchRepository, type ScratchRepository } from '@svc/test-services/git-histories';
import { expect } from 'chai';
import type { GitRepository } from '../../src/index-git/open-repository.js';
import { findIndexedRemote } from '../../src/index-git/pushed-remote.js';
import type { SettingTexts } from '../../src/settings/setting-sources.js';
import { openScratchRepository } from '../rigs/open-scratch-repository.js';
import { problemIn } from '../rigs/problem-in.js';

describe('findIndexedRemote', () => {
  let scratch: ScratchRepository;
  let repository: GitRepository;
  beforeEach(async () => {
    scratch = await makeScratchRepository('sha1', false);
    repository = await openScratchRepository(scratch);
  });
  afterEach(() => scratch.remove());

  const found = (pushed: string, flags: SettingTexts = {}) => findIndexedRemote(repository, pushed, flags);
  const add = (name: string, url: string) => scratch.git(['remote', 'add', name, url]);

  it('finds the remote that svc index takes, and no other', async () => {
    await add('origin', 'https://git.example/origin.git');
    await add('fork', 'https://git.example/fork.git');
    expect(await found('origin')).to.equal('origin');
    expect(await found('fork')).to.equal(undefined);
    await scratch.git(['config', 'branch.main.remote', 'fork']);
    expect(await found('origin')).to.equal(undefined);
    expect(await found('fork')).to.equal('fork');
  });

  it('finds it by its URL, as it is written, as git rewrites it, and where git pushes to', async () => {
    await add('origin', 'short:origin.git');
    await add('fork', 'https://git.example/fork.git');
    await scratch.git(['config', 'url.https://git.example/.insteadOf', 'short:']);
    for (const url of ['short:origin.git', 'https://git.example/origin.git']) expect(await found(url), url).to.equal('origin');
    await scratch.git(['config', 'remote.origin.pushurl', 'ssh://git.example/origin.git']);
    expect(await found('ssh://git.example/origin.git')).to.equal('origin');
    for (const url of ['https://git.example/fork.git', 'https://git.example/other.git'])
      expect(await found(url), url).to.equal(undefined);
  });

  it('finds the only remote, whatever its name, and any URL where there is none', async () => {
    expect(await found('https://git.example/up.git')).to.equal('https://git.example/up.git');
    await add('up', 'https://git.example/up.git');
    expect(await found('up')).to.equal('up');
    expect(await found('https://git.example/up.git')).to.equal('up');
    expect(await found('https://git.example/other.git')).to.equal(undefined);
  });

  it('finds whichever is pushed to where nothing says which of several svc index takes, and each has its repository', async () => {
    await add('one', 'https://git.example/one.git');
    await add('two', 'https://git.example/two.git');
    for (const name of ['one', 'two']) await scratch.git(['config', `remote.${name}.lfsurl`, `https://lfs.example/${name}`]);
    for (const pushed of ['one', 'https://git.example/one.git']) expect(await found(pushed), pushed).to.equal('one');
    expect(await found('two')).to.equal('two');
    expect(await found('https://git.example/other.git')).to.equal(undefined);
  });

  it('knows of none where nothing says which of several svc index takes, and they may be of one repository', async () => {
    for (const name of ['one', 'two']) await add(name, `https://git.example/${name}.git`);
    const isRefused = async (...said: readonly [string, SettingTexts?]) =>
      expect((await problemIn(found(...said))).message).to.contain('which remote?');
    await isRefused('one');
    await scratch.git(['config', 'remote.one.lfsurl', 'https://me@lfs.example/one']);
    expect(await found('one')).to.equal('one');
    for (const pushed of ['two', 'https://git.example/two.git']) await isRefused(pushed);
    await scratch.git(['config', 'remote.two.lfsurl', 'https://lfs.example/one']);
    for (const pushed of ['one', 'two']) await isRefused(pushed);
    await scratch.git(['config', 'remote.two.lfsurl', 'https://lfs.example/two']);
    await isRefused('one', { url: 'https://svc.example' });
    for (const key of ['svc.url', 'lfs.url']) {
      await scratch.git(['config', key, 'https://svc.example']);
      await isRefused('one');
      await scratch.git(['config', '--unset', key]);
    }
    expect(await found('one')).to.equal('one');
  });

  it('counts no name that has settings alone, and no URL', async () => {
    await add('up', 'https://git.example/up.git');
    await scratch.git(['config', 'remote.origin.prune', 'true']);
    expect(await found('up')).to.equal('up');
  });

  it('goes by the branch although a tag has its name', async () => {
    await add('origin', 'https://git.example/origin.git');
    await add('two', 'https://git.example/two.git');
    await scratch.git(['commit', '--quiet', '--allow-empty', '-m', 'one']);
    await scratch.git(['tag', 'main']);
    await scratch.git(['config', 'branch.main.remote', 'two']);
    expect(await found('two')).to.equal('two');
  });
});
