import { err, ok, type Result } from 'neverthrow';
import type { Repository } from '../../model/repository.js';
import type { LookDoubt } from '../../model/objects/unreachable-object.js';
import type { Instant, RepositoryId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import type { WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { type History, openHistory } from '../../steps/git-history/open-history.js';
import { lockOrganizationOf } from '../../steps/lock-organization-of.js';
import { doubtOfIndex } from '../../steps/reachability/doubt-of-index.js';

export type LookPorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'settings'> & WithIndexCaches;

/** What a look at a repository goes by: an index of one generation. */
export interface Sight {
  readonly repository: Repository;
  /** Undefined without an index. */
  readonly history: History | undefined;
  /** Why what the refs do not reach may be needed all the same. */
  readonly doubt: LookDoubt | undefined;
}

/** Undefined where the repository is gone. */
export const openSight = async (
  records: Records,
  { indexCaches }: WithIndexCaches,
  repositoryId: RepositoryId,
  now: Instant,
): Promise<Sight | undefined> => {
  const repository = await records.repositories.find(repositoryId);
  if (repository === undefined) return undefined;
  const history = await openHistory(records.gitIndex, repositoryId, indexCaches);
  const index = history.isOk() ? history.value.index : undefined;
  return {
    repository,
    history: history.isOk() ? history.value : undefined,
    doubt: await doubtOfIndex(records, repository, index, now),
  };
};

/** What has changed since a look has begun: what it has seen counts for nothing any more. */
export const changed = 'changed';

/** What is true in a transaction that holds the repository's organization and its index. */
export interface HeldSight extends Sight {
  readonly history: History;
}

/** Holds the organization and the index, and looks whether the index is the one that was looked at. */
export const holdSight = async (
  records: Records,
  { indexCaches }: WithIndexCaches,
  { repository: { id, organizationId }, history }: HeldSight,
  now: Instant,
): Promise<Result<HeldSight, typeof changed>> => {
  const held = await lockOrganizationOf(records, { organizationId, repositoryId: id });
  const index = await records.gitIndex.lock(id);
  if (held.isErr() || index?.generation !== history.index.generation) return err(changed);
  const present = await openSight(records, { indexCaches }, id, now);
  return present?.history === undefined ? err(changed) : ok({ ...present, history: present.history });
};
