import { expect } from 'chai';
import { createImportSummary } from '../../src/import/import-summary.js';
import { oidOf } from '../../src/verify/hash-file.js';

const object = (digit: string, sizeBytes: number) => ({ oid: oidOf(digit.repeat(64)), sizeBytes, name: `${digit}.bin` });

describe('the summary of an import', () => {
  it('counts what was there, what came over and what is missing', () => {
    let ms = 0;
    const summary = createImportSummary(() => ms);
    summary.add({ kind: 'present', object: object('a', 1000) });
    summary.add({ kind: 'imported', object: object('b', 3_000_000), sentBytes: 37_000 });
    expect(summary.problem()).to.equal(undefined);
    summary.add({ kind: 'missing', object: object('c', 500), why: 'it is gone' });
    ms = 2000;
    expect(summary.line()).to.equal(
      '3 objects (3 MB): 1 already stored (1 kB), 1 came over (3 MB), 1 missing (500 bytes); sent 37 kB of 3 MB, 2.0 s',
    );
    expect(summary.problem()?.message).to.equal('1 object is missing');
    expect(summary.fields()).to.deep.include({
      complete: false,
      wanted: { objects: 3, bytes: 3_001_500 },
      missing: { objects: 1, bytes: 500 },
      sent_bytes: 37_000,
      seconds: 2,
    });
  });

  it('is not that all has come where the import was cut off', () => {
    const summary = createImportSummary();
    summary.add({ kind: 'imported', object: object('b', 3_000_000), sentBytes: 37_000 });
    expect(summary.fields()).to.include({ complete: true });
    expect(summary.fields(true)).to.include({ complete: false });
  });
});
