const magic = 0xfd2fb528;
/** Without its last digit, which is free (RFC 8878, 3.1.2). */
const skippableMagic = 0x184d2a5;
/** No frame is shorter, also none that is skipped. */
const shortestFrameBytes = 8;

/** The exponent of a window of 2^31 bytes or more, but less than 2^32: 10 less than that of the bytes. */
const largeExponent = 31 - 10;

const dictionaryIdBytes = [0, 1, 2, 4];
const contentSizeBytes = [0, 2, 4, 8];

/** Where the frame's first block begins, that is, its header ends (RFC 8878, 3.1.1.1). */
const headerEnd = (begin: number, descriptor: number): number => {
  const isSingle = (descriptor & 0x20) !== 0;
  const sizeBytes = contentSizeBytes[descriptor >> 6] ?? 0;
  const idBytes = dictionaryIdBytes[descriptor & 3] ?? 0;
  return begin + 5 + (isSingle ? Math.max(1, sizeBytes) : 1 + sizeBytes) + idBytes;
};

/** Where the frame ends; behind all bytes when it is cut off. */
const frameEnd = (view: DataView, firstBlock: number, hasChecksum: boolean): number => {
  let at = firstBlock;
  for (;;) {
    if (at + 3 > view.byteLength) return view.byteLength;
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    // A run is one byte, however often it repeats.
    const isRun = ((header >> 1) & 3) === 1;
    at += 3 + (isRun ? 1 : header >> 3);
    if ((header & 1) === 1) return at + (hasChecksum ? 4 : 0);
  }
};

/**
 * The same frames, where those that ask for a window from 2^31 bytes on ask for half as much; undefined when none does. Compiled to 32 bits libzstd refuses
 * such windows, and with 64 bits it takes them; how large one is does not matter to a chunk, which is decoded at once.
 */
export const lowerWindows = (frames: Uint8Array): Uint8Array | undefined => {
  const lowered = new Uint8Array(frames);
  const view = new DataView(lowered.buffer);
  let isLower = false;
  for (let at = 0; at + shortestFrameBytes <= view.byteLength;) {
    const first = view.getUint32(at, true);
    if (first >>> 4 === skippableMagic) {
      at += shortestFrameBytes + view.getUint32(at + 4, true);
      continue;
    }
    if (first !== magic) break;
    const descriptor = view.getUint8(at + 4);
    const window = view.getUint8(at + 5);
    if ((descriptor & 0x20) === 0 && window >> 3 === largeExponent) {
      view.setUint8(at + 5, window - 8);
      isLower = true;
    }
    at = frameEnd(view, headerEnd(at, descriptor), (descriptor & 4) !== 0);
  }
  return isLower ? lowered : undefined;
};
