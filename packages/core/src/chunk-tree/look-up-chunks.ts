import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../access/grant.js';
import type { Unavailable } from '../app-error.js';
import type { Ports } from '../ports/ports.js';
import type { ChunkName } from '../values/index.js';
import type { ChunkLocation } from './chunk-location.js';

export interface LookUpChunks {
  readonly names: readonly ChunkName[];
  /** Sizes of whole objects, in bytes. */
  readonly sizes: readonly number[];
}

export interface KnownChunks {
  /** Where those of the chunks lie that the repository has in proven packs; the others are absent. */
  readonly chunks: ReadonlyMap<ChunkName, ChunkLocation>;
  /** Those of the sizes that some stored object has: a file of another size is new, so its hash need not be known before it is read. */
  readonly knownSizes: ReadonlySet<number>;
}

/** Tells a client what it need not send. Only what is proven, and only of this repository. */
export const lookUpChunks =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (grant: RepositoryGrant<'repository.pull'>, command: LookUpChunks): ResultAsync<KnownChunks, Unavailable> => {
    const { repositoryId } = grant.repository;
    return ports.unitOfWork.read(async ({ tree, objects }) => ({
      chunks: command.names.length === 0 ? new Map() : await tree.findChunks(repositoryId, command.names),
      knownSizes: command.sizes.length === 0 ? new Set() : await objects.findKnownSizes(repositoryId, command.sizes),
    }));
  };
