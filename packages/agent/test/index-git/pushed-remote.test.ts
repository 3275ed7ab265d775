import { makeScratchRepository, type ScratchRepository } from '@svc/test-services/git-histories';
import { expect } from 'chai';
import type { GitRepository } from '../../src/index-git/open-repository.js';
import { isIndexedRemote } from '../../src/index-git/pushed-remote.js';
import { problemIn } from '../rigs/problem-in.js';
import { openScratchRepository } from '../rigs/open-scratch-repository.js';

describe('isIndexedRemote', () => {
  let scratch: ScratchRepository;
  let repository: GitRepository;
  beforeEach(async () => {
    scratch = await makeScratchRepository('sha1', false);
    repository = await openScratchRepository(scratch);
  });
  afterEach(() => scratch.remove());

  const add = (name: string, url: string) => scratch.git(['remote', 'add', name, url]);

  it('is so of the remote that svc index takes, and of no other', async () => {
    await add('origin', 'https://git.example/origin.git');
    await add('fork', 'https://git.example/fork.git');
    expect(await isIndexedRemote(repository, 'origin')).to.equal(true);
    expect(await isIndexedRemote(repository, 'fork')).to.equal(false);
    await scratch.git(['config', 'branch.main.remote', 'fork']);
    expect(await isIndexedRemote(repository, 'origin')).to.equal(false);
    expect(await isIndexedRemote(repository, 'fork')).to.equal(true);
  });

  it('is so of a URL of that remote, as it is written, as git rewrites it, and where git pushes to', async () => {
    await add('origin', 'short:origin.git');
    await add('fork', 'https://git.example/fork.git');
    await scratch.git(['config', 'url.https://git.example/.insteadOf', 'short:']);
    for (const url of ['short:origin.git', 'https://git.example/origin.git'])
      expect(await isIndexedRemote(repository, url), url).to.equal(true);
    await scratch.git(['config', 'remote.origin.pushurl', 'ssh://git.example/origin.git']);
    expect(await isIndexedRemote(repository, 'ssh://git.example/origin.git')).to.equal(true);
    for (const url of ['https://git.example/fork.git', 'https://git.example/other.git'])
      expect(await isIndexedRemote(repository, url), url).to.equal(false);
  });

  it('is so of the only remote, whatever its name, and of any URL where there is none', async () => {
    expect(await isIndexedRemote(repository, 'https://git.example/up.git')).to.equal(true);
    await add('up', 'https://git.example/up.git');
    expect(await isIndexedRemote(repository, 'up')).to.equal(true);
    expect(await isIndexedRemote(repository, 'https://git.example/up.git')).to.equal(true);
    expect(await isIndexedRemote(repository, 'https://git.example/other.git')).to.equal(false);
  });

  it('asks which one where several could be it', async () => {
    await add('one', 'https://git.example/one.git');
    await add('two', 'https://git.example/two.git');
    expect((await problemIn(isIndexedRemote(repository, 'one'))).message).to.contain('which remote?');
  });
});
