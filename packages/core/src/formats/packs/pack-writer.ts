import { invariant } from '../../model/app-error.js';
import type { ChunkLocation } from '../../model/chunk-tree/chunk-location.js';
import type { ChunkName } from '../../model/values/index.js';
import type { EncodedChunk } from '../../ports/chunk-codec.js';
import { writeName } from './binary-name.js';
import { chunkProblemOf } from './chunk-form.js';
import { magicBytes, packEndMagic, packMagic, viewOf } from './layout.js';
import { maxPackBytes, maxPackChunks, nameBytes, packEntryBytes, packFooterBytes, packHeaderBytes } from './limits.js';

export interface PackChunk {
  readonly name: ChunkName;
  /** Kept, not copied: the bytes must not change until the parts of the pack have been written. */
  readonly encoded: EncodedChunk;
  readonly rawBytes: number;
}

/** Where a chunk lies in a pack that has no name yet: the name follows from all its bytes. */
export type PackEntry = Omit<ChunkLocation, 'pack'>;

export interface FinishedPack {
  /** The file in pieces, in order; its name is their BLAKE3-256. */
  readonly parts: readonly Uint8Array[];
  readonly sizeBytes: number;
  readonly entries: readonly PackEntry[];
}

export interface PackWriter {
  /** Of the file if it were finished now. */
  readonly sizeBytes: number;
  readonly chunkCount: number;
  /** Whether one more chunk of so many stored bytes has room. */
  fits(storedBytes: number): boolean;
  /** Appends a chunk that fits and is not in the pack yet; gives the offset of its first stored byte in the file. */
  add(chunk: PackChunk): number;
  /** The pack of all chunks so far, of which there is at least one. */
  finish(): FinishedPack;
}

const encodeTail = (entries: readonly PackEntry[]): Uint8Array => {
  const indexBytes = entries.length * packEntryBytes;
  const tail = new Uint8Array(indexBytes + packFooterBytes);
  const view = viewOf(tail);
  entries.forEach((entry, position) => {
    const at = position * packEntryBytes;
    writeName(entry.name, tail, at);
    view.setUint32(at + nameBytes, entry.storedBytes, true);
    view.setUint32(at + nameBytes + 4, entry.rawBytes, true);
    tail[at + nameBytes + 8] = entry.encoding;
  });
  view.setUint32(indexBytes, entries.length, true);
  view.setUint32(indexBytes + 4, indexBytes, true);
  tail.set(packEndMagic, tail.length - magicBytes);
  return tail;
};

/** Puts encoded chunks together to a pack file (docs/formats.md). The same chunks in the same order make the same bytes, hence the same name. */
export const createPackWriter = (): PackWriter => {
  const entries: PackEntry[] = [];
  const chunks: Uint8Array[] = [];
  const names = new Set<ChunkName>();
  let offset = packHeaderBytes;

  const sizeBytes = (): number => offset + entries.length * packEntryBytes + packFooterBytes;
  const fits = (storedBytes: number): boolean =>
    entries.length < maxPackChunks && sizeBytes() + storedBytes + packEntryBytes <= maxPackBytes;

  return {
    get sizeBytes() {
      return sizeBytes();
    },
    get chunkCount() {
      return entries.length;
    },
    fits,
    add: ({ name, encoded: { encoding, bytes }, rawBytes }) => {
      const storedBytes = bytes.length;
      invariant(fits(storedBytes), 'a chunk that is added to a pack has room there');
      invariant(chunkProblemOf(storedBytes, rawBytes, encoding) === undefined, 'a chunk that is added to a pack is well encoded');
      invariant(!names.has(name), 'a pack holds each chunk once');
      const begin = offset;
      names.add(name);
      chunks.push(bytes);
      entries.push({ name, offset: begin, storedBytes, rawBytes, encoding });
      offset += storedBytes;
      return begin;
    },
    finish: () => {
      invariant(entries.length > 0, 'a pack holds at least one chunk');
      return { parts: [packMagic.slice(), ...chunks, encodeTail(entries)], sizeBytes: sizeBytes(), entries: [...entries] };
    },
  };
};
