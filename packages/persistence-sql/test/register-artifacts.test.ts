import { microsOf } from '@svc/core/model';
import { expect } from 'chai';
import { lastMade } from '../src/records/register-artifacts.js';

describe('the instant of objects that are registered together', () => {
  it('is that of the last one, of more objects than a function takes arguments', () => {
    const objects = Array.from({ length: 300_000 }, (_, index) => ({ createdAt: index === 7 ? 2000 : 1000 }));
    expect(lastMade(objects)).to.equal(microsOf(2000));
  });
});
