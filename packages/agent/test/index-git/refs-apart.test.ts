import { makeScratchRepository, type ScratchRepository } from '@svc/test-services/git-histories';
import { expect } from 'chai';
import { refsApartFrom } from '../../src/index-git/refs-apart.js';
import { openScratchRepository } from '../rigs/open-scratch-repository.js';

describe('the refs apart from a commit', () => {
  let scratch: ScratchRepository;
  beforeEach(async () => {
    scratch = await makeScratchRepository('sha1', false);
  });
  afterEach(() => scratch.remove());

  it('are those that neither are it nor come after it, by a merge or otherwise', async () => {
    const made = async (...parents: readonly string[]): Promise<string> => {
      const tree = (await scratch.git(['write-tree'])).trim();
      const args = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-m', parents.join(' ')];
      return (await scratch.git(args)).trim();
    };
    const before = await made();
    const itself = await made(before);
    const after = await made(itself);
    const beside = await made(before, before);
    const merged = await made(beside, after);
    const targets = { before, itself, after, beside, merged, again: merged };
    const refs = Object.entries(targets).map(([name, target]) => ({ name, target, tag: undefined }));
    const apart = await refsApartFrom(await openScratchRepository(scratch), refs, itself);
    expect(apart.map(({ name }) => name)).to.deep.equal(['before', 'beside']);
  });
});
