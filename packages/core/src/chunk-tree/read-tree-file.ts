import { err, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../access/grant.js';
import type { NotFound, Unavailable } from '../app-error.js';
import type { BlobReading, ByteSpan } from '../ports/blob-store.js';
import type { Ports } from '../ports/ports.js';
import { openBlobDownload, type OpenDownload } from '../signed-transfers/open-download.js';
import { treeFileKind, treeKey, type TreePath } from '../values/index.js';
import { readFrozenManifest } from './frozen-manifest.js';

export interface OpenTreeFile extends OpenDownload {
  /** Of a manifest: `verified` once it is proven and frozen; what is not may be replaced or wrong. Undefined for other files. */
  readonly state: 'verified' | 'unverified' | undefined;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(bytes);
}

const openBytes = (bytes: Uint8Array): OpenDownload => ({
  sizeBytes: bytes.byteLength,
  open: (span?: ByteSpan): ResultAsync<BlobReading, never> => {
    const asked = span === undefined ? bytes : bytes.subarray(span.first, span.last + 1);
    return okAsync({ sizeBytes: bytes.byteLength, body: once(asked) });
  },
});

/** Spec 4.13: a file of the chunk tree, whole or in part. A frozen manifest is read whole and held against its pin before any of it is given. */
export const readTreeFile =
  (ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'hasher'>) =>
  (
    { repository: { repositoryId, namespace } }: RepositoryGrant<'repository.pull'>,
    path: TreePath,
  ): ResultAsync<OpenTreeFile, NotFound | Unavailable> => {
    const file = treeFileKind(path);
    const run = async (): Promise<Result<OpenTreeFile, NotFound | Unavailable>> => {
      const opened = () => openBlobDownload(ports.blobs, treeKey(namespace, path));
      if (file.kind !== 'manifest') return opened().map((download) => ({ ...download, state: undefined }));
      const pin = await ports.unitOfWork.read((queries) => queries.tree.findManifest(repositoryId, file.oid));
      if (pin.isErr()) return err(pin.error);
      if (pin.value === undefined) return opened().map((download) => ({ ...download, state: 'unverified' as const }));
      const frozen = await readFrozenManifest({ ...ports, namespace }, pin.value);
      return frozen.isErr() ? err(frozen.error) : ok({ ...openBytes(frozen.value), state: 'verified' });
    };
    return new ResultAsync(run());
  };
