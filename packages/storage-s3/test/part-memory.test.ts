import { expect } from 'chai';
import { createPartMemory } from '../src/part-memory.js';

describe('the memory of parts', () => {
  it('that was given back is taken again, and three at most are kept', () => {
    const memory = createPartMemory(16);
    const taken = Array.from({ length: 5 }, () => memory.take());
    expect(new Set(taken).size).to.equal(5);
    for (const one of taken) memory.giveBack(one);
    const again = Array.from({ length: 5 }, () => memory.take());
    expect(again.filter((one) => taken.includes(one))).to.have.length(3);
    expect(again.map(({ byteLength }) => byteLength)).to.deep.equal([16, 16, 16, 16, 16]);
  });
});
