import { type ChunkLocation, isContentName, type ChunkName, type PackName } from '@svc/core/model';
import { expect } from 'chai';
import { fittingWindows, maxFetchedBytes } from '../../src/pull/fitting-windows.js';
import { planBlocks } from '../../src/pull/plan-blocks.js';
import { windowsOf } from '../../src/pull/windows.js';

const kib = 1024;

const nameOf = <Name extends ChunkName | PackName>(number: number): Name => {
  const text = number.toString(16).padStart(64, '0');
  if (!isContentName<Name>(text)) throw new Error(`${text} names nothing`);
  return text;
};

/** Chunks with as much between them as is still received for nothing. */
const scattered = (count: number): readonly ChunkLocation[] =>
  Array.from({ length: count }, (_, number) => ({
    name: nameOf(number),
    pack: nameOf(1),
    offset: number * 256 * kib,
    storedBytes: kib,
    rawBytes: kib,
    encoding: 0,
  }));

async function* inOneMap(chunks: readonly ChunkLocation[]) {
  yield chunks;
}

describe('windows of chunks that are scattered over packs', () => {
  it('are small enough that what lies between the chunks fits into memory too, and hold all chunks in order', async () => {
    const chunks = scattered(1000);
    const windows: (readonly ChunkLocation[])[] = [];
    for await (const window of fittingWindows(windowsOf(inOneMap(chunks)))) windows.push(window);
    expect(windows.flat()).to.deep.equal(chunks);
    for (const window of windows) {
      const fetched = planBlocks(window).reduce((total, { begin, end }) => total + end - begin, 0);
      expect(fetched).to.be.at.most(maxFetchedBytes);
    }
    // Few of them, since the service counts requests.
    expect(windows.length).to.equal(16);
  });

  it('stay whole where nothing lies between the chunks', async () => {
    const chunks = scattered(10);
    const windows: (readonly ChunkLocation[])[] = [];
    for await (const window of fittingWindows(windowsOf(inOneMap(chunks)))) windows.push(window);
    expect(windows).to.deep.equal([chunks]);
  });
});
