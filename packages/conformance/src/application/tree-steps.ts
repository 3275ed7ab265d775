import {
  type ChunkName,
  isContentName,
  manifestPath,
  type MapName,
  mapPath,
  type PackName,
  packPath,
  treeFileKind,
  trusted,
  type TreePath,
} from '@svc/core/model';
import { portableCodec } from '@svc/core/chunking';
import { createPackWriter, encodeChunkMap, encodeManifest } from '@svc/core/packs';
import type { BlobEntry } from '@svc/core/ports';
import type { Result } from 'neverthrow';
import type { SeededRandom } from '../seeded.js';
import type { History } from './history.js';
import { joined, oidOf, once } from './history-objects.js';

const codec = portableCodec();

const nameOf = <Name extends ChunkName | PackName | MapName>(bytes: Uint8Array): Name => {
  const name = codec.blake3Hex(bytes);
  if (!isContentName<Name>(name)) throw new Error('invariant: a hash is a name');
  return name;
};

interface TreeFileBytes {
  readonly path: TreePath;
  readonly bytes: Uint8Array;
}

/** An object of one chunk in one pack. */
export const treeObject = (chunk: Uint8Array) => {
  const writer = createPackWriter();
  writer.add({ name: nameOf<ChunkName>(chunk), encoded: { encoding: 0, bytes: chunk }, rawBytes: chunk.byteLength });
  const { parts, entries } = writer.finish();
  const packBytes = joined(parts);
  const pack = nameOf<PackName>(packBytes);
  const mapBytes = encodeChunkMap(entries.map((entry) => ({ ...entry, pack })));
  const map = nameOf<MapName>(mapBytes);
  const [oid, sizeBytes] = [oidOf(chunk), chunk.byteLength];
  const maps = [{ name: map, sizeBytes, chunkCount: 1 }];
  const manifest = encodeManifest({ oid, sizeBytes, profile: 'fastcdc-16k', maps });
  const files: readonly TreeFileBytes[] = [
    { path: packPath(pack), bytes: packBytes },
    { path: mapPath(map), bytes: mapBytes },
    { path: manifestPath(oid), bytes: manifest },
  ];
  return { oid, sizeBytes, bytes: chunk, files, manifestBytes: manifest.byteLength };
};
export type TreeObject = ReturnType<typeof treeObject>;

const encoder = new TextEncoder();
const treeObjects = Array.from({ length: 5 }, (_, at) => treeObject(encoder.encode(`tree object ${at} `.repeat(at + 1))));
const plainPaths = ['notes/first.txt', 'notes/second.txt'].map((path) => trusted<TreePath>(path));

const emptyFileBytes = 512;

/** What a file of a tree counts for: an empty one has a row and a place in the store all the same. */
const countedFileBytes = (sizeBytes: number): number => (sizeBytes === 0 ? emptyFileBytes : sizeBytes);

/** What a blob of the repository has to be counted as. */
export const countedBlobBytes = (namespace: string, { key, sizeBytes }: Pick<BlobEntry, 'key' | 'sizeBytes'>): number =>
  key.startsWith(`${namespace}/cas/`) ? countedFileBytes(sizeBytes) : sizeBytes;

/** What the model knows of the trees: what files count for by path, and which objects are verified. */
interface ModelTree {
  readonly files: Map<string, number>;
  readonly verified: Set<string>;
}

export interface ModelTrees {
  of(repositoryId: string): ModelTree;
}

export const createModelTrees = (): ModelTrees => {
  const trees = new Map<string, ModelTree>();
  return {
    of: (repositoryId) => {
      const tree = trees.get(repositoryId) ?? { files: new Map(), verified: new Set() };
      trees.set(repositoryId, tree);
      return tree;
    },
  };
};

/** What a repository's tree occupies: its files, and the copy of each manifest that is frozen. */
export const treeBytesOf = ({ files, verified }: ModelTree): number => {
  const copies = treeObjects.filter(({ oid }) => verified.has(oid)).reduce((sum, { manifestBytes }) => sum + manifestBytes, 0);
  return [...files.values()].reduce((sum, bytes) => sum + bytes, copies);
};

type TreeStep = (history: History, random: SeededRandom, trees: ModelTrees) => Promise<void>;

/** What a step makes of an answer: its value, or undefined where the history has faults that excuse it. */
export type Judge = <T, E>(answer: Result<T, E>) => T | undefined;

const send = async (
  history: History,
  at: number,
  { path, bytes }: TreeFileBytes,
  trees: ModelTrees,
  judge: Judge,
): Promise<void> => {
  const repository = history.repositories[at];
  if (repository === undefined) return;
  const body = { declaredBytes: bytes.byteLength, bytes: once(bytes) };
  const received = judge(await history.application.tree.receive(repository.push, path, body));
  if (received === undefined) return;
  trees.of(repository.push.repository.repositoryId).files.set(path, countedFileBytes(bytes.byteLength));
};

/** What a finalize takes along. */
const mayBeEnclosed = ({ path }: TreeFileBytes): boolean => ['map', 'manifest'].includes(treeFileKind(path).kind);

/** Steps of a history that uses the chunk tree. */
export const treeSteps = (judge: Judge) => {
  const sendTreeFile: TreeStep = async (history, random, trees) =>
    send(history, random.integer(history.repositories.length), random.pick(random.pick(treeObjects).files), trees, judge);

  /** A plain file, now and then an empty one, in place of what was there. */
  const replaceTreeFile: TreeStep = async (history, random, trees) => {
    const bytes = random.bytes(random.integer(8) > 0 ? random.integer(200) : 0);
    await send(history, random.integer(history.repositories.length), { path: random.pick(plainPaths), bytes }, trees, judge);
  };

  const finalizeTreeObject: TreeStep = async ({ application, repositories }, random, trees) => {
    const repository = random.pick(repositories);
    const tree = trees.of(repository.push.repository.repositoryId);
    const object = random.pick(treeObjects);
    const enclosed = random.integer(2) === 0 ? object.files.filter(mayBeEnclosed) : [];
    if (!object.files.every((file) => tree.files.has(file.path) || enclosed.includes(file))) return;
    const finalized = judge(await application.tree.finalize(repository.push, { objects: [object], files: enclosed }));
    if (finalized === undefined) return;
    for (const { path, bytes } of enclosed) tree.files.set(path, countedFileBytes(bytes.byteLength));
    if (!tree.verified.has(object.oid)) repository.generation += 1;
    tree.verified.add(object.oid);
  };

  return { sendTreeFile, replaceTreeFile, finalizeTreeObject };
};
