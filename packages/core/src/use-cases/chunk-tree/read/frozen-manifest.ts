import { err, ok, type Result } from 'neverthrow';
import type { Pause } from '../../../concurrency/pause-of.js';
import {
  createMapList,
  type ManifestFacts,
  type MapList,
  maxManifestBytes,
  parseManifestInSlices,
} from '../../../formats/packs/index.js';
import { invariant, type Unavailable } from '../../../model/app-error.js';
import { thrownOutage } from '../../../model/blob-unreadable.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import {
  frozenManifestPath,
  MIB,
  type ObjectKey,
  type Oid,
  type StorageNamespace,
  treeKey,
} from '../../../model/values/index.js';
import type { ChunkTree } from './chunk-tree.js';
import type { DownloadBudget } from './download-budget.js';
import { readWhole, sizeOfBlob, unopened } from './read-tree-blob.js';

/** A manifest that was frozen, as it is kept in memory. */
export interface FrozenManifest extends ManifestFacts {
  readonly maps: MapList;
}

export const frozenManifestKey = (namespace: StorageNamespace, sha256: string): ObjectKey =>
  treeKey(namespace, frozenManifestPath(sha256));

type ManifestTree = Pick<ChunkTree, 'blobs' | 'hasher' | 'namespace'>;

/** Hashing so many bytes takes a few milliseconds at most. */
const hashedSliceBytes = 1 * MIB;

const changed = (key: ObjectKey): TreeFault => new TreeFault(key, 'manifest_invalid', 'the frozen manifest has changed');

/** What was thrown is an answer when it says that storage does not answer. */
const orUnavailable = async <T>(act: () => Promise<T>): Promise<Result<T, Unavailable>> => {
  try {
    return ok(await act());
  } catch (fault) {
    const outage = thrownOutage(fault);
    if (outage === undefined) throw fault;
    return err(outage);
  }
};

const readPinned = async ({ blobs, hasher, namespace }: ManifestTree, sha256: string, pause: Pause): Promise<Uint8Array> => {
  const key = frozenManifestKey(namespace, sha256);
  const bytes = await readWhole(blobs, key, maxManifestBytes, 'manifest_invalid');
  const hash = hasher.sha256();
  for (let at = 0; at < bytes.byteLength; at += hashedSliceBytes) {
    if (at > 0) await pause();
    hash.update(bytes.subarray(at, at + hashedSliceBytes));
  }
  if (hash.digestHex() !== sha256) throw changed(key);
  return bytes;
};

/** The bytes of a frozen manifest. Any others than those that were pinned, and none at all, throw: it is the service's own and must be there. */
export const readFrozenManifest = (tree: ManifestTree, sha256: string, pause: Pause): Promise<Result<Uint8Array, Unavailable>> =>
  orUnavailable(() => readPinned(tree, sha256, pause));

/** How long the frozen manifest is, in bytes. */
export const sizeOfFrozenManifest = ({ blobs, namespace }: ManifestTree, sha256: string): Promise<Result<number, Unavailable>> =>
  orUnavailable(() => sizeOfBlob(blobs, frozenManifestKey(namespace, sha256)));

/** Throws what `readFrozenManifest` throws, without taking the bytes into memory. */
export const demandFrozenManifest = (
  { blobs, hasher, namespace }: ManifestTree,
  sha256: string,
): Promise<Result<void, Unavailable>> =>
  orUnavailable(async () => {
    const key = frozenManifestKey(namespace, sha256);
    const opened = await blobs.read(key);
    if (opened.isErr()) throw unopened(key, opened.error);
    const hash = hasher.sha256();
    for await (const piece of opened.value.body) hash.update(piece);
    if (hash.digestHex() !== sha256) throw changed(key);
  });

export interface LoadFrozenManifest {
  readonly tree: ManifestTree;
  readonly sha256: string;
  readonly oid: Oid;
  /** Whose share of the budget the bytes take while they are parsed. */
  readonly owner: string;
}

/** The same, parsed in slices: it was found well-formed when it was frozen. */
export const loadFrozenManifest = (
  budget: DownloadBudget,
  pause: Pause,
  { tree, sha256, oid, owner }: LoadFrozenManifest,
): Promise<Result<FrozenManifest, Unavailable>> =>
  orUnavailable(async () => {
    const sizeBytes = await sizeOfBlob(tree.blobs, frozenManifestKey(tree.namespace, sha256));
    // The list that is made of it takes half as much as the bytes at most.
    return budget.spend(owner, Math.ceil(sizeBytes * 1.5), async () => {
      const maps = createMapList(Math.min(sizeBytes, maxManifestBytes));
      const parsed = await parseManifestInSlices(await readPinned(tree, sha256, pause), maps, pause);
      invariant(parsed.isOk() && parsed.value.oid === oid, 'a frozen manifest is well-formed and of its object');
      return { ...parsed.value, maps };
    });
  });
