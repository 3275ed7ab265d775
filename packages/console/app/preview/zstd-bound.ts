const frameMagic = 0xfd2fb528;
/** The last digit of it is anything. */
const skippedMagic = 0x184d2a50;
const mostBlockBytes = 128 * 1024;
const [rawBlock, repeatedBlock] = [0, 1];

interface Bound {
  /** What may come out, as the headers have it. */
  readonly bytes: number;
  /** What is kept of it to refer to, moved once for each block. */
  readonly movedBytes: number;
}

interface FrameHeader {
  readonly blocksAt: number;
  readonly windowBytes: number;
  readonly hasChecksum: boolean;
}

/** RFC 8878, 3.1.1.1. */
const headerAt = (view: DataView, at: number): FrameHeader => {
  const descriptor = view.getUint8(at + 4);
  const isSingle = (descriptor & 0x20) !== 0;
  const window = isSingle ? 0 : view.getUint8(at + 5);
  const base = 2 ** (10 + (window >> 3));
  const idBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  return {
    blocksAt: at + (isSingle ? 5 : 6) + idBytes + sizeBytes,
    // Of a frame in one segment all is set aside at once, and nothing is moved.
    windowBytes: isSingle ? 0 : base + (base / 8) * (window & 7),
    hasChecksum: (descriptor & 4) !== 0,
  };
};

const read = (view: DataView, onBlock: (bytes: number, windowBytes: number) => void): void => {
  for (let at = 0; at < view.byteLength;) {
    const magic = view.getUint32(at, true);
    if ((magic & 0xfffffff0) === skippedMagic) {
      at += 8 + view.getUint32(at + 4, true);
      continue;
    }
    if (magic !== frameMagic) return;
    const { blocksAt, windowBytes, hasChecksum } = headerAt(view, at);
    at = blocksAt;
    for (let isLast = false; !isLast;) {
      const header = view.getUint16(at, true) + view.getUint8(at + 2) * 2 ** 16;
      const [type, size] = [(header >> 1) & 3, header >> 3];
      isLast = (header & 1) === 1;
      at += 3 + (type === repeatedBlock ? 1 : size);
      onBlock(type === rawBlock || type === repeatedBlock ? size : mostBlockBytes, windowBytes);
    }
    if (hasChecksum) at += 4;
  }
};

/**
 * How much memory and time it may take to decompress Zstandard, by the headers of its blocks alone. Four bytes can stand for many thousands, and the decompressor
 * sets memory aside for whatever comes. Bytes that are cut off or none of this format are for it to refuse.
 */
export const zstdBound = (input: Uint8Array): Bound => {
  let [bytes, movedBytes] = [0, 0];
  try {
    read(new DataView(input.buffer, input.byteOffset, input.byteLength), (blockBytes, windowBytes) => {
      bytes += blockBytes;
      movedBytes += windowBytes;
    });
  } catch (fault) {
    if (!(fault instanceof RangeError)) throw fault;
  }
  return { bytes, movedBytes };
};
