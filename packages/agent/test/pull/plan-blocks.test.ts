import { type ChunkLocation, isContentName, type ChunkName, type PackName } from '@svc/core/model';
import { expect } from 'chai';
import { planBlocks } from '../../src/pull/plan-blocks.js';
import { maxWindowBytes, windowsOf } from '../../src/pull/windows.js';

const nameOf = <Name extends ChunkName | PackName>(number: number): Name => {
  const text = number.toString(16).padStart(64, '0');
  if (!isContentName<Name>(text)) throw new Error(`${text} names nothing`);
  return text;
};

const chunk = (name: number, pack: number, offset: number, storedBytes: number): ChunkLocation => ({
  name: nameOf(name),
  pack: nameOf(pack),
  offset,
  storedBytes,
  rawBytes: storedBytes,
  encoding: 0,
});

describe('the blocks of some chunks', () => {
  it('join what lies close together, whatever the order', () => {
    const blocks = planBlocks([chunk(1, 1, 1000, 100), chunk(2, 2, 8, 50), chunk(3, 1, 8, 100), chunk(1, 1, 1000, 100)], 1000);
    expect(blocks).to.deep.equal([
      { pack: nameOf(1), begin: 8, end: 1100 },
      { pack: nameOf(2), begin: 8, end: 58 },
    ]);
  });

  it('leave wide gaps out', () => {
    expect(planBlocks([chunk(1, 1, 8, 100), chunk(2, 1, 308, 100)], 200).length).to.equal(1);
    expect(planBlocks([chunk(1, 1, 8, 100), chunk(2, 1, 309, 100)], 200).length).to.equal(2);
  });

  it('are no longer than 16 MiB', () => {
    const chunks = Array.from({ length: 64 }, (_, index) => chunk(index, 1, 8 + index * 1024 * 1024, 1024 * 1024));
    const blocks = planBlocks(chunks, 0);
    expect(blocks.map(({ begin, end }) => end - begin)).to.deep.equal([16, 16, 16, 16].map((size) => size * 1024 * 1024));
  });

  it('of a chunk inside of another one end where the longer one does', () => {
    expect(planBlocks([chunk(1, 1, 8, 1000), chunk(2, 1, 10, 5)], 0)).to.deep.equal([{ pack: nameOf(1), begin: 8, end: 1008 }]);
  });
});

describe('the windows of a list', () => {
  const collect = async (chunks: readonly ChunkLocation[]): Promise<number[]> => {
    async function* maps(): AsyncGenerator<readonly ChunkLocation[]> {
      yield chunks.slice(0, 3);
      yield chunks.slice(3);
    }
    const lengths: number[] = [];
    for await (const window of windowsOf(maps())) lengths.push(window.length);
    return lengths;
  };

  it('end before more is stored than is held at a time', async () => {
    const chunks = Array.from({ length: 97 }, (_, index) => chunk(index, 1, 8 + index * 1024 * 1024, 1024 * 1024));
    expect(maxWindowBytes).to.equal(32 * 1024 * 1024);
    expect(await collect(chunks)).to.deep.equal([32, 32, 32, 1]);
  });

  it('count a chunk that comes again once', async () => {
    expect(await collect(Array.from({ length: 100 }, () => chunk(1, 1, 8, 1024 * 1024)))).to.deep.equal([100]);
  });

  it('of nothing are none', async () => {
    expect(await collect([])).to.deep.equal([]);
  });
});
