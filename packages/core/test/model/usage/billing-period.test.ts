import { expect } from 'chai';
import { billingPeriodOf } from '../../../src/model/usage/billing-period.js';

describe('billingPeriodOf', () => {
  const periodOf = (text: string) => {
    const { start, end } = billingPeriodOf(Date.parse(text));
    return [new Date(start).toISOString(), new Date(end).toISOString()];
  };

  it('is the calendar month in UTC, its first millisecond included and that of the next one not', () => {
    const january = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
    expect(periodOf('2026-01-01T00:00:00.000Z')).to.deep.equal(january);
    expect(periodOf('2026-01-31T23:59:59.999Z')).to.deep.equal(january);
    expect(periodOf('2026-02-01T00:00:00.000Z')).to.deep.equal(['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z']);
    expect(periodOf('2028-02-29T12:00:00.000Z')).to.deep.equal(['2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z']);
    expect(periodOf('2026-12-31T23:59:59.999Z')).to.deep.equal(['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']);
  });
});
