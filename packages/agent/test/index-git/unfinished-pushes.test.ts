import { makeScratchRepository, type ScratchRepository } from '@svc/test-services/git-histories';
import { expect } from 'chai';
import { open, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitRepository } from '../../src/index-git/open-repository.js';
import { openUnfinishedPushes } from '../../src/index-git/unfinished-pushes.js';
import { openScratchRepository } from '../rigs/open-scratch-repository.js';
import { problemIn } from '../rigs/problem-in.js';

describe('the pushes to a remote that are not indexed yet', () => {
  let scratch: ScratchRepository;
  let repository: GitRepository;
  beforeEach(async () => {
    scratch = await makeScratchRepository('sha1', false);
    repository = await openScratchRepository(scratch);
  });
  afterEach(() => scratch.remove());
  const opened = (remote = 'origin', place = repository) => openUnfinishedPushes(place, remote);
  const lines = async () => (await opened()).lines;

  it('are none, then those that were kept, of a ref the last one', async () => {
    const pushes = await opened();
    expect(pushes.lines).to.deep.equal([]);
    await pushes.keep(['a b 1 main 0', 'c 1 v1 0', 'd 2 main 0']);
    expect(await lines()).to.deep.equal(['d 2 main 0', 'c 1 v1 0']);
    await (await opened()).keep(['c 1 v1 0']);
    expect(await lines()).to.deep.equal(['c 1 v1 0']);
    await (await opened()).keep([]);
    expect(await lines()).to.deep.equal([]);
  });

  it('are those also that another push has left meanwhile', async () => {
    await (await opened()).keep(['a 1 main 0']);
    const [one, other] = [await opened(), await opened()];
    await other.keep(['a 1 main 0', 'a 1 v1 0']);
    await one.keep([]);
    expect(await lines()).to.deep.equal(['a 1 v1 0']);
  });

  it('are of a ref what another push has left meanwhile rather than what was there, and rather what this one leaves', async () => {
    await (await opened()).keep(['a 1 main 0', 'a 1 v1 0']);
    const [one, other] = [await opened(), await opened()];
    await other.keep(['a 2 main 1', 'a 2 v1 1']);
    await one.keep(['a 1 main 0', 'a 3 v1 1']);
    expect(await lines()).to.deep.equal(['a 2 main 1', 'a 3 v1 1']);
    expect((await readdir(join(scratch.folder, '.git'))).filter((name) => name.startsWith('svc'))).to.have.lengthOf(1);
  });

  it('are replaced as a whole, so that nobody reads a part of them', async () => {
    await (await opened()).keep(['a 1 main 0']);
    const reader = await open(join(scratch.folder, '.git/svc-unfinished-pushes'));
    await (await opened()).keep(['a 2 main 1']);
    const seen = await reader.readFile('utf8');
    await reader.close();
    expect(seen).to.equal('origin a 1 main 0\n');
    expect(await lines()).to.deep.equal(['a 2 main 1']);
  });

  it('are none of another remote, whose own stay', async () => {
    await (await opened('my remote')).keep(['a 1 main 0', 'a 1 v1 0']);
    await (await opened('remote')).keep(['b 2 main 0']);
    expect((await opened('my remote')).lines).to.deep.equal(['a 1 main 0', 'a 1 v1 0']);
    await (await opened('my remote')).keep([]);
    expect((await opened('my remote')).lines).to.deep.equal([]);
    expect((await opened('remote')).lines).to.deep.equal(['b 2 main 0']);
  });

  it('stay where they cannot be read', async () => {
    const path = join(scratch.folder, '.git/svc-unfinished-pushes');
    await symlink(path, path);
    const pushes = await opened();
    expect(pushes.lines).to.deep.equal([]);
    for (const kept of [['a 1 main 0'], []])
      expect((await problemIn(pushes.keep(kept))).message).to.equal(`${path} cannot be read (ELOOP)`);
    expect(await readlink(path)).to.equal(path);
  });

  it('are written without the password of a URL', async () => {
    const url = 'https://me:secret@git.example/x.git';
    await (await opened(url)).keep(['a 1 main 0']);
    expect((await opened(url)).lines).to.deep.equal(['a 1 main 0']);
    expect(await readFile(join(scratch.folder, '.git/svc-unfinished-pushes'), 'utf8')).to.not.contain('secret');
  });

  it('are also those that a version before has left without a remote, for the remote that svc index takes', async () => {
    for (const name of ['origin', 'fork']) await scratch.git(['remote', 'add', name, 'nowhere']);
    const path = join(scratch.folder, '.git/svc-unfinished-pushes');
    const old = ['refs/heads/x 1 refs/heads/x 0', '(delete) 0 refs/tags/v1 1', 'main@{1 day ago} 1 refs/heads/y 0'];
    await writeFile(path, `${[...old, 'fork main 1 refs/heads/main 0'].join('\n')}\n`);
    const fork = await opened('fork');
    expect(fork.lines).to.deep.equal(['main 1 refs/heads/main 0']);
    await fork.keep([]);
    const pushes = await opened();
    expect(pushes.lines).to.deep.equal(old);
    await pushes.keep(old.slice(1));
    expect(await readFile(path, 'utf8')).to.equal(`origin ${old[1]}\norigin ${old[2]}\n`);
    expect(await lines()).to.deep.equal(old.slice(1));
  });

  it('are the same in all work trees', async () => {
    await scratch.git(['commit', '--quiet', '--allow-empty', '-m', 'one']);
    const folder = join(scratch.folder, 'tree');
    await scratch.git(['worktree', 'add', '--quiet', folder]);
    await (await opened('origin', await openScratchRepository({ ...scratch, folder }))).keep(['a 1 main 0']);
    expect(await lines()).to.deep.equal(['a 1 main 0']);
  });
});
