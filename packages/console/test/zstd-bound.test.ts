import { expect } from 'chai';
import { decompressZstd } from 'hyparquet-compressors';
import { compressors } from '../app/preview/parquet-compressors.js';
import { zstdBound } from '../app/preview/zstd-bound.js';

const most = 128 * 1024;

const block = (type: 'raw' | 'repeated', size: number, bytes: readonly number[], isLast: boolean): readonly number[] => {
  const header = (size << 3) | ((type === 'raw' ? 0 : 1) << 1) | (isLast ? 1 : 0);
  return [header & 0xff, (header >> 8) & 0xff, header >> 16, ...bytes];
};

/** With a window of 1 KiB, twice as much for each 8 of the byte. */
const frame = (window: number, blocks: readonly (readonly number[])[]): readonly number[] => [
  ...[0x28, 0xb5, 0x2f, 0xfd, 0, window],
  ...blocks.flat(),
];

const repeated = (count: number): readonly (readonly number[])[] =>
  Array.from({ length: count }, (_, at) => block('repeated', most, [7], at === count - 1));

describe('zstdBound', () => {
  it('adds up what the blocks of all frames stand for, behind one that is skipped', () => {
    const skipped = [0x5f, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9];
    const two = Uint8Array.from([
      ...skipped,
      ...frame(0, [block('raw', 3, [1, 2, 3], false), block('repeated', 5, [4], true)]),
      ...frame(8, [block('repeated', 2, [5], true)]),
    ]);
    expect(zstdBound(two)).to.deep.equal({ bytes: 10, movedBytes: 1024 * 2 + 2048 });
    expect([...decompressZstd(two)]).to.deep.equal([1, 2, 3, 4, 4, 4, 4, 4, 5, 5]);
  });

  it('is of what is there, where that is cut off or something else', () => {
    expect(zstdBound(Uint8Array.from(frame(0, [block('raw', 3, [1, 2, 3], false)])))).to.deep.equal({
      bytes: 3,
      movedBytes: 1024,
    });
    expect(zstdBound(Uint8Array.from([1, 2, 3, 4, 5]))).to.deep.equal({ bytes: 0, movedBytes: 0 });
    expect(zstdBound(new Uint8Array())).to.deep.equal({ bytes: 0, movedBytes: 0 });
  });
});

describe('Zstandard of a page of Parquet', () => {
  it('is refused where a few kilobytes stand for more than can be shown', () => {
    const bomb = Uint8Array.from(frame(0x38, repeated(2000)));
    expect(() => compressors.ZSTD?.(bomb, 100)).to.throw('too large');
  });

  it('is refused where a window would be moved for minutes', () => {
    const slow = Uint8Array.from(
      frame(
        0xa0,
        Array.from({ length: 100 }, (_, at) => block('repeated', 1, [7], at === 99)),
      ),
    );
    expect(() => compressors.ZSTD?.(slow, 100)).to.throw('too large');
  });

  it('is decompressed otherwise', () => {
    expect(compressors.ZSTD?.(Uint8Array.from(frame(0, [block('raw', 2, [1, 2], true)])), 2)).to.deep.equal(Uint8Array.of(1, 2));
  });
});
