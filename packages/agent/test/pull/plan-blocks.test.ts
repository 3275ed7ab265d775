import { expect } from 'chai';
import { planBlocks } from '../../src/pull/plan-blocks.js';
import { neededAt } from '../rigs/chunk-locations.js';

const mebibyte = 1024 * 1024;

describe('the blocks of some chunks of a pack', () => {
  it('join what lies close together, whatever the order, and tell which chunks they hold', () => {
    const [first, second, far] = [neededAt(8, 100), neededAt(1000, 100), neededAt(9000, 50)];
    expect(planBlocks([far, second, first], 1000)).to.deep.equal([
      { begin: 8, end: 1100, chunks: [first, second] },
      { begin: 9000, end: 9050, chunks: [far] },
    ]);
  });

  it('leave wide gaps out', () => {
    expect(planBlocks([neededAt(8, 100), neededAt(308, 100)], 200).length).to.equal(1);
    expect(planBlocks([neededAt(8, 100), neededAt(309, 100)], 200).length).to.equal(2);
  });

  it('are no longer than 16 MiB', () => {
    const chunks = Array.from({ length: 64 }, (_, index) => neededAt(8 + index * mebibyte, mebibyte));
    const blocks = planBlocks(chunks, 0);
    expect(blocks.map(({ begin, end }) => end - begin)).to.deep.equal([16, 16, 16, 16].map((size) => size * mebibyte));
  });

  it('of a chunk inside of another one end where the longer one does', () => {
    const chunks = [neededAt(8, 1000), neededAt(10, 5)];
    expect(planBlocks(chunks, 0)).to.deep.equal([{ begin: 8, end: 1008, chunks }]);
  });
});
