import type { SeededRandom } from '@svc/conformance';
import { createHash } from 'node:crypto';
import { cutMasks, type FastCdcProfile, type Zstd } from '../../../src/formats/chunking/index.js';

/** A gear table that is derived, not written out. */
const gear = Array.from({ length: 256 }, (_, byte) =>
  createHash('md5').update(Buffer.alloc(64, byte)).digest().readBigUInt64BE(),
);
export const derivedGear: readonly bigint[] = gear;

const wrap = (value: bigint): bigint => BigInt.asUintN(64, value);
const gearOf = (bytes: Uint8Array, at: number): bigint => gear[bytes[at] ?? 0] ?? 0n;

/** FastCDC as it was published, two bytes a step, on numbers of any size: the hash and the length of the first chunk. */
export const publishedCut = (bytes: Uint8Array, profile: FastCdcProfile): { readonly hash: bigint; readonly length: number } => {
  let remaining = bytes.length;
  if (remaining <= profile.minBytes) return { hash: 0n, length: remaining };
  let center = profile.averageBytes;
  if (remaining > profile.maxBytes) remaining = profile.maxBytes;
  else if (remaining < center) center = remaining;
  const masks = cutMasks(profile);
  let hash = 0n;
  let pair = Math.floor(profile.minBytes / 2);
  for (const [mask, until] of [
    [BigInt(masks.small), center],
    [BigInt(masks.large), remaining],
  ] as const) {
    for (; pair < Math.floor(until / 2); pair += 1) {
      const at = pair * 2;
      hash = wrap((hash << 2n) + wrap(gearOf(bytes, at) << 1n));
      if ((hash & (mask << 1n)) === 0n) return { hash, length: at };
      hash = wrap(hash + gearOf(bytes, at + 1));
      if ((hash & mask) === 0n) return { hash, length: at + 1 };
    }
  }
  return { hash, length: remaining };
};

/** The lengths of all chunks. */
export const lengthsOf = (bytes: Uint8Array, cut: (bytes: Uint8Array, begin: number, end: number) => number): number[] => {
  const lengths: number[] = [];
  for (let begin = 0; begin < bytes.length; begin += lengths.at(-1) ?? 0) lengths.push(cut(bytes, begin, bytes.length));
  return lengths;
};

const words = ['chunk', 'the', ' ', '\n', 'of a', 'file', '();', 'return', 'const', '0', '    ', 'version', 'e', 'pack'] as const;

export const textOf = (random: SeededRandom, length: number): Uint8Array => {
  let text = '';
  while (text.length < length) text += random.pick(words);
  return new TextEncoder().encode(text.slice(0, length));
};

const runsOf = (random: SeededRandom, length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const run = 1 + random.integer(2000);
    bytes.fill(random.integer(256), at, at + run);
    at += run;
  }
  return bytes;
};

/** Bytes of every character: without any order, of few values, text, long runs, a short period. */
export const bytesOfAnyKind = (random: SeededRandom, length: number): Uint8Array => {
  const period = random.bytes(1 + random.integer(40));
  return random.pick([
    () => random.bytes(length),
    () => random.bytes(length).map((byte) => byte % 3),
    () => textOf(random, length),
    () => runsOf(random, length),
    () => Uint8Array.from({ length }, (_, at) => period[at % period.length] ?? 0),
  ])();
};

const headerBytes = 4;

/** Keeps the contract of a zstd by run lengths: a frame is the length of what it holds and then pairs of a count and a byte. */
export const runLengths: Zstd = {
  compress: (bytes) => {
    const frame = Array.from({ length: headerBytes }, () => 0);
    for (let at = 0; at < bytes.length;) {
      const byte = bytes[at] ?? 0;
      let count = 1;
      while (count < 255 && at + count < bytes.length && bytes[at + count] === byte) count += 1;
      frame.push(count, byte);
      at += count;
    }
    const written = Uint8Array.from(frame);
    new DataView(written.buffer).setUint32(0, bytes.length);
    return written;
  },
  decompress: (frames, rawBytes) => {
    const out = new Uint8Array(rawBytes);
    const view = new DataView(frames.buffer, frames.byteOffset, frames.byteLength);
    let filled = 0;
    for (let at = 0; at < frames.length;) {
      if (at + headerBytes > frames.length) return undefined;
      const frameEnd = filled + view.getUint32(at);
      if (frameEnd > rawBytes) return undefined;
      at += headerBytes;
      for (; filled < frameEnd; at += 2) {
        const [count, byte] = frames.subarray(at, at + 2);
        if (count === undefined || byte === undefined || count === 0 || filled + count > frameEnd) return undefined;
        out.fill(byte, filled, filled + count);
        filled += count;
      }
    }
    return filled === rawBytes ? out : undefined;
  },
};
