import type { RefusedPointer } from '@svc/client';
import { expect } from 'chai';
import { fieldsOfSummary, type IndexSummary, linesOfSummary } from '../../src/index-git/index-summary.js';

const nothing: IndexSummary = {
  report: {
    commits: 0,
    objects: 0,
    hidden: 0,
    plainPointers: [],
    changed: [],
    plan: { changes: [], ahead: [], unknown: [] },
    leftOut: [],
    generation: 7,
    finalized: undefined,
  },
  stored: undefined,
  source: { kind: 'remote', remote: 'origin' },
  refs: 0,
  unusable: 0,
  isComplete: false,
  seconds: 1,
};

describe('what svc index says', () => {
  const lines = (summary: Partial<IndexSummary>): readonly string[] => [...linesOfSummary({ ...nothing, ...summary })];

  it('is that the index has all of it where there are refs and nothing was to be done', () => {
    expect(lines({ refs: 1 })).to.deep.equal(['the index has all of it']);
    expect(lines({ unusable: 1 })[0]).to.equal('the index has all of it');
  });

  it('is that there is nothing to index, and what to do, where the clone has no ref', () => {
    expect(lines({})).to.deep.equal([
      'there is no branch of origin and no tag here yet: push or fetch first, or use --local for the branches of this clone',
    ]);
    expect(lines({ source: { kind: 'local' } })).to.deep.equal(['there is no branch and no tag here yet: commit first']);
  });

  it('is which refs stay as they are, and why', () => {
    const ahead = { ...nothing.report, plan: { changes: [], ahead: ['refs/tags/v1'], unknown: [] } };
    expect(lines({ refs: 1, report: ahead })[0]).to.equal('nothing was indexed');
    expect(lines({ refs: 1, report: ahead })[1]).to.equal(
      'left as they are, because origin has not said that it has them where this clone has them (first git fetch --tags --force origin; --force moves them): refs/tags/v1',
    );
    expect(lines({ refs: 1, report: ahead, source: { kind: 'local' } })[1]).to.equal(
      'left as they are, because this clone lacks what is indexed (--force moves them): refs/tags/v1',
    );
  });

  it('is which refs are left out, and why', () => {
    const report = { ...nothing.report, leftOut: [{ why: 'it is long', names: ['refs/heads/a', 'refs/tags/b'] }] };
    expect(lines({ refs: 3, report })[1]).to.equal('left out, for it is long: refs/heads/a, refs/tags/b');
    expect(fieldsOfSummary({ ...nothing, unusable: 1, report }).refs_left_out).to.equal(3);
  });

  it('is which pointers went as plain text, and which sizes contradict each other', () => {
    const pointer = (oid: string) => ({ id: 'a', oid, sizeBytes: 8, storedBytes: 7 });
    const of = (...plainPointers: readonly RefusedPointer[]) =>
      lines({ refs: 1, report: { ...nothing.report, plainPointers } })[1];
    const begin = 'indexed as plain text, for the sizes in them are not those of the objects: ';
    expect(of(pointer('o1'))).to.equal(`1 LFS pointer ${begin}o1, of 7 bytes and not 8`);
    expect(of(...['o1', 'o2', 'o3', 'o4'].map(pointer))).to.match(/^4 LFS pointers .*: o1, [^;]*; o2, [^;]*; o3, .* and 1 more$/);
  });

  it('is which pointers went as plain text because the index knows them so, apart from those with other sizes', () => {
    const known = { id: 'a', oid: 'o1', sizeBytes: 8, storedBytes: undefined };
    const of = (...plainPointers: readonly RefusedPointer[]) =>
      lines({ refs: 1, report: { ...nothing.report, plainPointers } }).slice(1);
    const line = '1 LFS pointer indexed as plain text, as which the index knows them: o1';
    expect(of(known)).to.deep.equal([line]);
    expect(of({ ...known, oid: 'o2', storedBytes: 7 }, known)).to.deep.equal([
      '1 LFS pointer indexed as plain text, for the sizes in them are not those of the objects: o2, of 7 bytes and not 8',
      line,
    ]);
  });

  it('is for programs how many refs there were', () => {
    expect(fieldsOfSummary(nothing)).to.include({ refs: 0, commits: 0 });
  });

  it('has for programs the same fields where nothing was to be done', () => {
    expect(fieldsOfSummary(nothing)).to.deep.equal({
      generation: 7,
      commits: 0,
      objects: 0,
      paths_left_out: 0,
      plain_pointers: [],
      refs: 0,
      changed_refs: [],
      refs_ahead: [],
      refs_unknown: [],
      refs_left_out: 0,
      complete: false,
      missing_objects: null,
      files: null,
      seconds: 1,
    });
  });
});
