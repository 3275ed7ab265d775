import { expect } from 'chai';
import pg from 'pg';
import { commonLane, laneOf, mayRunAgain, noteLane } from '../src/contention.js';

const errorOf = (code: string): pg.DatabaseError => {
  const error = new pg.DatabaseError('detail', 0, 'error');
  error.code = code;
  return error;
};

describe('a transaction that others got in the way of', () => {
  it('is run again as often as it takes when it could not be serialized, and a few times when somebody was perhaps first', () => {
    for (const code of ['40001', '40P01']) expect(mayRunAgain(errorOf(code), 50), code).to.equal(true);
    for (const code of ['23505', '23503']) {
      expect(mayRunAgain(errorOf(code), 2), code).to.equal(true);
      expect(mayRunAgain(errorOf(code), 3), code).to.equal(false);
    }
    for (const code of ['23514', '42601', '57P01', '22021', '25P02']) expect(mayRunAgain(errorOf(code), 1), code).to.equal(false);
    expect(mayRunAgain(new Error('40001'), 1)).to.equal(false);
  });

  it('is run again in the lane of those who named the same texts, whatever their numbers and bytes', () => {
    const lane = (...parameters: unknown[]): number => {
      const error = errorOf('40001');
      noteLane(error, parameters);
      return laneOf(error);
    };
    expect(lane('a', 1, Buffer.from('x'))).to.equal(lane('a', 2, Buffer.from('y')));
    expect(lane('a')).not.to.equal(lane('b'));
    expect(lane('a', 'b')).not.to.equal(lane('ab'));
    expect(lane('ü\u{1f511}')).to.satisfy((value: number) => value >= -(2 ** 31) && value < 2 ** 31);
    expect(laneOf(errorOf('40001')), 'of a commit').to.equal(commonLane);
    expect(laneOf('no error')).to.equal(commonLane);
  });
});
