import { expect } from 'chai';
import { durationText } from '../app/ui/format.js';

describe('durationText', () => {
  it('says how long something has lasted in the largest unit that it fills', () => {
    expect([0, 1, 59.9, 60, 7199, 86_400, 2_592_000].map(durationText)).to.deep.equal([
      '0 seconds',
      '1 second',
      '59 seconds',
      '1 minute',
      '1 hour',
      '1 day',
      '1 month',
    ]);
  });
});
