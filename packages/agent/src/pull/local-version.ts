import type { Oid } from '@svc/core';
import type { ChunkLocation, PackName } from '@svc/core/model';
import type { ByteRange } from '@svc/client';
import { createLocationTable, type LocationIn, type LocationTable } from '../push/location-table.js';
import { changedWhileRead, openSource, type SourceFile, UnreadableFile } from '../push/source-file.js';
import type { TransferContext } from '../transfer-context.js';
import { hashFile } from '../verify/hash-file.js';
import { readManifest, readMaps, UnusableList } from './read-list.js';
import type { Traffic } from './traffic.js';

/** Another version of what is pulled, which lies here: what both have is taken from it. */
export interface LocalVersion {
  readonly path: string;
  /** What it is said to be; it is hashed, unless that is given. */
  readonly oid?: Oid | undefined;
}

/** A part of a local file, which holds chunks as they are. */
export interface LocalPart {
  readonly file: SourceFile;
  /** Where in the file it begins, in bytes. */
  readonly begin: number;
}

/** A chunk that is pulled: in a pack of the service, or here. */
export type PulledChunk = LocationIn<PackName | LocalPart>;

export interface LocalChunks {
  /** Where a chunk lies here, or where the service has it. */
  find(location: ChunkLocation): PulledChunk;
  close(): Promise<void>;
}

/** Of shorter objects, asking what the local one consists of is not worth it. */
const leastLocalBytes = 1024 * 1024;
/** Of a file that is as much larger than what is pulled, there is more to hash than to fetch. */
const mostTimesLarger = 4;
/** 60 MB of memory. */
const mostChunks = 2 ** 20;
/** Offsets in a part are as short as those in a pack. */
const partBytes = 32 * 1024 * 1024;

/** Fills memory with bytes of a part. What a file has no more was cut off it. */
export const readPart = async ({ file, begin }: LocalPart, range: ByteRange, memory: Uint8Array): Promise<void> => {
  if ((await file.read(memory, begin + range.begin)) < memory.byteLength) throw changedWhileRead(file.path);
};

/** The chunks of the local version by their names, as the service lists them for its oid. */
const listChunks = async (
  context: TransferContext,
  file: SourceFile,
  oid: Oid,
  traffic: Traffic,
): Promise<LocationTable<LocalPart> | undefined> => {
  const { maps, sizeBytes } = await readManifest(context, oid, traffic);
  if (sizeBytes !== file.sizeBytes) return undefined;
  const chunkCount = maps.reduce((sum, map) => sum + map.chunkCount, 0);
  const table = createLocationTable<LocalPart>(Math.min(chunkCount, mostChunks));
  let part: LocalPart = { file, begin: 0 };
  let position = 0;
  for await (const locations of readMaps(context, maps, traffic)) {
    for (const { name, rawBytes } of locations) {
      if (position - part.begin >= partBytes) part = { file, begin: position };
      const offset = position - part.begin;
      if (!table.isFull() && !table.has(name))
        table.add({ name, pack: part, offset, storedBytes: rawBytes, rawBytes, encoding: 0 });
      position += rawBytes;
    }
    if (table.isFull()) break;
  }
  return table;
};

/**
 * Opens another version of an object of so many bytes that lies here; undefined where there is none of which the service tells the chunks. Nothing here is
 * taken on trust: what is put together from it is hashed.
 */
export const openLocalVersion = async (
  context: TransferContext,
  { path, oid }: LocalVersion,
  pulledBytes: number,
  traffic: Traffic,
): Promise<LocalChunks | undefined> => {
  if (pulledBytes < leastLocalBytes) return undefined;
  try {
    const file = await openSource(context.fileSystem, path);
    let table: LocationTable<LocalPart> | undefined;
    try {
      if (file.sizeBytes < leastLocalBytes || file.sizeBytes > mostTimesLarger * pulledBytes) return undefined;
      const chunks = await listChunks(context, file, oid ?? (await hashFile(file, context.signal)), traffic);
      table = chunks;
      return chunks && { find: (location) => chunks.get(location.name) ?? location, close: () => file.close() };
    } finally {
      if (table === undefined) await file.close();
    }
  } catch (fault) {
    if (fault instanceof UnreadableFile || fault instanceof UnusableList) return undefined;
    throw fault;
  }
};
