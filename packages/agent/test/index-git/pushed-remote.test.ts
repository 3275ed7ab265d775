import { makeScratchRepository, type ScratchRepository } from '@svc/test-services/git-histories';
import { expect } from 'chai';
import type { GitRepository } from '../../src/index-git/open-repository.js';
import { findIndexedRemote } from '../../src/index-git/pushed-remote.js';
import { openScratchRepository } from '../rigs/open-scratch-repository.js';

describe('findIndexedRemote', () => {
  let scratch: ScratchRepository;
  let repository: GitRepository;
  beforeEach(async () => {
    scratch = await makeScratchRepository('sha1', false);
    repository = await openScratchRepository(scratch);
  });
  afterEach(() => scratch.remove());

  const add = (name: string, url: string) => scratch.git(['remote', 'add', name, url]);

  it('finds the remote that svc index takes, and no other', async () => {
    await add('origin', 'https://git.example/origin.git');
    await add('fork', 'https://git.example/fork.git');
    expect(await findIndexedRemote(repository, 'origin')).to.equal('origin');
    expect(await findIndexedRemote(repository, 'fork')).to.equal(undefined);
    await scratch.git(['config', 'branch.main.remote', 'fork']);
    expect(await findIndexedRemote(repository, 'origin')).to.equal(undefined);
    expect(await findIndexedRemote(repository, 'fork')).to.equal('fork');
  });

  it('finds it by its URL, as it is written, as git rewrites it, and where git pushes to', async () => {
    await add('origin', 'short:origin.git');
    await add('fork', 'https://git.example/fork.git');
    await scratch.git(['config', 'url.https://git.example/.insteadOf', 'short:']);
    for (const url of ['short:origin.git', 'https://git.example/origin.git'])
      expect(await findIndexedRemote(repository, url), url).to.equal('origin');
    await scratch.git(['config', 'remote.origin.pushurl', 'ssh://git.example/origin.git']);
    expect(await findIndexedRemote(repository, 'ssh://git.example/origin.git')).to.equal('origin');
    for (const url of ['https://git.example/fork.git', 'https://git.example/other.git'])
      expect(await findIndexedRemote(repository, url), url).to.equal(undefined);
  });

  it('finds the only remote, whatever its name, and any URL where there is none', async () => {
    expect(await findIndexedRemote(repository, 'https://git.example/up.git')).to.equal('https://git.example/up.git');
    await add('up', 'https://git.example/up.git');
    expect(await findIndexedRemote(repository, 'up')).to.equal('up');
    expect(await findIndexedRemote(repository, 'https://git.example/up.git')).to.equal('up');
    expect(await findIndexedRemote(repository, 'https://git.example/other.git')).to.equal(undefined);
  });

  it('finds whichever is pushed to where nothing says which of several svc index takes', async () => {
    await add('one', 'https://git.example/one.git');
    await add('two', 'https://git.example/two.git');
    for (const pushed of ['one', 'https://git.example/one.git'])
      expect(await findIndexedRemote(repository, pushed), pushed).to.equal('one');
    expect(await findIndexedRemote(repository, 'two')).to.equal('two');
    expect(await findIndexedRemote(repository, 'https://git.example/other.git')).to.equal(undefined);
  });

  it('goes by the branch although a tag has its name', async () => {
    await add('origin', 'https://git.example/origin.git');
    await add('two', 'https://git.example/two.git');
    await scratch.git(['commit', '--quiet', '--allow-empty', '-m', 'one']);
    await scratch.git(['tag', 'main']);
    await scratch.git(['config', 'branch.main.remote', 'two']);
    expect(await findIndexedRemote(repository, 'two')).to.equal('two');
  });
});
