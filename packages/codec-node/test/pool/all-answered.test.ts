import { expect } from 'chai';
import { allAnswered } from '../../src/pool/all-answered.js';

describe('allAnswered', () => {
  it('answers all in order', async () => {
    expect(await allAnswered([Promise.resolve(1), Promise.resolve(2)])).to.deep.equal([1, 2]);
  });

  it('rejects only when nobody is at work any more', async () => {
    let end: (value: number) => void = () => undefined;
    const late = new Promise<number>((resolve) => (end = resolve));
    const told: unknown[] = [];
    const all = allAnswered([Promise.reject(new Error('broken down')), late]).catch((fault: unknown) => told.push(fault));
    await new Promise(setImmediate);
    expect(told).to.deep.equal([]);
    end(1);
    await all;
    expect(told).to.have.length(1);
  });
});
