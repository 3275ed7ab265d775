import { err, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import { type NotFound, notFound, type Unavailable } from '../../../model/app-error.js';
import { isId, type Oid, type RepositoryId, type StorageNamespace } from '../../../model/values/index.js';
import type { BlobReading, ByteSpan } from '../../../ports/blob-store.js';
import type { Ports } from '../../../ports/ports.js';
import type { Queries } from '../../../ports/unit-of-work.js';
import type { OpenDownload } from '../../../signed-urls/open-download.js';
import { readAssembled, readAssembledSpan } from './assembled-object.js';
import { parseFrozenManifest, readFrozenManifest } from './frozen-manifest.js';

export interface AssembledObject {
  readonly namespace: StorageNamespace;
  readonly oid: Oid;
}

/** The SHA-256 of the object's frozen manifest. A namespace ends with its repository's id. */
const findPin = async (queries: Queries, { namespace, oid }: AssembledObject): Promise<string | undefined> => {
  const repositoryId = namespace.split('/').at(-1) ?? '';
  if (!isId<RepositoryId>(repositoryId)) return undefined;
  const repository = await queries.repositories.find(repositoryId);
  return repository?.namespace === namespace ? queries.tree.findManifest(repositoryId, oid) : undefined;
};

/**
 * Opens an object that lies in the chunk tree, by the manifest that was verified when it was registered. Its body throws `TreeFault` where what lies in
 * the store is no longer that: it never ends as if it were whole.
 */
export const openAssembledObject =
  (ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'codec' | 'hasher'>) =>
  (object: AssembledObject): ResultAsync<OpenDownload, NotFound | Unavailable> => {
    const tree = { blobs: ports.blobs, codec: ports.codec, hasher: ports.hasher, namespace: object.namespace };
    const run = async (): Promise<Result<OpenDownload, NotFound | Unavailable>> => {
      const pin = await ports.unitOfWork.read((queries) => findPin(queries, object));
      if (pin.isErr()) return err(pin.error);
      if (pin.value === undefined) return err(notFound);
      const bytes = await readFrozenManifest(tree, pin.value);
      if (bytes.isErr()) return err(bytes.error);
      const manifest = parseFrozenManifest(bytes.value, object.oid);
      const { sizeBytes } = manifest;
      const open = (span?: ByteSpan): ResultAsync<BlobReading, never> =>
        okAsync({
          sizeBytes,
          body: span === undefined ? readAssembled(tree, manifest) : readAssembledSpan(tree, manifest, span),
        });
      return ok({ sizeBytes, open });
    };
    return new ResultAsync(run());
  };
