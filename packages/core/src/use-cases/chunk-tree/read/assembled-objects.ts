import { err, errAsync, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import { type NotFound, notFound, unavailable, type Unavailable } from '../../../model/app-error.js';
import type { BlobReading, ByteSpan } from '../../../ports/blob-store.js';
import type { Ports } from '../../../ports/ports.js';
import type { OpenDownload } from '../../../signed-urls/open-download.js';
import { readAssembled, readAssembledSpan } from './assembled-object.js';
import type { ChunkTree } from './chunk-tree.js';
import { createDownloadBudget, type DownloadLimits, downloadLimits, type DownloadReader } from './download-budget.js';
import { downloadStore } from './download-store.js';
import type { FrozenManifest } from './frozen-manifest.js';
import { type AssembledObject, createFrozenManifests } from './frozen-manifests.js';
import { createReadMemory, type ReadMemory } from './read-memory.js';
import { readPieces, type ReadPieces } from './read-pieces.js';

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

type OpenPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'codec' | 'hasher'>;

/** Reads objects in chunks, with one budget and one cache for all that do. */
export interface AssembledObjects {
  /**
   * Opens an object that lies in the chunk tree, by the manifest that was verified when it was registered. Its body throws `TreeFault` where what lies in
   * the store is no longer that: it never ends as if it were whole. `unavailable` with the part `downloads` when there are as many readers as there may be.
   */
  readonly open: (object: AssembledObject) => ResultAsync<OpenDownload, NotFound | Unavailable>;
  /** What two objects are made of, for a comparison; undefined where one of them has no manifest. */
  readonly readPieces: ReadPieces;
}

export const createAssembledObjects = (ports: OpenPorts, limits: DownloadLimits = downloadLimits): AssembledObjects => {
  const budget = createDownloadBudget(ports.clock, limits);
  const findManifest = createFrozenManifests(ports, budget);
  const memory = createReadMemory();
  const open = async (object: AssembledObject): Promise<Result<OpenDownload, NotFound | Unavailable>> => {
    const found = await findManifest(object);
    if (found.isErr()) return err(found.error);
    if (found.value === undefined) return err(notFound);
    const { manifest, owner } = found.value;
    const { namespace } = object;
    const tree = { blobs: downloadStore(ports, namespace), codec: ports.codec, hasher: ports.hasher, namespace };
    return ok(openManifest(tree, manifest, memory, () => budget.enter(owner)));
  };
  return { open: (object) => new ResultAsync(open(object)), readPieces: readPieces(ports, budget, findManifest) };
};
