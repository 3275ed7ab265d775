import { err, ok, type Result } from 'neverthrow';
import type { ChunkLocation } from '../../model/chunk-tree/chunk-location.js';
import type { ChunkName, PackName } from '../../model/values/index.js';
import { readName } from './binary-name.js';
import { chunkEncodingOf, chunkProblemOf } from './chunk-form.js';
import { liesInPack } from './chunk-map.js';
import { chunkMapError, type ChunkMapProblem, type FormatError } from './format-error.js';
import { chunkMapMagic, holdsMagic, viewOf } from './layout.js';
import { mapEntryBytes, mapHeaderBytes, maxMapBytes, maxMapEntries, nameBytes } from './limits.js';

const problemOfHeader = (file: Uint8Array, packCount: number, entryCount: number): ChunkMapProblem | undefined => {
  if (!holdsMagic(file, 0, chunkMapMagic)) return 'wrong_magic';
  if (entryCount === 0) return 'no_chunks';
  if (entryCount > maxMapEntries) return 'too_many_chunks';
  if (packCount === 0 || packCount > entryCount) return 'wrong_pack_count';
  return file.length === mapHeaderBytes + packCount * nameBytes + entryCount * mapEntryBytes ? undefined : 'wrong_length';
};

const readPacks = (file: Uint8Array, packCount: number): readonly PackName[] =>
  Array.from({ length: packCount }, (_, number) => readName<PackName>(file, mapHeaderBytes + number * nameBytes));

const readEntries = (file: Uint8Array, packs: readonly PackName[]): Result<readonly ChunkLocation[], FormatError> => {
  const view = viewOf(file);
  const locations: ChunkLocation[] = [];
  let usedPacks = 0;
  for (let at = mapHeaderBytes + packs.length * nameBytes; at < file.length; at += mapEntryBytes) {
    const packNumber = view.getUint16(at + nameBytes, true);
    const pack = packs[packNumber];
    if (pack === undefined) return err(chunkMapError('pack_out_of_range'));
    if (packNumber > usedPacks) return err(chunkMapError('pack_out_of_order'));
    if (packNumber === usedPacks) usedPacks += 1;
    const offset = view.getUint32(at + nameBytes + 2, true);
    const storedBytes = view.getUint32(at + nameBytes + 6, true);
    const rawBytes = view.getUint32(at + nameBytes + 10, true);
    const encoding = chunkEncodingOf(file[at + nameBytes + 14]);
    const problem = chunkProblemOf(storedBytes, rawBytes, encoding);
    if (problem !== undefined || encoding === undefined) return err(chunkMapError(problem ?? 'unknown_encoding'));
    if (!liesInPack(offset, storedBytes)) return err(chunkMapError('offset_out_of_range'));
    locations.push({ name: readName<ChunkName>(file, at), pack, offset, storedBytes, rawBytes, encoding });
  }
  return usedPacks === packs.length ? ok(locations) : err(chunkMapError('unused_pack'));
};

/**
 * Reads a chunk map file: the chunks of a segment in the order of the object. What it accepts is canonical: encoding the result gives the same bytes.
 * Whether the packs exist and hold these chunks there is not known here.
 */
export const parseChunkMap = (file: Uint8Array): Result<readonly ChunkLocation[], FormatError> => {
  if (file.length < mapHeaderBytes) return err(chunkMapError('too_short'));
  if (file.length > maxMapBytes) return err(chunkMapError('too_long'));
  const view = viewOf(file);
  const packCount = view.getUint32(8, true);
  const problem = problemOfHeader(file, packCount, view.getUint32(12, true));
  if (problem !== undefined) return err(chunkMapError(problem));
  const packs = readPacks(file, packCount);
  return new Set(packs).size === packs.length ? readEntries(file, packs) : err(chunkMapError('repeated_pack'));
};
