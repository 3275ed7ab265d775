import { parseChunkMap, parseManifestInSlices, type ManifestMap } from '../../formats/packs/index.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import type { TreeFile } from '../../model/chunk-tree/tree-file.js';
import { frozenManifestPath, type MapName, mapPath, type PackName, packPath, type TreePath } from '../../model/values/index.js';
import type { KeptRepository, RegisteredObject } from '../../ports/records/integrity-records.js';
import { hasDamagedFile } from '../../steps/integrity/find-damaged.js';
import { blobOfFile } from '../../steps/integrity/kept-blob.js';
import { type BlobInQuestion, createFaultyPaths, type FaultyPaths, inspectBlob } from './inspect-blob.js';
import { isSameFile } from './inspect-files.js';
import { ask, type BeginReading, type Inspection } from './inspection.js';

/** What is wrong with a chunk map, if anything is, and what it covers. */
interface KnownMap {
  readonly fault: TreePath | undefined;
  readonly sizeBytes: number;
  readonly chunkCount: number;
}

/** Objects of one history share most of their maps and packs. Some 20 MB. */
const maxKnownMaps = 50_000;
const manyKnownPacks = 100_000;

/** A file that keeps an object from being put together. */
export interface TreeFileFault {
  readonly path: TreePath;
  /** Whether nothing else is wrong with it than that its bytes cannot be read now. */
  readonly isUnreadable: boolean;
}

/** Tells which file keeps an object in chunks from being put together; undefined when none does. */
export type FindTreeFault = (
  object: RegisteredObject & { readonly manifestSha256: string },
) => Promise<TreeFileFault | undefined>;

/**
 * Follows objects of one repository from their frozen manifests through their maps to the packs. Manifests and maps are read and verified; of packs it is asked
 * whether they are there, as long as they must be, and not damaged.
 */
