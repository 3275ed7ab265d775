import { pauseOf } from '../../../concurrency/pause-of.js';
import {
  createPackWriter,
  createSegmenter,
  encodeChunkMap,
  type ManifestMap,
  type PackEntry,
  type PackWriter,
  targetPackBytes,
} from '../../../formats/packs/index.js';
import { invariant } from '../../../model/app-error.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import { type ChunkName, type MapName, mapPath, type PackName, trusted } from '../../../model/values/index.js';
import { putFile } from '../collect/put-file.js';
import { putPack } from '../collect/put-pack.js';
import type { TreeWork } from '../collect/tree-work.js';
import { createChunkFinder } from '../index/find-chunks.js';
import type { Conversion } from './conversion.js';

/** The plan has no room for a copy, or a file of its name is being deleted. Thrown, so that the reader of the object ends. */
export class NoRoomForCopy extends Error {
  override readonly name = 'NoRoomForCopy';
}

export interface WrittenTree {
  readonly maps: readonly ManifestMap[];
  /** Of packs and maps that the object has brought. */
  readonly addedBytes: number;
}

/** Takes the chunks of one object in their order. */
export interface TreeWriter {
  add(chunk: Uint8Array): Promise<void>;
  finish(): Promise<WrittenTree>;
}

/** Chunks that are looked up at once: some megabytes of them. */
const chunksPerLookUp = 100;
/** Places that wait for the name of the pack under way: some 10 MB of them. */
const maxWaitingChunks = 65_536;

/** Chunks of packs that were ended before, where a sparse index does not find them: some 10 MB of them. */
const maxEarlier = 32_768;

/** What it needs of a conversion. */
type WriterOf = TreeWork & Pick<Conversion, 'tree'>;

/** A chunk in its place; without a pack it lies in the one under way. */
type Placed = PackEntry & { readonly pack: PackName | undefined };

/**
 * Writes what the repository does not have of an object into packs, each of which is verified before its chunks are found in it, and the lists of its chunks into
 * maps. A process that begins anew after a crash finds those chunks. Memory does not grow with the object. Throws `NoRoomForCopy`, and what its steps throw.
 */
export const createTreeWriter = (
  conversion: WriterOf,
  packBytes = targetPackBytes,
  maxWaiting = maxWaitingChunks,
): TreeWriter => {
  const { ports, owner, tree } = conversion;
  const pause = pauseOf(tree);
  const segmenter = createSegmenter();
  const maps: ManifestMap[] = [];
  let asked: { readonly name: ChunkName; readonly bytes: Uint8Array }[] = [];
  let writer: PackWriter = createPackWriter();
  let own = new Map<ChunkName, PackEntry>();
  let waiting: Placed[] = [];
  let addedBytes = 0;
  const finder = createChunkFinder(ports);
  const earlier = new Map<ChunkName, ChunkLocation>();

  const putMap = async (segment: readonly ChunkLocation[]): Promise<void> => {
    const bytes = encodeChunkMap(segment);
    const name = trusted<MapName>(tree.codec.blake3Hex(bytes));
    const put = await putFile(conversion, { path: mapPath(name), parts: [bytes], sizeBytes: bytes.byteLength });
    if (put.isErr()) throw new NoRoomForCopy('there is no room for a chunk map');
    addedBytes += bytes.byteLength;
    maps.push({ name, sizeBytes: segment.reduce((sum, { rawBytes }) => sum + rawBytes, 0), chunkCount: segment.length });
  };

  /** `named` is the pack that was under way. */
  const drain = async (named: PackName | undefined): Promise<void> => {
    const placed = waiting;
    waiting = [];
    for (const chunk of placed) {
      const pack = chunk.pack ?? named;
      invariant(pack !== undefined, 'a chunk of the pack under way waits for its name');
      const segment = segmenter.push({ ...chunk, pack });
      if (segment !== undefined) await putMap(segment);
    }
  };

  const endPack = async (): Promise<void> => {
    const put = await putPack(conversion, tree, writer.finish());
    if (put.isErr()) throw new NoRoomForCopy('there is no room for a pack');
    addedBytes += put.value.sizeBytes;
    const pack = put.value.name;
    for (const [name, entry] of own) earlier.set(name, { ...entry, pack });
    for (const name of earlier.keys()) {
      if (earlier.size <= maxEarlier) break;
      earlier.delete(name);
    }
    writer = createPackWriter();
    own = new Map();
    await drain(pack);
  };

  const write = async (name: ChunkName, bytes: Uint8Array): Promise<PackEntry> => {
    const encoded = tree.codec.encode(bytes);
    const storedBytes = encoded.bytes.byteLength;
    const isFull = writer.sizeBytes >= packBytes || !writer.fits(storedBytes);
    if (writer.chunkCount > 0 && isFull) await endPack();
    const rawBytes = bytes.byteLength;
    const offset = writer.add({ name, encoded, rawBytes });
    const entry = { name, offset, storedBytes, rawBytes, encoding: encoded.encoding };
    own.set(name, entry);
    return entry;
  };

  const placedInOwn = (name: ChunkName): Placed | undefined => {
    const entry = own.get(name);
    return entry && { ...entry, pack: undefined };
  };

  const placeAsked = async (): Promise<void> => {
    const chunks = asked;
    asked = [];
    const names = [...new Set(chunks.map(({ name }) => name))];
    const indexed = await ports.unitOfWork.read((queries) => finder.ask(queries, owner.repositoryId, names));
    if (indexed.isErr()) throw new TreeUnavailable(indexed.error);
    const found = await finder.complete(tree, owner.repositoryId, names, indexed.value);
    for (const { name, bytes } of chunks) {
      const known = found.get(name) ?? earlier.get(name) ?? placedInOwn(name);
      // Not in one expression with the writing, which may end a pack and hand on all that has waited for it.
      const placed = known ?? { ...(await write(name, bytes)), pack: undefined };
      waiting.push(placed);
      if (writer.chunkCount > 0 && waiting.length >= maxWaiting) await endPack();
      // To compress a chunk takes a millisecond or two, and all of them would hold up everybody who waits for an answer.
      if (known === undefined) await pause();
    }
    if (writer.chunkCount === 0) await drain(undefined);
  };

  return {
    add: async (bytes) => {
      asked.push({ name: trusted<ChunkName>(tree.codec.blake3Hex(bytes)), bytes });
      if (asked.length >= chunksPerLookUp) await placeAsked();
    },
    finish: async () => {
      await placeAsked();
      if (writer.chunkCount > 0) await endPack();
      const segment = segmenter.finish();
      if (segment !== undefined) await putMap(segment);
      return { maps, addedBytes };
    },
  };
};
