import { type Brand, trusted } from './brand.js';
import { isContentName, type MapName, type PackName } from './content-name.js';
import { isObjectKey, type ObjectKey, type StorageNamespace } from './object-key.js';
import { isOid, type Oid } from './oid.js';

/** The path of a file in a repository's chunk tree: at most 8 segments of `[A-Za-z0-9][A-Za-z0-9._-]*`, joined by `/`. */
export type TreePath = Brand<string, 'TreePath'>;

const maxSegments = 8;
const maxPathLength = 512;
/** What a URL below the tree's would mean something else by. */
const reserved: ReadonlySet<string> = new Set(['finalize', 'locks', 'objects', 'transfers', 'verify']);

export const isTreePath = (text: string): text is TreePath => {
  if (text.length > maxPathLength || !isObjectKey(text)) return false;
  const segments = text.split('/');
  return segments.length <= maxSegments && !reserved.has(segments[0] ?? '');
};

/** Packs and chunk maps are named by their bytes; a manifest is frozen once it is verified; whatever else may be replaced at any time. */
export type TreeFileKind =
  | { readonly kind: 'pack'; readonly name: PackName }
  | { readonly kind: 'map'; readonly name: MapName }
  | { readonly kind: 'manifest'; readonly oid: Oid }
  | { readonly kind: 'plain' };

export const treeFileKind = (path: TreePath): TreeFileKind => {
  const [folder = '', second = '', third, ...rest] = path.split('/');
  if (third === undefined || rest.length > 0) return { kind: 'plain' };
  if (folder === 'chunks' && second === 'packs' && isContentName<PackName>(third)) return { kind: 'pack', name: third };
  if (folder === 'chunks' && second === 'maps' && isContentName<MapName>(third)) return { kind: 'map', name: third };
  if (folder === 'assets' && third === 'manifest.json' && isOid(second)) return { kind: 'manifest', oid: second };
  return { kind: 'plain' };
};

/** The folders that a path leads through, the outermost first. */
export const foldersAbove = (path: TreePath): readonly TreePath[] => {
  const folders = path.split('/').slice(0, -1);
  return folders.map((_, at) => trusted<TreePath>(folders.slice(0, at + 1).join('/')));
};

const isFolderOfFormat = (path: TreePath): boolean => {
  const [folder = '', second, third] = path.split('/');
  if (third !== undefined) return false;
  if (folder === 'chunks') return second === undefined || second === 'packs' || second === 'maps';
  return folder === 'assets' && (second === undefined || isOid(second));
};

/** Whether a file at the path would keep packs, maps or manifests from their places: it has the name of a folder of theirs, or one of them as a folder. */
export const obstructsFormat = (path: TreePath): boolean =>
  isFolderOfFormat(path) || foldersAbove(path).some((folder) => treeFileKind(folder).kind !== 'plain');

export const packFolder = trusted<TreePath>('chunks/packs');
export const mapFolder = trusted<TreePath>('chunks/maps');
/** What clients have sent about objects. */
export const assetFolder = trusted<TreePath>('assets');
export const packPath = (name: PackName): TreePath => trusted<TreePath>(`${packFolder}/${name}`);
export const mapPath = (name: MapName): TreePath => trusted<TreePath>(`${mapFolder}/${name}`);
export const manifestPath = (oid: Oid): TreePath => trusted<TreePath>(`${assetFolder}/${oid}/manifest.json`);

/** Of the service's own files, which nobody has counted against a limit. */
export const frozenFolder = trusted<TreePath>('objects/manifests');

/**
 * Where the bytes of a frozen manifest are kept: in the tree, under their own SHA-256, at a path that no client can name, since no path of a client
 * begins with `objects`. It is written before the freeze is committed and only ever with these bytes. So whatever a slow PUT of another manifest still
 * does to `assets/<oid>/manifest.json`, and however many finalize at once, what is served is what was verified.
 */
export const frozenManifestPath = (sha256: string): TreePath => trusted<TreePath>(`${frozenFolder}/${sha256}`);

/** The SHA-256 of the frozen manifest that is kept at the path; undefined of any other path. */
export const frozenManifestAt = (path: TreePath): string | undefined =>
  path.startsWith(`${frozenFolder}/`) ? path.slice(frozenFolder.length + 1) : undefined;

/** Spec 1: `<storage_namespace>/cas/<relative path>`. */
export const treeKey = (namespace: StorageNamespace, path: TreePath): ObjectKey => trusted<ObjectKey>(`${namespace}/cas/${path}`);

/** Stands for an object that is put together from its chunks: no blob lies here, because no tree path may begin with `objects`. */
export const assembledKey = (namespace: StorageNamespace, oid: Oid): ObjectKey =>
  trusted<ObjectKey>(`${namespace}/cas/objects/${oid}`);

/** An object that is put together from its chunks. */
export interface AssembledKey {
  readonly namespace: StorageNamespace;
  readonly oid: Oid;
}

/** What an assembled key stands for, or undefined when the key is another one. */
export const parseAssembledKey = (key: ObjectKey): AssembledKey | undefined => {
  const [oid, folder, tree, ...namespace] = key.split('/').reverse();
  if (oid === undefined || !isOid(oid) || folder !== 'objects' || tree !== 'cas' || namespace.length === 0) return undefined;
  return { namespace: trusted<StorageNamespace>(namespace.reverse().join('/')), oid };
};
