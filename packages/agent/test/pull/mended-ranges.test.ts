import { expect } from 'chai';
import { createMendedRanges, mendedLine } from '../../src/pull/mended-ranges.js';
import { oidOf } from '../../src/verify/hash-file.js';

const oid = oidOf('a'.repeat(64));

const told = (...spans: readonly (readonly [number, number])[]): string => {
  const ranges = createMendedRanges(oid);
  for (const [first, last] of spans) ranges.add({ first, last });
  return mendedLine(ranges.told());
};

describe('ranges that were mended', () => {
  it('are told in one line', () => {
    expect(told([0, 9])).to.equal(`${oid} came damaged in bytes 0 to 9; these were fetched again, and are right`);
  });

  it('that lie beside each other are one, also behind the last that is told', () => {
    expect(told([0, 9], [10, 19], [30, 39])).to.contain('bytes 0 to 19, 30 to 39;');
    expect(told([0, 9], [20, 29], [40, 49], [60, 69], [70, 79], [90, 99])).to.contain(
      'bytes 0 to 9, 20 to 29, 40 to 49 and 2 more ranges;',
    );
  });
});
