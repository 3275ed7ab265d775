import { ok, ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryGrant } from '../../../access/grant.js';
import type { Unavailable } from '../../../model/app-error.js';
import { thrownOutage } from '../../../model/blob-unreadable.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import type { ChunkName, Oid } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import { createChunkFinder } from '../index/find-chunks.js';
import { findSoundSizes } from '../../../steps/integrity/find-damaged.js';

export interface LookUpChunks {
  readonly names: readonly ChunkName[];
  /** Sizes of whole objects, in bytes. */
  readonly sizes: readonly number[];
  /** None, unless they are given. */
  readonly oids?: readonly Oid[];
}

export interface KnownChunks {
  /** Where those of the chunks lie that the repository has in verified packs, and that its index finds; the others are absent. */
  readonly chunks: ReadonlyMap<ChunkName, ChunkLocation>;
  /** Those of the sizes that some stored object has: a file of another size is new, so its hash need not be known before it is read. */
  readonly knownSizes: ReadonlySet<number>;
  /** The sizes of those of the oids that are stored objects, and not damaged. Unlike a URL for one, the answer is no download. */
  readonly objectSizes: ReadonlyMap<Oid, number>;
}

/** Anything else is a bug. */
const outageOf = (thrown: unknown): Unavailable => {
  const outage = thrownOutage(thrown);
  if (outage === undefined) throw thrown;
  return outage;
};

export const lookUpChunks = (ports: Pick<Ports, 'unitOfWork' | 'blobs' | 'codec'>) => {
  const finder = createChunkFinder(ports);
  return (
    { repository: { repositoryId, namespace } }: RepositoryGrant<'repository.pull'>,
    { names, sizes, oids = [] }: LookUpChunks,
  ): ResultAsync<KnownChunks, Unavailable> =>
    safeTry(async function* () {
      const asked = yield* await ports.unitOfWork.read(async (queries) => ({
        indexed: await finder.ask(queries, repositoryId, names),
        knownSizes: sizes.length === 0 ? new Set<number>() : await queries.objects.findKnownSizes(repositoryId, sizes),
        objectSizes: oids.length === 0 ? new Map<Oid, number>() : await findSoundSizes(queries, repositoryId, oids),
      }));
      const { indexed, ...known } = asked;
      const tree = { blobs: ports.blobs, codec: ports.codec, namespace };
      const completing = finder.complete(tree, repositoryId, names, indexed);
      const chunks = yield* await ResultAsync.fromPromise(completing, outageOf);
      return ok({ chunks, ...known });
    });
};
