import type { ChunkLocation } from '@svc/core/model';
import { expect } from 'chai';
import { maxWindowBytes, maxWindowChunks, windowsOf } from '../../src/pull/windows.js';
import { chunkAt } from '../rigs/chunk-locations.js';

const mebibyte = 1024 * 1024;

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

  it('end before more is put together than has room, whatever the maps are', async () => {
    const chunks = Array.from({ length: 13 }, (_, index) => chunkAt(1, 8 + index * mebibyte, mebibyte));
    expect(maxWindowBytes).to.equal(4 * mebibyte);
    expect(await collect(chunks)).to.deep.equal([4, 4, 4, 1]);
  });

  it('count a chunk as often as it comes', async () => {
    expect(await collect(Array.from({ length: 6 }, () => chunkAt(1, 8, mebibyte)))).to.deep.equal([4, 2]);
  });

  it('have so many chunks at most', async () => {
    const chunks = Array.from({ length: maxWindowChunks + 1 }, (_, index) => chunkAt(1, 8 + index, 1));
    expect(await collect(chunks)).to.deep.equal([maxWindowChunks, 1]);
  });

  it('of nothing are none', async () => {
    expect(await collect([])).to.deep.equal([]);
  });
});
