import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { findCycles, type KeyedEdge } from '../../../src/model/lineage/find-cycles.js';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

const edges = (...pairs: readonly string[]): KeyedEdge<string>[] =>
  pairs.map((pair, at) => ({ id: `${pair}${at}`, from: pair[0] ?? '', to: pair[1] ?? '' }));

/** Whether something can be reached from itself. */
const hasCycle = (all: readonly KeyedEdge<string>[]): boolean => {
  const left = new Set(all);
  for (let size = -1; size !== left.size;) {
    size = left.size;
    // What nothing leads to is on no cycle.
    for (const edge of left) if (![...left].some(({ to }) => to === edge.from)) left.delete(edge);
  }
  return left.size > 0;
};

describe('finding cycles', () => {
  it('tells one way around, in its order', () => {
    expect(findCycles(edges('ab', 'bc', 'ca', 'cd', 'ad'))).to.deep.equal([['ab0', 'bc1', 'ca2']]);
    expect(findCycles(edges('xa', 'ab', 'ba'))).to.deep.equal([['ab1', 'ba2']]);
  });

  it('tells cycles apart that share no node, and none where there is none', () => {
    expect(findCycles(edges('ab', 'ba', 'bc', 'cd', 'dc'))).to.deep.equal([
      ['ab0', 'ba1'],
      ['cd3', 'dc4'],
    ]);
    expect(findCycles(edges('ab', 'ab', 'ac', 'cb'))).to.deep.equal([]);
    expect(findCycles([])).to.deep.equal([]);
  });

  const seed = Date.now() % 1_000_000;
  it(`tells ways that lead around, and some as long as there are any (seed ${seed})`, () => {
    const random = createSeededRandom(seed);
    for (let round = 0; round < 500; round += 1) {
      const count = random.integer(12);
      let left = edges(...Array.from({ length: count }, () => random.pick(names) + random.pick(names)));
      left = left.filter(({ from, to }) => from !== to);
      for (;;) {
        const cycles = findCycles(left);
        expect(cycles.length > 0, JSON.stringify(left)).to.equal(hasCycle(left));
        for (const cycle of cycles) {
          const way = cycle.map((id) => left.find((edge) => edge.id === id));
          for (const [at, edge] of way.entries()) expect(edge?.to).to.equal(way[(at + 1) % way.length]?.from);
          expect(new Set(way.map((edge) => edge?.from)).size).to.equal(way.length);
        }
        const [first] = cycles;
        if (first === undefined) break;
        left = left.filter(({ id }) => id !== first[0]);
      }
    }
  });
});
