import type { ChunkLocation } from '@svc/core/model';
import { expect } from 'chai';
import { createLookAhead } from '../../src/pull/look-ahead.js';
import { chunkAt, nameOf } from '../rigs/chunk-locations.js';

const mebibyte = 1024 * 1024;

describe('a look ahead', () => {
  /** Counts how many windows are read. */
  const lookAt = (windows: readonly (readonly ChunkLocation[])[]) => {
    const read = { windows: 0 };
    async function* given(): AsyncGenerator<readonly ChunkLocation[]> {
      for (const window of windows) {
        read.windows += 1;
        yield window;
      }
    }
    return { read, lookAhead: createLookAhead(given()) };
  };

  it('numbers the windows, and tells which of those that follow need what of a pack', async () => {
    const [a, b, c] = [chunkAt(1, 8, 10), chunkAt(1, 18, 10), chunkAt(2, 8, 10)];
    const { lookAhead } = lookAt([[a, c], [b], [a, b]]);
    expect(await lookAhead.next()).to.deep.equal({ number: 0, chunks: [a, c] });
    expect(lookAhead.comingOf(nameOf(1))).to.deep.equal([
      { location: b, window: 1 },
      { location: a, window: 2 },
      { location: b, window: 2 },
    ]);
    expect(lookAhead.comingOf(nameOf(2))).to.deep.equal([]);
    expect(await lookAhead.next()).to.deep.equal({ number: 1, chunks: [b] });
    expect(await lookAhead.next()).to.deep.equal({ number: 2, chunks: [a, b] });
    expect(lookAhead.comingOf(nameOf(1))).to.deep.equal([]);
    expect(await lookAhead.next()).to.equal(undefined);
  });

  it('goes 128 MiB of stored bytes far', async () => {
    const window = [0, 1, 2, 3].map((at) => chunkAt(1, 8 + at * mebibyte, mebibyte));
    const { read, lookAhead } = lookAt(Array.from({ length: 100 }, () => window));
    await lookAhead.next();
    expect(read.windows).to.equal(32);
    await lookAhead.next();
    expect(read.windows).to.equal(33);
    expect(lookAhead.comingOf(nameOf(1)).at(-1)?.window).to.equal(32);
  });

  it('goes 16,384 chunks far', async () => {
    const window = Array.from({ length: 1024 }, (_, at) => chunkAt(1, 8 + at, 1));
    const { read, lookAhead } = lookAt(Array.from({ length: 40 }, () => window));
    await lookAhead.next();
    expect(read.windows).to.equal(16);
  });
});
