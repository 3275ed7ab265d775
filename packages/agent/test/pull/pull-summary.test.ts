import { expect } from 'chai';
import { createPullSummary } from '../../src/pull/pull-summary.js';
import { oidOf } from '../../src/verify/hash-file.js';

const oid = (digit: number) => oidOf(`${digit}`.repeat(64));

describe('the summary of a pull', () => {
  it('foresees that an object comes once, whichever paths have it, and not where a file has it', () => {
    const summary = createPullSummary(true);
    summary.add({ kind: 'present', path: 'a', oid: oid(1), sizeBytes: 1000 });
    for (const path of ['b', 'c']) summary.add({ kind: 'foreseen', path, oid: oid(2), sizeBytes: 2000 });
    summary.add({ kind: 'foreseen', path: 'd', oid: oid(1), sizeBytes: 1000 });
    expect(summary.line()).to.contain('3 would be fetched, 1 already there; would receive at most 2 kB of 6 kB');
  });
});
