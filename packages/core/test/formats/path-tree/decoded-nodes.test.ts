import { expect } from 'chai';
import type { Spot } from '../../../src/formats/path-tree/decode-node.js';
import { nodeAt } from '../../../src/formats/path-tree/decoded-nodes.js';
import type { Inner, Leaf, NodeReference } from '../../../src/formats/path-tree/node.js';
import { createPageWriter } from '../../../src/formats/path-tree/page-writer.js';

const commit = 1;
const leaf: Leaf = {
  level: 0,
  keys: ['a'.repeat(1000), 'b'.repeat(1000)],
  entries: [1, 2].map((object) => ({ mode: 0o100644, object, changedIn: commit, files: 1, sizeBytes: 7 })),
};
const spotOf = (reference: NodeReference, level: number): Spot => ({ reference, level, range: { from: '', to: undefined } });

/** A leaf, the node above it, and the page that they lie in, with so many leaves behind them. */
const writePage = (leavesBehind: number) => {
  const writer = createPageWriter(commit, 0);
  const leafSpot = spotOf(writer.write(leaf), 0);
  const inner: Inner = { level: 1, keys: ['', 'c'], children: [leafSpot.reference, leafSpot.reference] };
  const innerSpot = spotOf(writer.write(inner), 1);
  for (let count = 0; count < leavesBehind; count += 1) writer.write(leaf);
  const [page] = writer.finish().values();
  return { page: page ?? expect.fail('nothing was written'), leafSpot, innerSpot };
};

describe('nodes that were read', () => {
  for (const [what, leavesBehind, keepsLeaves] of [
    ['a small page', 0, true],
    ['a large page', 15, false],
  ] as const) {
    for (const [how, copied] of [
      ['was written', false],
      ['was loaded', true],
    ] as const) {
      it(`of ${what} that ${how} stay with it${keepsLeaves ? '' : ', without its leaves'}`, () => {
        const written = writePage(leavesBehind);
        const { leafSpot, innerSpot } = written;
        const page = copied ? written.page.slice() : written.page;
        expect(nodeAt(page, innerSpot)).to.equal(nodeAt(page, innerSpot));
        expect(nodeAt(page, leafSpot) === nodeAt(page, leafSpot)).to.equal(keepsLeaves);
        expect(nodeAt(page, leafSpot)).to.deep.equal(leaf);
      });
    }
  }
});
