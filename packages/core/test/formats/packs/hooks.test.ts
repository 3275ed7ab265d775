import { expect } from 'chai';
import { hooksOf } from '../../../src/formats/packs/index.js';
import { type ChunkName, trusted } from '../../../src/model/values/index.js';

const named = (name: string) => ({ name: trusted<ChunkName>(name) });
/** None of them ends like a hook. */
const plain = Array.from({ length: 12 }, (_, at) => named(`${at.toString(16).repeat(63)}7`));

describe('hooksOf', () => {
  it('takes the first four chunks of a map, or as many as there are', () => {
    expect(hooksOf(plain)).to.deep.equal(plain.slice(0, 4).map(({ name }) => name));
    expect(hooksOf(plain.slice(0, 3))).to.deep.equal(plain.slice(0, 3).map(({ name }) => name));
  });

  it('takes every chunk whose name ends with six zero bits', () => {
    const ends = ['00', '40', '80', 'c0', '10', '20', '50', 'b0', 'f0', '01', '41', '08'];
    const chunks = ends.map((end) => named(end.padStart(64, 'a')));
    const taken = hooksOf([...plain, ...chunks]).slice(4);
    expect(taken).to.deep.equal(chunks.slice(0, 4).map(({ name }) => name));
  });

  it('takes a chunk that is repeated once', () => {
    const [first = named('')] = plain;
    expect(hooksOf([first, first, first, first, first])).to.deep.equal([first.name]);
  });
});
