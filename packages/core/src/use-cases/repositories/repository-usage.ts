import type { ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { Unavailable } from '../../model/app-error.js';
import { dedupRatio, type RepositoryUsage } from '../../model/usage/usage.js';
import type { Ports } from '../../ports/ports.js';
import { reclaimableBytesIn } from '../../steps/quarantine/reclaimable-bytes.js';
import { wholeBytesOf } from './whole-bytes.js';

export interface MeasuredRepositoryUsage extends RepositoryUsage {
  /** From 0 (every byte was stored) towards 1, of what lies in chunks. */
  readonly dedupRatio: number;
  readonly reclaimableBytes: number;
}

export const repositoryUsage =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (grant: RepositoryGrant<'repository.pull'>): ResultAsync<MeasuredRepositoryUsage, Unavailable> =>
    ports.unitOfWork.read(async (queries) => {
      const { repositoryId } = grant.repository;
      // Objects first: what is registered after that occupies more, never less, than what they need.
      const wholeBytes = wholeBytesOf(await queries.storage.totals(repositoryId));
      const measured = await queries.usage.ofRepository(repositoryId);
      const reclaimableBytes = await reclaimableBytesIn(queries, repositoryId);
      return { ...measured, reclaimableBytes, dedupRatio: dedupRatio({ ...measured, wholeBytes }) };
    });
