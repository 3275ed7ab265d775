import { makeScratchRepository, type ScratchRepository } from '@svc/test-services/git-histories';
import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askRemote } from '../../src/index-git/remote-says.js';
import { openScratchRepository } from '../rigs/open-scratch-repository.js';

describe('what a remote says', () => {
  let scratch: ScratchRepository;
  let remote: ScratchRepository;
  let head: string;
  beforeEach(async () => {
    scratch = await makeScratchRepository('sha1', false);
    remote = await makeScratchRepository();
    await scratch.git(['commit', '--quiet', '--allow-empty', '-m', 'one']);
    await scratch.git(['remote', 'add', 'origin', remote.folder]);
    await scratch.git(['push', '--quiet', 'origin', 'main']);
    head = (await scratch.git(['rev-parse', 'HEAD'])).trim();
  });
  afterEach(async () => {
    await scratch.remove();
    await remote.remove();
  });

  /** More than is taken of git. */
  const haveMany = (below: string): Promise<void> => {
    const name = (at: number) => `${below}${'x'.repeat(200)}${String(at).padStart(5, '0')}`;
    const lines = Array.from({ length: 20_000 }, (_, at) => `${head} ${name(at)}\n`);
    return writeFile(join(remote.folder, 'packed-refs'), `# pack-refs with: sorted\n${lines.join('')}`);
  };
  const all = async () => askRemote(await openScratchRepository(scratch), 'origin', []);

  it('is which branches and tags it has, and not what else', async () => {
    await haveMany('refs/pull/');
    expect(await all()).to.deep.equal(new Map([['refs/heads/main', head]]));
  });

  it('is nothing where it has too many of them', async () => {
    await haveMany('refs/heads/');
    expect(await all()).to.equal(undefined);
  });
});
