import { pauseOf } from '../../../concurrency/pause-of.js';
import { type ManifestMap, parseManifestInSlices } from '../../../formats/packs/index.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import { TreeFault, TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import {
  frozenManifestAt,
  frozenManifestPath,
  manifestPath,
  type MapName,
  mapPath,
  type Oid,
  type PackName,
  packPath,
  type RepositoryId,
  treeFileKind,
  treeKey,
  type TreePath,
} from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { FrozenManifestOf, PendingVerification } from '../../../ports/records/tree-records.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import { frozenManifestKey, readFrozenManifest } from '../read/frozen-manifest.js';
import { readChunkMap, readNamedMap } from '../read/read-chunk-map.js';
import { openManifest } from '../verify/verify-object.js';
import { treeKeepers } from './keepers.js';
import { createLiveCount, type LiveOfPack } from './live-count.js';

/** A pack that is needed, and what of it. */
export interface NeededPack {
  readonly name: PackName;
  /** As the tree counts it. */
  readonly sizeBytes: number;
  /** Whether an object that is registered, or was removed, needs it: not pending ones alone. */
  readonly isFrozen: boolean;
  readonly live: LiveOfPack;
}

/** What of one chunk tree is needed: the names of all packs, maps and manifests that its keepers lead to, and no chunk. A million names take 200 MB. */
export interface Survey {
  /**
   * Reads the manifests of all keepers, and the maps that they name; what it has read before it does not read again. Throws a `TreeFault` when a file is missing
   * or is not what it should be: then nothing is known of what it needs, and nothing may be condemned.
   */
  extend(): Promise<void>;
  isNeeded(path: TreePath): boolean;
  /** Whether an object needs it that is registered or was removed: not pending ones alone. */
  isNeededForGood(path: TreePath): boolean;
  /** Whether the verification was pending when the survey was last extended, or before. */
  hasSeenPending(oid: Oid): boolean;
  /** All packs that are needed. Where there are very many chunks the maps are read again to count them. */
  countLive(): Promise<Iterable<NeededPack>>;
  /** The maps that objects need which are registered or were removed: verified ones. */
  frozenMaps(): Iterable<MapName>;
  /** How many chunks all maps have together: no fewer than there are. */
  readonly namedChunks: number;
}

interface PackFacts {
  sizeBytes: number;
  isFrozen: boolean;
}

const pathsPerLookUp = 1000;

/** Is given each map of a registered or removed object, and its chunks, when it is read. */
export type TakeMap = (map: MapName, chunks: readonly ChunkLocation[]) => Promise<void>;

