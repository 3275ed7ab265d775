import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { type ChunkEncoding, type ChunkLocation, type ChunkName, isContentName } from '@svc/core/model';
import { createLocationTable } from '../../src/push/location-table.js';
import { chunkAt, nameOf as nameThatBeginsAlike } from '../rigs/chunk-locations.js';

const hashOf = (number: number): ChunkName => {
  const text = createHash('sha256').update(String(number)).digest('hex');
  if (!isContentName<ChunkName>(text)) throw new Error(`${text} names nothing`);
  return text;
};

describe('a table of locations', () => {
  const encodings: readonly ChunkEncoding[] = [0, 1, 2, 4, 8];
  const maxOffset = 2 ** 32 - 1;
  const locations = (count: number, nameOf: (number: number) => ChunkName): readonly ChunkLocation[] =>
    Array.from({ length: count }, (_, number) => ({
      ...chunkAt(number % 7, maxOffset - number, 1 + number),
      name: nameOf(number),
      rawBytes: 1000 + number,
      encoding: encodings[number % encodings.length] ?? 0,
    }));

  for (const [title, nameOf] of [
    ['names', hashOf],
    ['names that begin alike', (number: number) => nameThatBeginsAlike<ChunkName>(number)],
  ] as const) {
    it(`finds each of its ${title}, and no other one, until it is full`, () => {
      const table = createLocationTable(100);
      const added = locations(100, nameOf);
      for (const [index, location] of added.entries()) {
        expect(table.isFull(), String(index)).to.equal(false);
        expect(table.has(location.name), String(index)).to.equal(false);
        table.add(location);
      }
      expect(table.isFull()).to.equal(true);
      expect(added.map(({ name }) => table.get(name))).to.deep.equal(added);
      expect(table.has(nameOf(100))).to.equal(false);
      expect(table.get(nameOf(100))).to.equal(undefined);
    });
  }

  it('takes no name twice, and none more when it is full', () => {
    const table = createLocationTable(2);
    const [first, second, third] = locations(3, hashOf);
    if (first === undefined || second === undefined || third === undefined) throw new Error('there are three');
    table.add(first);
    expect(() => {
      table.add(first);
    }).to.throw('a name is added once');
    table.add(second);
    expect(() => {
      table.add(third);
    }).to.throw('a full table takes nothing');
  });
});
