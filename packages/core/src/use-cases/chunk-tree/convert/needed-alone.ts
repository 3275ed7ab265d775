import { pauseOf } from '../../../concurrency/pause-of.js';
import type { MapName, TreePath } from '../../../model/values/index.js';
import { type ChunkName, frozenManifestPath, mapPath, packPath } from '../../../model/values/index.js';
import { treeKeepers } from '../collect/keepers.js';
import { readManifest } from '../collect/repoint-objects.js';
import { demandClaim } from '../collect/tree-work.js';
import { readNamedMap } from '../read/read-chunk-map.js';
import type { Conversion } from './conversion.js';

/** What an object that lies in chunks is made of. */
export interface Made {
  /** What its chunks occupy that nothing else needs, as far as was looked. */
  readonly freedBytes: number;
  /** Of its manifest, its maps and its packs. */
  readonly files: readonly TreePath[];
}

/** Which of the object's chunks others need as well is asked of their maps. Maps that it names itself need not be read again. */
const dropShared = async (
  conversion: Conversion,
  own: Map<ChunkName, number>,
  ownMaps: ReadonlyMap<MapName, readonly ChunkName[]>,
): Promise<void> => {
  const { ports, owner, tree, candidate } = conversion;
  const pause = pauseOf(tree);
  const seen = new Set<MapName>();
  for await (const keeper of treeKeepers(ports, owner.repositoryId)) {
    // What a push under way needs is not known yet; what it needs lies there until then, and is not counted as shared.
    if (keeper.kind === 'pending' || keeper.manifest.oid === candidate.object.oid) continue;
    await demandClaim(conversion);
    for (const { name } of (await readManifest(tree, keeper.manifest)).maps) {
      if (seen.has(name)) continue;
      seen.add(name);
      const chunks = ownMaps.get(name) ?? (await readNamedMap(tree, name)).map((chunk) => chunk.name);
      for (const chunk of chunks) own.delete(chunk);
      await pause();
      if (own.size === 0) return;
    }
  }
};

/** Reads the maps of the object, and those of all others of its repository. Throws a `TreeFault` where one of these is damaged. */
export const findMade = async (conversion: Conversion, manifestSha256: string): Promise<Made> => {
  const { tree, candidate } = conversion;
  const { maps } = await readManifest(tree, { oid: candidate.object.oid, manifestSha256 });
  const own = new Map<ChunkName, number>();
  const ownMaps = new Map<MapName, readonly ChunkName[]>();
  const files = new Set<TreePath>([frozenManifestPath(manifestSha256)]);
  for (const { name } of maps) {
    files.add(mapPath(name));
    const chunks = await readNamedMap(tree, name);
    ownMaps.set(
      name,
      chunks.map((chunk) => chunk.name),
    );
    for (const chunk of chunks) {
      own.set(chunk.name, chunk.storedBytes);
      files.add(packPath(chunk.pack));
    }
  }
  await dropShared(conversion, own, ownMaps);
  return { freedBytes: [...own.values()].reduce((sum, bytes) => sum + bytes, 0), files: [...files] };
};
