import { expect } from 'chai';
import { choosePartPlan, partSizeBytes } from '../../../src/model/uploads/part-plan.js';
import { GIB, MIB, TIB } from '../../../src/model/values/index.js';
import { seededIntegers } from '../../builders/seeded-integers.js';

const s3 = { minPartBytes: 5 * MIB, maxPartBytes: 5 * GIB, maxParts: 10_000 };
const plan = (sizeBytes: number, store = s3, maxSinglePutBytes = 5 * GIB) => choosePartPlan(sizeBytes, maxSinglePutBytes, store);

describe('the parts of an object', () => {
  it('are of 64 MiB as long as 10,000 of them are enough', () => {
    expect(plan(5 * GIB + 1)).to.deep.equal({ partBytes: 64 * MIB, count: 81 });
    expect(plan(10_000 * 64 * MIB)).to.deep.equal({ partBytes: 64 * MIB, count: 10_000 });
    expect(plan(10_000 * 64 * MIB + 1)).to.deep.equal({ partBytes: 65 * MIB, count: 9847 });
  });

  it('of 1 TiB are 9,987 of 105 MiB, the last one shorter', () => {
    const parts = plan(TIB) ?? expect.fail();
    expect(parts).to.deep.equal({ partBytes: 105 * MIB, count: 9987 });
    expect(partSizeBytes(TIB, parts, 1)).to.equal(105 * MIB);
    expect(partSizeBytes(TIB, parts, 9986)).to.equal(105 * MIB);
    expect(partSizeBytes(TIB, parts, 9987)).to.equal(TIB - 9986 * 105 * MIB);
  });

  it('end with a whole part when they divide the object', () => {
    const parts = plan(128 * MIB) ?? expect.fail();
    expect([parts.count, partSizeBytes(128 * MIB, parts, 2)]).to.deep.equal([2, 64 * MIB]);
  });

  it('are no longer than what the store takes by one URL, nor shorter than it takes at all', () => {
    expect(plan(21 * MIB, s3, 8 * MIB)).to.deep.equal({ partBytes: 8 * MIB, count: 3 });
    expect(plan(21 * MIB, s3, 2 * MIB)).to.deep.equal({ partBytes: 5 * MIB, count: 5 });
    expect(plan(21 * MIB, { ...s3, minPartBytes: 100 * MIB })).to.deep.equal({ partBytes: 100 * MIB, count: 1 });
  });

  it('go up to the largest that the store takes, and to no object above that', () => {
    expect(plan(10_000 * 5 * GIB)).to.deep.equal({ partBytes: 5 * GIB, count: 10_000 });
    expect(plan(10_000 * 5 * GIB + 1)).to.equal(undefined);
    const small = { minPartBytes: 1, maxPartBytes: 512, maxParts: 10 };
    expect(plan(5120, small, 1024)).to.deep.equal({ partBytes: 512, count: 10 });
    expect(plan(5121, small, 1024)).to.equal(undefined);
  });

  it('make up the object, whatever its size', () => {
    const next = seededIntegers(7);
    for (let round = 0; round < 1000; round += 1) {
      const sizeBytes = 5 * GIB + 1 + (next(2 ** 30) % (TIB / MIB)) * MIB + next(MIB);
      const parts = plan(sizeBytes) ?? expect.fail();
      const last = partSizeBytes(sizeBytes, parts, parts.count);
      expect(parts.count).to.be.within(2, 10_000);
      expect(last).to.be.within(1, parts.partBytes);
      expect((parts.count - 1) * parts.partBytes + last).to.equal(sizeBytes);
      expect(parts.partBytes % MIB).to.equal(0);
    }
  });
});
