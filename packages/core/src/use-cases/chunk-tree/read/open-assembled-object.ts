import { err, errAsync, okAsync, type Result, ResultAsync } from 'neverthrow';
import { type NotFound, notFound, unavailable, type Unavailable } from '../../../model/app-error.js';
import { isId, type Oid, type RepositoryId, type StorageNamespace } from '../../../model/values/index.js';
import type { BlobReading, ByteSpan } from '../../../ports/blob-store.js';
import type { Ports } from '../../../ports/ports.js';
import type { Queries } from '../../../ports/unit-of-work.js';
import type { OpenDownload } from '../../../signed-urls/open-download.js';
import { readAssembled, readAssembledSpan } from './assembled-object.js';
import type { ChunkTree } from './chunk-tree.js';
import { createDownloadBudget, type DownloadLimits, downloadLimits, type DownloadReader } from './download-budget.js';
import { type FrozenManifest, loadFrozenManifest } from './frozen-manifest.js';
import { pauseOf } from '../../../concurrency/pause-of.js';
import { createManifestCache } from './manifest-cache.js';
import { createReadMemory, type ReadMemory } from './read-memory.js';

export interface AssembledObject {
  readonly namespace: StorageNamespace;
  readonly oid: Oid;
}

interface Pin {
  /** Of the object's frozen manifest. */
  readonly sha256: string;
  /** The organization. */
  readonly owner: string;
}

/** A namespace ends with its repository's id. */
const findPin = async (queries: Queries, { namespace, oid }: AssembledObject): Promise<Pin | undefined> => {
  const repositoryId = namespace.split('/').at(-1) ?? '';
  if (!isId<RepositoryId>(repositoryId)) return undefined;
  const repository = await queries.repositories.find(repositoryId);
  if (repository?.namespace !== namespace) return undefined;
  const sha256 = await queries.tree.findManifest(repositoryId, oid);
  return sha256 === undefined ? undefined : { sha256, owner: repository.organizationId };
};

/** When another of as many readers as there may be has probably left. */
const askAgainAfterSeconds = 5;

/** The same bytes; `leave` is called once, when they have come to their end or are left, also before the first of them. */
const leaving = (bytes: AsyncGenerator<Uint8Array, void, undefined>, leave: () => void): AsyncIterable<Uint8Array> => ({
  // Written out, because a generator that is left before it has begun does nothing at its end.
  [Symbol.asyncIterator]: () => ({
    next: async () => {
      try {
        const next = await bytes.next();
        if (next.done === true) leave();
        return next;
      } catch (fault) {
        leave();
        throw fault;
      }
    },
    return: async () => {
      try {
        return await bytes.return();
      } finally {
        leave();
      }
    },
  }),
});

const openManifest = (
  tree: ChunkTree,
  manifest: FrozenManifest,
  memory: ReadMemory,
  enter: () => DownloadReader | undefined,
): OpenDownload => {
  const { sizeBytes } = manifest;
  const open = (span?: ByteSpan): ResultAsync<BlobReading, Unavailable> => {
    const reader = enter();
    if (reader === undefined) return errAsync(unavailable('downloads', askAgainAfterSeconds));
    const reading = { reader, memory };
    const bytes = span === undefined ? readAssembled(tree, manifest, reading) : readAssembledSpan(tree, manifest, span, reading);
    return okAsync({ sizeBytes, body: leaving(bytes, () => reader.leave()) });
  };
  return { sizeBytes, open };
};

/**
 * Opens an object that lies in the chunk tree, by the manifest that was verified when it was registered. Its body throws `TreeFault` where what lies in
 * the store is no longer that: it never ends as if it were whole. `unavailable` with the part `downloads` when there are as many readers as there may be.
 */
export const openAssembledObject = (
  ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'codec' | 'hasher'>,
  limits: DownloadLimits = downloadLimits,
) => {
  const budget = createDownloadBudget(ports.clock, limits);
  const cached = createManifestCache();
  const memory = createReadMemory();
  const pause = pauseOf(ports.clock);
  return (object: AssembledObject): ResultAsync<OpenDownload, NotFound | Unavailable> => {
    const { namespace, oid } = object;
    const tree = { blobs: ports.blobs, codec: ports.codec, hasher: ports.hasher, namespace };
    const run = async (): Promise<Result<OpenDownload, NotFound | Unavailable>> => {
      const pin = await ports.unitOfWork.read((queries) => findPin(queries, object));
      if (pin.isErr()) return err(pin.error);
      if (pin.value === undefined) return err(notFound);
      const { sha256, owner } = pin.value;
      const manifest = await cached(namespace, sha256, () => loadFrozenManifest(budget, pause, { tree, sha256, oid, owner }));
      return manifest.map((frozen) => openManifest(tree, frozen, memory, () => budget.enter(owner)));
    };
    return new ResultAsync(run());
  };
};
