import { pauseOf } from '../../../concurrency/pause-of.js';
import { type ChunkProfile, createCut, profileForSize } from '../../../formats/chunking/index.js';
import { TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import type { StoredObject } from '../../../model/objects/stored-object.js';
import { type ChunkName, objectKey, type Oid, trusted } from '../../../model/values/index.js';
import { createChunkFinder } from '../index/find-chunks.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import { readSpan } from '../read/read-tree-blob.js';
import type { Conversion } from './conversion.js';

/** What a sample of an object says of all of it. */
export interface Sampled {
  /** Of its bytes: in chunks that the repository has, what others are shorter encoded, and half of what another whole object has too. */
  readonly savedShare: number;
  readonly names: readonly ChunkName[];
  /** Whole objects that have chunks of the sample. */
  readonly alike: readonly Oid[];
}

const slabs = 8;
/** Long chunks are four times the nominal size, and what stands before the first cut tells nothing. */
const chunksPerSlab = 16;

export interface SampledChunk {
  readonly name: ChunkName;
  readonly bytes: Uint8Array;
}

/** Where a chunk of the object really begins is not known but at its beginning, so the first one of a slab is left out, and so is one that the slab cuts off. */
const chunksOf = (
  { codec }: ChunkTree,
  profile: ChunkProfile,
  bytes: Uint8Array,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): readonly SampledChunk[] => {
  const cut = createCut(profile);
  const chunks: SampledChunk[] = [];
  for (let begin = 0; begin < bytes.byteLength;) {
    const isWhole = isLast || bytes.byteLength - begin >= profile.maxBytes;
    if (!isWhole) break;
    const end = begin + cut(bytes, begin, bytes.byteLength);
    const chunk = bytes.subarray(begin, end);
    if (begin > 0 || isFirst) chunks.push({ name: trusted<ChunkName>(codec.blake3Hex(chunk)), bytes: chunk });
    begin = end;
  }
  return chunks;
};

/** The chunks of a few stretches of a whole object, each stretch by itself. */
export async function* sampledSlabs(
  tree: ChunkTree,
  { oid, sizeBytes }: Pick<StoredObject, 'oid' | 'sizeBytes'>,
): AsyncGenerator<readonly SampledChunk[], void, undefined> {
  if (sizeBytes === 0) return;
  const profile = profileForSize(sizeBytes);
  const key = objectKey(tree.namespace, oid);
  const slabBytes = chunksPerSlab * (profile.maxBytes / 4) + profile.maxBytes;
  if (sizeBytes <= slabs * slabBytes) {
    yield chunksOf(tree, profile, await readSpan(tree, key, 0, sizeBytes), { isFirst: true, isLast: true });
    return;
  }
  for (let slab = 0; slab < slabs; slab += 1) {
    const begin = Math.floor(((sizeBytes - slabBytes) * slab) / (slabs - 1));
    const bytes = await readSpan(tree, key, begin, begin + slabBytes);
    yield chunksOf(tree, profile, bytes, { isFirst: slab === 0, isLast: slab === slabs - 1 });
  }
}

/** Reads a few stretches of an object and cuts them: whether its chunks are there already, or are worth being compressed, or another object has them too. */
export const sampleObject = async (conversion: Conversion): Promise<Sampled> => {
  const { ports, owner, tree, candidate } = conversion;
  const pause = pauseOf(tree);
  const finder = createChunkFinder(ports);
  const names = new Set<ChunkName>();
  const alike = new Set<Oid>();
  let sampledBytes = 0;
  let savedBytes = 0;
  for await (const chunks of sampledSlabs(tree, candidate.object)) {
    const asked = chunks.map(({ name }) => name);
    const found = await ports.unitOfWork.read(async (queries) => ({
      indexed: await finder.ask(queries, owner.repositoryId, asked),
      sampled: await queries.conversions.findSampled(owner.repositoryId, asked),
    }));
    if (found.isErr()) throw new TreeUnavailable(found.error);
    const { indexed, sampled } = found.value;
    const stored = await finder.complete(tree, owner.repositoryId, asked, indexed);
    for (const { name, bytes } of chunks) {
      names.add(name);
      sampledBytes += bytes.byteLength;
      const other = sampled.get(name);
      const isShared = other !== undefined && other !== candidate.object.oid;
      if (isShared) alike.add(other);
      if (stored.has(name)) savedBytes += bytes.byteLength;
      else {
        const encodedBytes = tree.codec.encode(bytes).bytes.byteLength;
        // Two objects have it, of which one has to keep it.
        savedBytes += bytes.byteLength - (isShared ? encodedBytes / 2 : encodedBytes);
      }
      await pause();
    }
  }
  return { savedShare: sampledBytes === 0 ? 0 : savedBytes / sampledBytes, names: [...names], alike: [...alike] };
};
