import { err, ok, type Result } from 'neverthrow';
import { pauseOf } from '../../../concurrency/pause-of.js';
import { encodeManifest, type ManifestMap, parseManifestInSlices } from '../../../formats/packs/index.js';
import { TreeFault, TreeUnavailable } from '../../../model/chunk-tree/tree-fault.js';
import {
  frozenManifestPath,
  type MapName,
  mapPath,
  type PackName,
  packPath,
  type TreePath,
} from '../../../model/values/index.js';
import type { FrozenManifestOf } from '../../../ports/records/tree-records.js';
import type { Records } from '../../../ports/unit-of-work.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import { frozenManifestKey, readFrozenManifest } from '../read/frozen-manifest.js';
import { findDamagedFiles } from '../../../steps/integrity/find-damaged.js';
import { demandFiles } from '../verify/demand-files.js';
import { type Collection } from './collection.js';
import { attemptWhileClaimed, demandClaim } from './tree-work.js';
import { treeKeepers } from './keepers.js';
import { type NoRoom, putFile } from './put-file.js';

/** What has become of packs and maps. */
export interface Rewritten {
  readonly former: ReadonlySet<PackName>;
  readonly packs: ReadonlySet<PackName>;
  readonly maps: ReadonlyMap<MapName, MapName>;
}

/** A frozen manifest, with its bytes. */
export const readManifest = async (tree: ChunkTree, { oid, manifestSha256 }: FrozenManifestOf) => {
  const pause = pauseOf(tree);
  const bytes = await readFrozenManifest(tree, manifestSha256, pause);
  if (bytes.isErr()) throw new TreeUnavailable(bytes.error);
  const maps: ManifestMap[] = [];
  const parsed = await parseManifestInSlices(bytes.value, maps, pause);
  if (parsed.isErr() || parsed.value.oid !== oid) {
    throw new TreeFault(frozenManifestKey(tree.namespace, manifestSha256), 'manifest_invalid');
  }
  return { ...parsed.value, maps, bytes: bytes.value };
};

/** Who reads by the former manifest may take a day and more for it. */
const keepFormer = async (
  { tree }: Records,
  { owner: { repositoryId } }: Collection,
  paths: readonly TreePath[],
  at: number,
): Promise<void> => {
  for (const file of (await tree.findFiles(repositoryId, paths)).values()) {
    if (file.state === 'stored') await tree.putFile(repositoryId, { ...file, changedAt: at });
  }
};

/** Reads the object by its new manifest from now on, unless it is read by another one than the former by now, or not at all; whether it was done. */
const repoint = (
  collection: Collection,
  { oid, manifestSha256: former }: FrozenManifestOf,
  latter: string,
  rewritten: Rewritten,
  changed: readonly MapName[],
): Promise<Result<boolean, NoRoom>> =>
  attemptWhileClaimed(collection, async (records, at): Promise<Result<boolean, NoRoom>> => {
    const { repositoryId } = collection.owner;
    if (!(await records.tree.replaceManifest(repositoryId, oid, former, latter))) return ok(false);
    const maps = changed.flatMap((map) => rewritten.maps.get(map) ?? []);
    const needed = [...[...rewritten.packs].map(packPath), ...maps.map(mapPath), frozenManifestPath(latter)];
    // Who has found one damaged has looked for objects that need it before.
    const isDamaged = (await findDamagedFiles(records, repositoryId, needed)).size > 0;
    if (isDamaged || (await demandFiles(records, repositoryId, needed)).isErr()) return err('no_room');
    const left = [...[...rewritten.former].map(packPath), ...changed.map(mapPath), frozenManifestPath(former)];
    await keepFormer(records, collection, left, at);
    return ok(true);
  });

/** Gives each object that needs a rewritten map a manifest that names the new one; answers how many there were. */
export const repointObjects = async (
  collection: Collection,
  tree: ChunkTree,
  rewritten: Rewritten,
): Promise<Result<number, NoRoom>> => {
  let objects = 0;
  for await (const keeper of treeKeepers(collection.ports, collection.owner.repositoryId)) {
    if (keeper.kind !== 'frozen') continue;
    await demandClaim(collection);
    const manifest = await readManifest(tree, keeper.manifest);
    const changed = new Set(manifest.maps.map(({ name }) => name).filter((name) => rewritten.maps.has(name)));
    if (changed.size === 0) continue;
    const maps = manifest.maps.map((map) => ({ ...map, name: rewritten.maps.get(map.name) ?? map.name }));
    const bytes = encodeManifest({ ...manifest, maps });
    const hash = tree.hasher.sha256();
    hash.update(bytes);
    const latter = hash.digestHex();
    const path = frozenManifestPath(latter);
    const put = await putFile(collection, { path, parts: [bytes], sizeBytes: bytes.byteLength });
    if (put.isErr()) return err(put.error);
    await readManifest(tree, { ...keeper.manifest, manifestSha256: latter });
    const repointed = await repoint(collection, keeper.manifest, latter, rewritten, [...changed]);
    if (repointed.isErr()) return err(repointed.error);
    if (repointed.value) objects += 1;
  }
  return ok(objects);
};
