import { blake3 } from '@noble/hashes/blake3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { invariant } from '../../model/app-error.js';
import type { ChunkCodec, EncodedChunk, StoredChunk } from '../../ports/chunk-codec.js';
import { chooseGroup } from './choose-group.js';
import { isDecodable } from './decoded-bytes.js';
import { joinPlanes, splitPlanes } from './planes.js';
import { maxChunkBytes } from './profile.js';

/** The two things of zstd (RFC 8878) that a codec needs. */
export interface Zstd {
  /** One frame, at level 3. */
  compress(bytes: Uint8Array): Uint8Array;
  /** What the frames, which follow each other, hold; undefined unless they hold exactly `rawBytes` bytes and nothing follows them. */
  decompress(frames: Uint8Array, rawBytes: number): Uint8Array | undefined;
}

const concatenated = (pieces: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(pieces.reduce((total, piece) => total + piece.byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
};

const encode = (chunk: Uint8Array, zstd: Zstd): EncodedChunk => {
  const group = chooseGroup(chunk);
  let best: EncodedChunk = { encoding: 0, bytes: chunk };
  const plain = zstd.compress(chunk);
  if (plain.byteLength < best.bytes.byteLength) best = { encoding: 1, bytes: plain };
  if (group === 1) return best;
  const planes = concatenated(splitPlanes(chunk, group).map((plane) => zstd.compress(plane)));
  return planes.byteLength < best.bytes.byteLength ? { encoding: group, bytes: planes } : best;
};

/** The bytes that a stored chunk stands for, in new memory; undefined when it does not decode to its length. */
const decode = (stored: StoredChunk, zstd: Zstd | undefined): Uint8Array | undefined => {
  const { encoding, bytes, rawBytes } = stored;
  if (!isDecodable(stored) || bytes.byteLength > rawBytes) return undefined;
  // A Buffer's own `slice` would be the same memory.
  if (encoding === 0) return bytes.byteLength === rawBytes ? new Uint8Array(bytes) : undefined;
  // Not the chunk's fault: taken for damage, it would have clients send again and again what is whole.
  invariant(
    zstd !== undefined,
    'chunks are compressed with zstd: give portableCodec one, or take createNodeCodec of @svc/codec-node',
  );
  const content = zstd.decompress(bytes, rawBytes);
  if (content?.byteLength !== rawBytes) return undefined;
  if (encoding === 1) return content;
  const chunk = new Uint8Array(rawBytes);
  joinPlanes(content, encoding, chunk);
  return chunk;
};

const blake3Hex = (bytes: Uint8Array): string => bytesToHex(blake3(bytes));

/**
 * A codec in plain JavaScript: right on every platform, and slow (BLAKE3 at about 40 MB/s). Without a zstd it stores chunks as they are, and to be
 * given others to decode is a bug of the caller that put it there: it throws.
 */
export const portableCodec = ({ zstd }: { readonly zstd?: Zstd } = {}): ChunkCodec => ({
  blake3: () => {
    const hash = blake3.create();
    return {
      update: (bytes) => {
        hash.update(bytes);
      },
      digestHex: () => bytesToHex(hash.digest()),
    };
  },
  blake3Hex,
  encode: (chunk) => {
    invariant(chunk.byteLength > 0 && chunk.byteLength <= maxChunkBytes, 'a chunk has at least 1 byte and at most 1 MiB');
    return zstd === undefined ? { encoding: 0, bytes: chunk } : encode(chunk, zstd);
  },
  decodeAll: async (chunks) =>
    chunks.map((stored) => {
      const chunk = decode(stored, zstd);
      return chunk !== undefined && stored.name !== undefined && blake3Hex(chunk) !== stored.name ? undefined : chunk;
    }),
});
