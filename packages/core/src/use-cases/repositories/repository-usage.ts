import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { Unavailable } from '../../model/app-error.js';
import { dedupRatio, type RepositoryUsage } from '../../model/usage/usage.js';
import type { Ports } from '../../ports/ports.js';

export interface MeasuredRepositoryUsage extends RepositoryUsage {
  /** From 0 (every byte was stored) towards 1; below 0 where storing costs more than the objects hold. */
  readonly dedupRatio: number;
}

export const repositoryUsage =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (grant: RepositoryGrant<'repository.pull'>): ResultAsync<MeasuredRepositoryUsage, Unavailable> =>
    ports.unitOfWork
      .read((queries) => queries.usage.ofRepository(grant.repository.repositoryId))
      .map((usage) => ({ ...usage, dedupRatio: dedupRatio(usage) }));
