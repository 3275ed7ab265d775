import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../../access/grant.js';
import type { Unavailable } from '../../../model/app-error.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import type { ChunkName, Oid } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import { findSoundSizes } from '../../../steps/integrity/find-damaged.js';

export interface LookUpChunks {
  readonly names: readonly ChunkName[];
  /** Sizes of whole objects, in bytes. */
  readonly sizes: readonly number[];
  /** None, unless they are given. */
  readonly oids?: readonly Oid[];
}

export interface KnownChunks {
  /** Where those of the chunks lie that the repository has in verified packs; the others are absent. */
  readonly chunks: ReadonlyMap<ChunkName, ChunkLocation>;
  /** Those of the sizes that some stored object has: a file of another size is new, so its hash need not be known before it is read. */
  readonly knownSizes: ReadonlySet<number>;
  /** The sizes of those of the oids that are stored objects, and not damaged. Unlike a URL for one, the answer is no download. */
  readonly objectSizes: ReadonlyMap<Oid, number>;
}

export const lookUpChunks =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (grant: RepositoryGrant<'repository.pull'>, command: LookUpChunks): ResultAsync<KnownChunks, Unavailable> => {
    const { repositoryId } = grant.repository;
    const { names, sizes, oids = [] } = command;
    return ports.unitOfWork.read(async (queries) => ({
      chunks: names.length === 0 ? new Map() : await queries.tree.findChunks(repositoryId, names),
      knownSizes: sizes.length === 0 ? new Set() : await queries.objects.findKnownSizes(repositoryId, sizes),
      objectSizes: oids.length === 0 ? new Map() : await findSoundSizes(queries, repositoryId, oids),
    }));
  };