export const createTreeInspection = (
  inspection: Inspection,
  repository: KeptRepository,
  faulty: FaultyPaths,
  maxKnownPacks = manyKnownPacks,
): FindTreeFault => {
  const { id, namespace } = repository;
  const maps = new Map<MapName, Promise<KnownMap>>();
  const packs = new Map<PackName, number>();

  const isUnreadable = (path: TreePath): boolean => faulty.formerFaultAt(path) === 'unreadable';
  const faultAt = (path: TreePath): TreeFileFault => ({ path, isUnreadable: isUnreadable(path) });
  /** The first that is not merely unreadable, if there is one. */
  const firstCertain = (paths: readonly TreePath[]): TreePath | undefined =>
    paths.find((path) => !isUnreadable(path)) ?? paths[0];

  /** Those of the files that are stored and not damaged. */
  const findSound = async (paths: readonly TreePath[]): Promise<ReadonlyMap<TreePath, TreeFile>> => {
    const { files, noted } = await ask(inspection, async ({ tree, damage }) => ({
      files: await tree.findFiles(id, paths),
      noted: await damage.findFiles(id, paths),
    }));
    const isSound = (file: TreeFile): boolean =>
      file.state === 'stored' && !noted.has(file.path) && faulty.faultOf(file) === undefined;
    return new Map([...files].filter(([, file]) => isSound(file)));
  };

  /** The bytes of a small file; undefined when it is not there as it must be. */
  const readSmall = async (path: TreePath): Promise<Uint8Array | undefined> => {
    const file = (await findSound([path])).get(path);
    if (file === undefined) return undefined;
    const bytes = new Uint8Array(file.sizeBytes);
    let at = 0;
    const begin: BeginReading = () => {
      at = 0;
      return (piece): undefined => {
        bytes.set(piece.subarray(0, Math.max(0, bytes.byteLength - at)), Math.min(at, bytes.byteLength));
        at += piece.byteLength;
      };
    };
    const fault = await inspectBlob(inspection, repository, questionOf(file), { reads: true, begin });
    if (fault === undefined) return at === file.sizeBytes ? bytes : undefined;
    faulty.add(file, fault);
    return undefined;
  };

  const questionOf = (file: TreeFile): BlobInQuestion => ({
    blob: blobOfFile(namespace, file),
    isStillKept: isSameFile(repository, file),
    isNoted: false,
  });

  const isSoundPack = async (file: TreeFile): Promise<boolean> => {
    // What takes the place of a faulty one was not there when all files were looked at.
    if (!inspection.readsPacksOfObjects && faulty.formerFaultAt(file.path) === undefined) return true;
    const fault = await inspectBlob(inspection, repository, questionOf(file), { reads: true });
    if (fault !== undefined) faulty.add(file, fault);
    return fault === undefined;
  };

  /** The lengths of the sound ones; undefined of the others. What others find beside this, and forget, is no part of the answer. */
  const findPacks = async (names: readonly PackName[]): Promise<ReadonlyMap<PackName, number | undefined>> => {
    if (packs.size > maxKnownPacks) packs.clear();
    const found = new Map(names.map((name) => [name, packs.get(name)]));
    const unknown = names.filter((name) => !packs.has(name));
    if (unknown.length === 0) return found;
    const sound = await findSound(unknown.map(packPath));
    for (const name of unknown) {
      const file = sound.get(packPath(name));
      const sizeBytes = file !== undefined && (await isSoundPack(file)) ? file.sizeBytes : undefined;
      found.set(name, sizeBytes);
      // What is not sound may be sent again before the next object has its turn.
      if (sizeBytes !== undefined) packs.set(name, sizeBytes);
    }
    return found;
  };

  const readMap = async (name: MapName): Promise<KnownMap> => {
    const path = mapPath(name);
    const bytes = await readSmall(path);
    const chunks = bytes && parseChunkMap(bytes);
    if (chunks?.isOk() !== true) return { fault: path, sizeBytes: 0, chunkCount: 0 };
    const found = await findPacks([...new Set(chunks.value.map(({ pack }) => pack))]);
    const broken = chunks.value.filter(({ pack, offset, storedBytes }) => offset + storedBytes > (found.get(pack) ?? 0));
    const fault = firstCertain(broken.map(({ pack }) => packPath(pack)));
    const sizeBytes = chunks.value.reduce((sum, { rawBytes }) => sum + rawBytes, 0);
    return { fault, sizeBytes, chunkCount: chunks.value.length };
  };

  const faultOfMap = async ({ name, sizeBytes, chunkCount }: ManifestMap): Promise<TreePath | undefined> => {
    // Objects are looked at beside each other, and each map is read for all of them once.
    const reading = maps.get(name) ?? readMap(name);
    if (maps.size > maxKnownMaps) maps.clear();
    maps.set(name, reading);
    const known = await reading;
    if (known.fault !== undefined) {
      if (maps.get(name) === reading) maps.delete(name);
      return known.fault;
    }
    return known.sizeBytes === sizeBytes && known.chunkCount === chunkCount ? undefined : mapPath(name);
  };

  return async ({ oid, sizeBytes, manifestSha256 }) => {
    const path = frozenManifestPath(manifestSha256);
    const bytes = await readSmall(path);
    if (bytes === undefined) return faultAt(path);
    const ofManifest: ManifestMap[] = [];
    const manifest = await parseManifestInSlices(bytes, ofManifest, pauseOf(inspection.ports.clock));
    if (manifest.isErr() || manifest.value.oid !== oid || manifest.value.sizeBytes !== sizeBytes) return faultAt(path);
    let first: TreePath | undefined;
    for (const map of ofManifest) {
      const fault = await faultOfMap(map);
      if (fault !== undefined && !isUnreadable(fault)) return faultAt(fault);
      first ??= fault;
    }
    return first && faultAt(first);
  };
};

/**
 * The same for who takes an object for sound because of the answer. Files that were found sound may have been noted as damaged since, and with them all that
 * need them; so while any is, nothing counts that was found before.
 */
export const findFaultNow = async (
  inspection: Inspection,
  repository: KeptRepository,
  findFault: FindTreeFault,
  object: Parameters<FindTreeFault>[0],
): Promise<TreeFileFault | undefined> => {
  const fault = await findFault(object);
  const isInDoubt = fault === undefined && (await ask(inspection, (queries) => hasDamagedFile(queries, repository.id)));
  return isInDoubt ? createTreeInspection(inspection, repository, createFaultyPaths())(object) : fault;
};
