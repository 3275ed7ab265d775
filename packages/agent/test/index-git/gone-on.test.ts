import { makeScratchRepository, type ScratchRepository } from '@svc/test-services/git-histories';
import { expect } from 'chai';
import { branchesGoneOn } from '../../src/index-git/gone-on.js';
import { openScratchRepository } from '../rigs/open-scratch-repository.js';

describe('the branches that have gone on', () => {
  let scratch: ScratchRepository;
  beforeEach(async () => {
    scratch = await makeScratchRepository('sha1', false);
  });
  afterEach(() => scratch.remove());

  const commit = async (): Promise<string> => {
    await scratch.git(['commit', '--quiet', '--allow-empty', '-m', 'a commit']);
    return (await scratch.git(['rev-parse', 'HEAD'])).trim();
  };

  it('are those that are indexed at an ancestor; git is not asked about commits that are not here', async () => {
    const [one, two] = [await commit(), await commit()];
    const asked: string[] = [];
    const repository = await openScratchRepository(scratch);
    const watched = {
      ...repository,
      runGit: (...parameters: Parameters<typeof repository.runGit>) => {
        asked.push(parameters[0].join(' '));
        return repository.runGit(...parameters);
      },
    };
    const indexed = new Map([
      ['refs/heads/on', one],
      ['refs/heads/back', two],
      ['refs/heads/lacking', '1'.repeat(40)],
      ['refs/heads/same', two],
      ['refs/tags/on', one],
    ]);
    const refs = [...indexed.keys()].map((name) => ({ name, target: name === 'refs/heads/back' ? one : two, tag: undefined }));
    const state = { objectFormat: 'sha1', generation: 1, refs: indexed, tags: new Map<string, string>() };
    expect(await branchesGoneOn(watched, state, refs, new Set([one, two]))).to.deep.equal(new Set(['refs/heads/on']));
    expect(asked).to.deep.equal([`merge-base --is-ancestor ${one} ${two}`, `merge-base --is-ancestor ${two} ${one}`]);
  });
});
