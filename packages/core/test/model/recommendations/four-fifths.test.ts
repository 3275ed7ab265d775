import { expect } from 'chai';
import { type Plan, type PlanId, plans } from '../../../src/model/quotas/plan.js';
import { nearStorageLimit } from '../../../src/model/recommendations/organization-rules.js';
import { quotaLevelOf } from '../../../src/steps/accounting/note-quota.js';

const planOf = (storageBytes: number): Plan => ({ ...plans.free, storageBytes });

/** Of every plan that is sold, and of sizes whose four fifths are no whole number. */
const sizes = [
  1,
  2,
  3,
  4,
  6,
  7,
  11,
  99,
  101,
  1_000_003,
  10 * 2 ** 40 + 1,
  ...Object.values(plans).map((plan) => plan.storageBytes),
];

/** Whether so many bytes are four fifths of the plan or more, in whole numbers. */
const isNear = (bytes: number, storageBytes: number): boolean => BigInt(bytes) * 5n >= BigInt(storageBytes) * 4n;

describe('four fifths of a plan’s storage', () => {
  for (const storageBytes of new Set(sizes)) {
    it(`are the same to the byte for the event and for the recommendation: of ${storageBytes} bytes`, () => {
      const about = Math.floor(storageBytes * 0.8);
      for (const bytes of [about - 1, about, about + 1, about + 2].filter((count) => count >= 0 && count < storageBytes)) {
        const near = isNear(bytes, storageBytes);
        const usage = { usedBytes: bytes, reservedBytes: 0, reclaimableBytes: 0, byosBytes: 0 };
        expect(quotaLevelOf(planOf(storageBytes), usage), `event at ${bytes}`).to.equal(near ? 'warning' : 'normal');
        const [recommendation] = nearStorageLimit(usage, planOf(storageBytes));
        expect(recommendation?.severity, `recommendation at ${bytes}`).to.equal(near ? 'warning' : undefined);
        if (recommendation !== undefined) expect(recommendation.estimatedBytes).to.be.at.least(0);
      }
    });
  }

  it('are no whole number of bytes of some plan that is sold, so that the rounding matters', () => {
    const ids = Object.keys(plans).filter((id): id is PlanId => id in plans);
    expect(ids.some((id) => (plans[id].storageBytes * 4) % 5 !== 0)).to.equal(true);
  });
});
