import { occupiedBytes, type TreeFile } from '../../model/chunk-tree/tree-file.js';
import type { Stored } from '../../model/integrity/damage.js';
import {
  frozenManifestAt,
  type ObjectKey,
  objectKey,
  type StorageNamespace,
  treeFileKind,
  treeKey,
} from '../../model/values/index.js';
import type { RegisteredObject } from '../../ports/records/integrity-records.js';

/** A digest, in hex, that all bytes of a blob must have. */
export interface ExpectedDigest {
  readonly algorithm: 'sha256' | 'blake3';
  readonly hex: string;
}

/** A blob that the database says is stored, and what is known of it. */
export interface KeptBlob {
  readonly of: Stored;
  readonly key: ObjectKey;
  /** As its row says it. */
  readonly sizeBytes: number;
  /** Whether a blob of so many bytes is as long as the row says. */
  readonly hasSize: (actualBytes: number) => boolean;
  /** Undefined of a file that clients may replace: nothing tells what its bytes were. */
  readonly digest: ExpectedDigest | undefined;
}

/** The blob of an object that is stored whole. */
export const blobOfObject = (namespace: StorageNamespace, { oid, sizeBytes }: RegisteredObject): KeptBlob => ({
  of: { kind: 'object', oid },
  key: objectKey(namespace, oid),
  sizeBytes,
  hasSize: (actualBytes) => actualBytes === sizeBytes,
  digest: { algorithm: 'sha256', hex: oid },
});

const digestOf = ({ path }: Pick<TreeFile, 'path'>): ExpectedDigest | undefined => {
  const manifest = frozenManifestAt(path);
  if (manifest !== undefined) return { algorithm: 'sha256', hex: manifest };
  const file = treeFileKind(path);
  return file.kind === 'pack' || file.kind === 'map' ? { algorithm: 'blake3', hex: file.name } : undefined;
};

/** The blob of a file of the chunk tree that is stored. */
export const blobOfFile = (namespace: StorageNamespace, { path, sizeBytes }: Pick<TreeFile, 'path' | 'sizeBytes'>): KeptBlob => {
  const digest = digestOf({ path });
  return {
    of: { kind: 'file', path },
    key: treeKey(namespace, path),
    sizeBytes,
    // Nothing that is named by its bytes is empty, so there the books and the bytes are one number.
    hasSize: (actualBytes) => (digest === undefined ? occupiedBytes(actualBytes) : actualBytes) === sizeBytes,
    digest,
  };
};
