import { expect } from 'chai';
import { watchPace } from '../../src/koa/body-pace.js';
import { createBodySender } from '../../src/koa/body-senders.js';

const rate = { bytesPerSecond: 10, windowMs: 30_000 };

/** Whether a body is too slow in each of two windows, of which so many bytes come in each, and so many of others from its sender. */
const areTooSlow = (bytes: number, besides = 0): readonly boolean[] => {
  const sender = createBodySender();
  const { tellCame, isTooSlow } = watchPace({ rate, sender });
  return [1, 2].map(() => {
    tellCame(bytes);
    sender.tellCame(besides);
    return isTooSlow(rate.windowMs);
  });
};

describe('the pace of a body', () => {
  it('is kept for as long as so much comes in each window', () => {
    expect(areTooSlow(300)).to.deep.equal([false, false]);
    expect(areTooSlow(299)).to.deep.equal([true, true]);
  });

  it('is kept together with others of the same sender, but not by them alone', () => {
    expect(areTooSlow(1, 299)).to.deep.equal([false, false]);
    expect(areTooSlow(0, 1000)).to.deep.equal([true, true]);
  });
});
