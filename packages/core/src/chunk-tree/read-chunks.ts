import { packPath, type PackName, treeKey } from '../values/index.js';
import type { ChunkLocation } from './chunk-location.js';
import type { ChunkTree } from './chunk-tree.js';
import { decodeChunks, groupBytes, type LocatedBytes } from './decode-chunks.js';
import { inOrder } from './in-order.js';
import type { ReadMemory } from './read-memory.js';
import { readInto } from './read-tree-blob.js';

/** A group of chunks that are scattered over packs needs no more reads than this at once. */
const maxReadsPerGroup = 16;

/** Bytes of one pack that are read together, and the stored chunks in them. */
interface Run {
  readonly pack: PackName;
  readonly begin: number;
  end: number;
  readonly chunks: ChunkLocation[];
}

/** Chunks in the order in which they are wanted, and the reads that bring each of them once. */
interface Group {
  readonly wanted: ChunkLocation[];
  readonly runs: Run[];
  readonly known: Set<string>;
  rawBytes: number;
}

const identityOf = ({ name, pack, offset }: ChunkLocation): string => `${pack}/${offset}/${name}`;

const emptyGroup = (): Group => ({ wanted: [], runs: [], known: new Set(), rawBytes: 0 });

/** The last read, when the chunk follows it in its pack. */
const runBefore = ({ runs }: Group, { pack, offset }: ChunkLocation): Run | undefined => {
  const last = runs.at(-1);
  return last?.pack === pack && last.end === offset ? last : undefined;
};

const hasRoom = (group: Group, location: ChunkLocation, maxGroupBytes: number): boolean => {
  if (group.wanted.length === 0) return true;
  if (group.rawBytes + location.rawBytes > maxGroupBytes) return false;
  const needsRun = !group.known.has(identityOf(location)) && runBefore(group, location) === undefined;
  return !needsRun || group.runs.length < maxReadsPerGroup;
};

/** Chunks that follow each other in a pack are read in one piece; one that comes again, as in a file full of zeros, is read once a group. */
const put = (group: Group, location: ChunkLocation): void => {
  group.wanted.push(location);
  group.rawBytes += location.rawBytes;
  if (group.known.has(identityOf(location))) return;
  group.known.add(identityOf(location));
  const { pack, offset, storedBytes } = location;
  const run = runBefore(group, location);
  if (run === undefined) {
    group.runs.push({ pack, begin: offset, end: offset + storedBytes, chunks: [location] });
  } else {
    run.end += storedBytes;
    run.chunks.push(location);
  }
};

async function* groupsOf(locations: AsyncIterable<ChunkLocation>, maxGroupBytes: number): AsyncGenerator<Group, void, undefined> {
  let group = emptyGroup();
  for await (const location of locations) {
    if (!hasRoom(group, location, maxGroupBytes)) {
      yield group;
      group = emptyGroup();
    }
    put(group, location);
  }
  if (group.wanted.length > 0) yield group;
}

/** Fills the target, which is as long as the run. */
const readRun = async (
  { blobs, namespace }: ChunkTree,
  { pack, begin, chunks }: Run,
  target: Uint8Array,
): Promise<readonly LocatedBytes[]> => {
  await readInto(blobs, treeKey(namespace, packPath(pack)), begin, target);
  return chunks.map((location) => {
    const from = location.offset - begin;
    return { location, bytes: target.subarray(from, from + location.storedBytes) };
  });
};

const lengthOf = ({ begin, end }: Run): number => end - begin;

const readGroup = async (tree: ChunkTree, memory: ReadMemory, { wanted, runs }: Group): Promise<readonly Uint8Array[]> => {
  const bytes = memory.take(runs.reduce((sum, run) => sum + lengthOf(run), 0));
  let at = 0;
  const reads = runs.map((run) => {
    const target = bytes.subarray(at, at + lengthOf(run));
    at += lengthOf(run);
    return readRun(tree, run, target);
  });
  const stored = await Promise.all(reads);
  const keyOf = ({ pack }: ChunkLocation) => treeKey(tree.namespace, packPath(pack));
  const decoded = await decodeChunks(tree.codec, keyOf, stored.flat());
  memory.giveBack(bytes);
  const byIdentity = new Map(decoded.map((chunk) => [identityOf(chunk.location), chunk.bytes]));
  return wanted.flatMap((location) => byIdentity.get(identityOf(location)) ?? []);
};

/**
 * The raw bytes of chunks in the given order, each checked against its name. While one group is used the next one is read and decoded. A fault throws;
 * what came before it is right.
 */
export async function* readChunks(
  tree: ChunkTree,
  memory: ReadMemory,
  locations: AsyncIterable<ChunkLocation>,
  maxGroupBytes = groupBytes,
): AsyncGenerator<Uint8Array, void, undefined> {
  const groups = groupsOf(locations, maxGroupBytes);
  for await (const chunks of inOrder(groups, (group) => readGroup(tree, memory, group), 1)) yield* chunks;
}
