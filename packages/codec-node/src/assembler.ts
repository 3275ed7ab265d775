import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { invariant } from '@svc/core/model';
import { isDecodable } from '@svc/core/chunking';
import { nameBytes } from '@svc/core/packs';
import type { Blake3 } from './blake3/blake3.js';
import type { ChunkCoder } from './chunk-coder.js';
import { codeOf } from './code-of.js';

/** How many numbers the table has for a chunk. */
export const chunkColumns = 4;

/** Stored chunks in the order of their object. */
export interface ChunkBatch {
  /** Memory that threads share, in which the stored chunks lie. */
  readonly stored: Uint8Array;
  /** For each chunk where it begins there, how many bytes it has stored and raw, and its encoding. */
  readonly table: Uint32Array;
  /** The BLAKE3-256 of each, one behind the other; undefined where the hash of the whole is enough. */
  readonly names: Uint8Array | undefined;
  /** Memory that threads share, with room for all raw chunks. */
  readonly raw: Uint8Array;
  /** A file that the raw chunks are written to. */
  readonly to: { readonly descriptor: number; readonly position: number } | undefined;
}

/** How far it has come: `chunks` of the batch are right, in `raw` one behind the other, hashed and written; the next one is damaged, if there is one. */
export interface Assembled {
  readonly chunks: number;
  readonly rawBytes: number;
}

/** The file cannot be written; the code is the system's. */
export interface Unwritten {
  readonly code: string;
}

/** Puts an object together: each chunk is decoded, held against its name where it has one, and hashed while it is near the processor. */
export interface Assembler {
  add(batch: ChunkBatch): Assembled | Unwritten;
  /** Of all that was added. */
  sha256(): string;
}

const writeFully = (descriptor: number, bytes: Uint8Array, position: number): Unwritten | undefined => {
  try {
    for (let written = 0; written < bytes.byteLength;) {
      written += writeSync(descriptor, bytes, written, bytes.byteLength - written, position + written);
    }
    return undefined;
  } catch (fault) {
    return { code: codeOf(fault) };
  }
};

export const createAssembler = (coder: ChunkCoder, blake3: Blake3): Assembler => {
  const hash = createHash('sha256');
  const found = Buffer.alloc(nameBytes);
  /** Whether the chunk decodes to its length, which `out` has, and to its name, if it has one. */
  const decode = ({ stored, table, names }: ChunkBatch, index: number, out: Uint8Array): boolean => {
    const [at = 0, storedBytes = 0, rawBytes = 0, number] = table.subarray(index * chunkColumns, (index + 1) * chunkColumns);
    const encoding = ([0, 1, 2, 4, 8] as const).find((each) => each === number);
    if (encoding === undefined || !isDecodable({ encoding, rawBytes })) return false;
    if (!coder.decode({ encoding, bytes: stored.subarray(at, at + storedBytes) }, out)) return false;
    if (names === undefined) return true;
    blake3.into(out, found, 0);
    return found.equals(names.subarray(index * nameBytes, (index + 1) * nameBytes));
  };
  return {
    add: (batch) => {
      const { table, raw, to } = batch;
      const count = table.length / chunkColumns;
      let chunks = 0;
      let rawBytes = 0;
      for (; chunks < count; chunks += 1) {
        const end = rawBytes + (table[chunks * chunkColumns + 2] ?? 0);
        invariant(end <= raw.byteLength, 'the raw chunks of a batch have room');
        const out = raw.subarray(rawBytes, end);
        if (!decode(batch, chunks, out)) break;
        hash.update(out);
        rawBytes = end;
      }
      const unwritten = to && writeFully(to.descriptor, raw.subarray(0, rawBytes), to.position);
      return unwritten ?? { chunks, rawBytes };
    },
    sha256: () => hash.digest('hex'),
  };
};
