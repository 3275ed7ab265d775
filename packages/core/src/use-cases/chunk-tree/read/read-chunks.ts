import { mapOrdered } from '../../../concurrency/map-ordered.js';
import { decodedBytes } from '../../../formats/chunking/index.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { type PackName, packPath, treeKey } from '../../../model/values/index.js';
import type { ChunkTree } from './chunk-tree.js';
import { type CheckedNames, decodeChunks, groupBytes, concurrentGroups, type LocatedBytes } from './decode-chunks.js';
import type { ReadMemory } from './read-memory.js';
import { readInto } from './read-tree-blob.js';

/** A group of chunks that are scattered over packs needs no more reads than this at once. */
const maxReadsPerGroup = 16;
/** Opening a file costs more than reading so many bytes that nobody wants: what a later version has left out of an older pack is read over. */
const maxGapBytes = 512 * 1024;

/** Bytes of one pack that are read together, and the stored chunks in them. */
interface Run {
  readonly pack: PackName;
  readonly begin: number;
  end: number;
  readonly chunks: ChunkLocation[];
}

/** Chunks in the order in which they are wanted, and the reads that bring each of them once. */
export interface Group {
  readonly wanted: ChunkLocation[];
  readonly runs: Run[];
  readonly known: Set<string>;
  rawBytes: number;
  /** Of all runs, with the gaps in them. */
  readBytes: number;
}

const identityOf = ({ name, pack, offset }: ChunkLocation): string => `${pack}/${offset}/${name}`;

const emptyGroup = (): Group => ({ wanted: [], runs: [], known: new Set(), rawBytes: 0, readBytes: 0 });

/** The last read of the chunk's pack, when the chunk follows soon after it. */
const runBefore = ({ runs }: Group, { pack, offset }: ChunkLocation): Run | undefined => {
  const run = runs.findLast((each) => each.pack === pack);
  return run !== undefined && offset >= run.end && offset - run.end <= maxGapBytes ? run : undefined;
};

const hasRoom = (group: Group, location: ChunkLocation, maxGroupBytes: number): boolean => {
  if (group.wanted.length === 0) return true;
  if (group.rawBytes + location.rawBytes > maxGroupBytes) return false;
  if (group.known.has(identityOf(location))) return true;
  const run = runBefore(group, location);
  const moreBytes = location.storedBytes + (run === undefined ? 0 : location.offset - run.end);
  return group.readBytes + moreBytes <= maxGroupBytes && (run !== undefined || group.runs.length < maxReadsPerGroup);
};

/** Chunks that lie near each other in a pack are read in one piece; one that comes again, as in a file full of zeros, is read once a group. */
const put = (group: Group, location: ChunkLocation): void => {
  group.wanted.push(location);
  group.rawBytes += location.rawBytes;
  if (group.known.has(identityOf(location))) return;
  group.known.add(identityOf(location));
  const { pack, offset, storedBytes } = location;
  const run = runBefore(group, location);
  if (run === undefined) {
    group.runs.push({ pack, begin: offset, end: offset + storedBytes, chunks: [location] });
    group.readBytes += storedBytes;
  } else {
    group.readBytes += offset + storedBytes - run.end;
    run.end = offset + storedBytes;
    run.chunks.push(location);
  }
};

/** Of at most so many raw bytes, and as many that are read, or of one chunk. */
export async function* groupsOf(
  locations: AsyncIterable<ChunkLocation>,
  maxGroupBytes: () => number,
): AsyncGenerator<Group, void, undefined> {
  let group = emptyGroup();
  let maxBytes = maxGroupBytes();
  for await (const location of locations) {
    if (!hasRoom(group, location, maxBytes)) {
      yield group;
      group = emptyGroup();
      maxBytes = maxGroupBytes();
    }
    put(group, location);
  }
  if (group.wanted.length > 0) yield group;
}

/** Fills the target, which is as long as the run. */
const readRun = async (tree: ChunkTree, { pack, begin, chunks }: Run, target: Uint8Array): Promise<readonly LocatedBytes[]> => {
  await readInto(tree, treeKey(tree.namespace, packPath(pack)), begin, target);
  return chunks.map((location) => {
    const from = location.offset - begin;
    return { location, bytes: target.subarray(from, from + location.storedBytes) };
  });
};

const lengthOf = ({ begin, end }: Run): number => end - begin;

/** How much memory is read into. */
export const readBytesOf = ({ runs }: Group): number => runs.reduce((sum, run) => sum + lengthOf(run), 0);

/** How much memory the decoded chunks take. */
export const decodedBytesOf = ({ runs }: Group): number => decodedBytes(runs.flatMap(({ chunks }) => chunks));

interface ReadGroup {
  readonly chunks: readonly Uint8Array[];
  /** What they lie in, if it is to be used again. */
  readonly room: Uint8Array | undefined;
}

export const readGroup = async (tree: ChunkTree, options: ReadChunks, group: Group): Promise<ReadGroup> => {
  const { memory, reusesChunks, names } = options;
  const { wanted, runs } = group;
  const bytes = memory.take(readBytesOf(group));
  let at = 0;
  const reads = runs.map((run) => {
    const target = bytes.subarray(at, at + lengthOf(run));
    at += lengthOf(run);
    return readRun(tree, run, target);
  });
  const stored = await Promise.all(reads);
  const keyOf = ({ pack }: ChunkLocation) => treeKey(tree.namespace, packPath(pack));
  const room = reusesChunks ? memory.take(decodedBytesOf(group)) : undefined;
  const decoded = await decodeChunks(tree.codec, keyOf, stored.flat(), room, names);
  memory.release(bytes);
  const byIdentity = new Map(decoded.map((chunk) => [identityOf(chunk.location), chunk.bytes]));
  return { chunks: wanted.flatMap((location) => byIdentity.get(identityOf(location)) ?? []), room };
};

export interface ReadChunks {
  readonly memory: ReadMemory;
  /** The reader is done with each chunk when it asks for the next one. */
  readonly reusesChunks: boolean;
  /** All when absent. */
  readonly names?: CheckedNames;
}

/**
 * The raw bytes of chunks in the given order, each checked against its name unless `names` says otherwise. While one group is used the next one is read and decoded. A fault throws;
 * what came before it is right.
 */
export async function* readChunks(
  tree: ChunkTree,
  locations: AsyncIterable<ChunkLocation>,
  options: ReadChunks,
): AsyncGenerator<Uint8Array, void, undefined> {
  const groups = groupsOf(locations, () => groupBytes);
  for await (const { chunks, room } of mapOrdered(groups, (group) => readGroup(tree, options, group), {
    concurrency: concurrentGroups,
  })) {
    yield* chunks;
    if (room !== undefined) options.memory.release(room);
  }
}
