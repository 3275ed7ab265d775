import { err, ok, type Result } from 'neverthrow';
import type { ChunkLocation } from '../../model/chunk-tree/chunk-location.js';
import type { ChunkName, PackName } from '../../model/values/index.js';
import { readName } from './binary-name.js';
import { chunkEncodingOf, chunkProblemOf } from './chunk-form.js';
import { type FormatError, packError } from './format-error.js';
import { holdsMagic, magicBytes, packEndMagic, packMagic, viewOf } from './layout.js';
import {
  maxPackBytes,
  maxPackChunks,
  minPackBytes,
  nameBytes,
  packEntryBytes,
  packFooterBytes,
  packHeaderBytes,
} from './limits.js';
import { createPackIndex, type PackIndex } from './pack-index.js';

export interface PackFooter {
  readonly entryCount: number;
  /** Of the index in the file. */
  readonly indexOffset: number;
  readonly indexBytes: number;
}

/** Whether bytes begin as a pack does; the first `packHeaderBytes` of the file are enough. */
export const hasPackMagic = (bytes: Uint8Array): boolean => holdsMagic(bytes, 0, packMagic);

/** Reads the last `packFooterBytes` of a pack file that has `packBytes` in all. */
export const parsePackFooter = (footer: Uint8Array, packBytes: number): Result<PackFooter, FormatError> => {
  if (packBytes < minPackBytes) return err(packError('too_short'));
  if (packBytes > maxPackBytes) return err(packError('too_long'));
  if (footer.length !== packFooterBytes) return err(packError('wrong_footer_length'));
  if (!holdsMagic(footer, packFooterBytes - magicBytes, packEndMagic)) return err(packError('wrong_end_magic'));
  const view = viewOf(footer);
  const entryCount = view.getUint32(0, true);
  const indexBytes = view.getUint32(4, true);
  if (view.getUint32(8, true) !== 0) return err(packError('reserved_not_zero'));
  if (entryCount === 0) return err(packError('no_chunks'));
  if (entryCount > maxPackChunks) return err(packError('too_many_chunks'));
  if (indexBytes !== entryCount * packEntryBytes) return err(packError('wrong_index_length'));
  const indexOffset = packBytes - packFooterBytes - indexBytes;
  // Each chunk has at least one byte.
  if (indexOffset < packHeaderBytes + entryCount) return err(packError('index_out_of_range'));
  return ok({ entryCount, indexOffset, indexBytes });
};

/** Whether two of the names are the same. Most indexes show by the beginnings of their names that it is not so. */
const hasRepeatedName = (index: Uint8Array): boolean => {
  const view = viewOf(index);
  const count = index.length / packEntryBytes;
  const beginnings = new Set<number>();
  for (let at = 0; at < index.length; at += packEntryBytes)
    beginnings.add(view.getUint32(at) * 2 ** 20 + (view.getUint32(at + 4) >>> 12));
  if (beginnings.size === count) return false;
  const names = new Set<ChunkName>();
  for (let at = 0; at < index.length; at += packEntryBytes) names.add(readName<ChunkName>(index, at));
  return names.size < count;
};

/** Opens the index of a pack file of `packBytes`, whose bytes it keeps. The header and the footer are not looked at. */
export const openPackIndex = (index: Uint8Array, pack: PackName, packBytes: number): Result<PackIndex, FormatError> => {
  if (packBytes > maxPackBytes) return err(packError('too_long'));
  if (index.length === 0) return err(packError('no_chunks'));
  if (index.length % packEntryBytes !== 0) return err(packError('wrong_index_length'));
  if (index.length > maxPackChunks * packEntryBytes) return err(packError('too_many_chunks'));
  const view = viewOf(index);
  const offsets = new Uint32Array(index.length / packEntryBytes);
  let offset = packHeaderBytes;
  for (let position = 0; position < offsets.length; position += 1) {
    const at = position * packEntryBytes + nameBytes;
    const storedBytes = view.getUint32(at, true);
    const problem = chunkProblemOf(storedBytes, view.getUint32(at + 4, true), chunkEncodingOf(index[at + 8]));
    if (problem !== undefined) return err(packError(problem));
    offsets[position] = offset;
    offset += storedBytes;
  }
  if (hasRepeatedName(index)) return err(packError('repeated_chunk'));
  if (offset + index.length + packFooterBytes !== packBytes) return err(packError('lengths_do_not_add_up'));
  return ok(createPackIndex(index, offsets, pack));
};

/** Reads the index of a pack file of `packBytes`: where each chunk lies, in the order of the file. The header and the footer are not looked at. */
export const parsePackIndex = (
  index: Uint8Array,
  pack: PackName,
  packBytes: number,
): Result<readonly ChunkLocation[], FormatError> => openPackIndex(index, pack, packBytes).map((opened) => opened.locations());

/** Reads a whole pack file: where each chunk lies, in the order of the file. Neither the file's hash nor the chunks' bytes are looked at. */
export const parsePack = (bytes: Uint8Array, pack: PackName): Result<readonly ChunkLocation[], FormatError> =>
  parsePackFooter(bytes.subarray(-packFooterBytes), bytes.length).andThen(({ indexOffset, indexBytes }) =>
    hasPackMagic(bytes)
      ? parsePackIndex(bytes.subarray(indexOffset, indexOffset + indexBytes), pack, bytes.length)
      : err(packError('wrong_magic')),
  );
