import { expect } from 'chai';
import { createBufferPool } from '../src/buffer-pool.js';

describe('a pool of buffers', () => {
  it('hands out again what was released, and keeps three at most', () => {
    const pool = createBufferPool(16);
    const taken = Array.from({ length: 5 }, () => pool.take());
    expect(new Set(taken).size).to.equal(5);
    for (const one of taken) pool.release(one);
    const again = Array.from({ length: 5 }, () => pool.take());
    expect(again.filter((one) => taken.includes(one))).to.have.length(3);
    expect(again.map(({ byteLength }) => byteLength)).to.deep.equal([16, 16, 16, 16, 16]);
  });
});