/** `goOn` is asked before each file is read, and throws when the survey is to end. */
export const createSurvey = (
  ports: Pick<Ports, 'unitOfWork' | 'clock'>,
  tree: ChunkTree,
  repositoryId: RepositoryId,
  goOn: () => Promise<void>,
  take?: TakeMap,
): Survey => {
  const live = createLiveCount();
  const pause = pauseOf(ports.clock);
  const manifests = new Set<string>();
  const pending = new Set<Oid>();
  const maps = new Set<MapName>();
  const frozenMaps = new Set<MapName>();
  const packs = new Map<PackName, PackFacts>();
  let namedChunks = 0;
  /** Nobody has looked yet whether they are in the books. */
  const unchecked = new Set<TreePath>();

  const addMap = async (map: ManifestMap, isFrozen: boolean): Promise<void> => {
    if ((isFrozen ? frozenMaps : maps).has(map.name)) return;
    await goOn();
    const chunks = await readChunkMap(tree, map);
    for (const { pack } of chunks) {
      const facts = packs.get(pack);
      if (facts === undefined) {
        packs.set(pack, { sizeBytes: 0, isFrozen });
        unchecked.add(packPath(pack));
      } else if (isFrozen) facts.isFrozen = true;
    }
    live.add(chunks);
    if (!maps.has(map.name)) namedChunks += chunks.length;
    maps.add(map.name);
    if (isFrozen) {
      frozenMaps.add(map.name);
      await take?.(map.name, chunks);
    }
    unchecked.add(mapPath(map.name));
    await pause();
  };
  const addFrozen = async ({ oid, manifestSha256 }: FrozenManifestOf): Promise<void> => {
    if (manifests.has(manifestSha256)) return;
    await goOn();
    const key = frozenManifestKey(tree.namespace, manifestSha256);
    const bytes = await readFrozenManifest(tree, manifestSha256, pause);
    if (bytes.isErr()) throw new TreeUnavailable(bytes.error);
    const named: ManifestMap[] = [];
    const parsed = await parseManifestInSlices(bytes.value, named, pause);
    if (parsed.isErr()) throw new TreeFault(key, 'manifest_invalid', parsed.error.problem);
    if (parsed.value.oid !== oid) throw new TreeFault(key, 'manifest_invalid', 'it is of another object');
    for (const map of named) await addMap(map, true);
    manifests.add(manifestSha256);
    unchecked.add(frozenManifestPath(manifestSha256));
  };
  const checkBooks = async (): Promise<void> => {
    const paths = [...unchecked];
    for (let at = 0; at < paths.length; at += pathsPerLookUp) {
      const slice = paths.slice(at, at + pathsPerLookUp);
      const found = await ports.unitOfWork.read((queries) => queries.tree.findFiles(repositoryId, slice));
      if (found.isErr()) throw new TreeUnavailable(found.error);
      const missing = slice.find((path) => !found.value.has(path));
      if (missing !== undefined) throw new TreeFault(treeKey(tree.namespace, missing), 'missing', 'it is not in the books');
      for (const { path, sizeBytes } of found.value.values()) {
        const file = treeFileKind(path);
        const facts = file.kind === 'pack' ? packs.get(file.name) : undefined;
        if (facts !== undefined) facts.sizeBytes = sizeBytes;
      }
    }
    unchecked.clear();
  };

  /** One that was refused waits only for its manifest to be removed, and what that names may not be there. */
  const isRefused = async ({ oid }: PendingVerification): Promise<boolean> => {
    const path = manifestPath(oid);
    const found = await ports.unitOfWork.read(({ condemned }) => condemned.find(repositoryId, [path]));
    if (found.isErr()) throw new TreeUnavailable(found.error);
    return found.value.get(path)?.state === 'deleting';
  };
  const addPending = async (verification: PendingVerification): Promise<void> => {
    await goOn();
    if (await isRefused(verification)) {
      // While it waits nothing is deleted: it may be sent anew and be pending again at any moment, and need other files.
      pending.delete(verification.oid);
      return;
    }
    // A client may have replaced it since, so it is read each time.
    const { manifest } = await openManifest(tree, verification);
    pending.add(manifest.oid);
    for (const map of manifest.maps) await addMap(map, false);
  };

  return {
    extend: async () => {
      for await (const keeper of treeKeepers(ports, repositoryId)) {
        await (keeper.kind === 'frozen' ? addFrozen(keeper.manifest) : addPending(keeper.verification));
      }
      await checkBooks();
    },
    isNeeded: (path) => {
      const file = treeFileKind(path);
      switch (file.kind) {
        case 'pack':
          return packs.has(file.name);
        case 'map':
          return maps.has(file.name);
        case 'manifest':
          // Once it is verified, its frozen copy is served in its place.
          return pending.has(file.oid);
        case 'plain':
          return manifests.has(frozenManifestAt(path) ?? '');
      }
    },
    isNeededForGood: (path) => {
      const file = treeFileKind(path);
      switch (file.kind) {
        case 'pack':
          return packs.get(file.name)?.isFrozen ?? false;
        case 'map':
          return frozenMaps.has(file.name);
        case 'manifest':
          return false;
        case 'plain':
          return manifests.has(frozenManifestAt(path) ?? '');
      }
    },
    hasSeenPending: (oid) => pending.has(oid),
    countLive: async () => {
      while (live.nextPass()) {
        for (const name of maps) {
          await goOn();
          live.add(await readNamedMap(tree, name));
          await pause();
        }
      }
      return (function* () {
        for (const [name, facts] of packs) yield { name, ...facts, live: live.of(name) };
      })();
    },
    frozenMaps: () => frozenMaps,
    get namedChunks() {
      return namedChunks;
    },
  };
};
