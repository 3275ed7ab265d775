import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../access/grant.js';
import { type Conflict, conflict, type NotFound, type Unavailable } from '../app-error.js';
import { auditEvent } from '../audit/audit-event.js';
import type { Ports } from '../ports/ports.js';
import type { Instant, Slug } from '../values/index.js';
import { holdRepository } from './hold-repository.js';
import type { Repository, RepositoryVisibility } from './repository.js';

/** What is omitted stays as it is. */
export interface UpdateRepository {
  readonly name?: string | undefined;
  readonly slug?: Slug | undefined;
  readonly description?: string | undefined;
  readonly visibility?: RepositoryVisibility | undefined;
}

/** The repository with the changes, or undefined when they change nothing. */
export const changedRepository = (before: Repository, command: UpdateRepository, now: Instant): Repository | undefined => {
  const { name = before.name, slug = before.slug, description = before.description, visibility = before.visibility } = command;
  const isSame =
    name === before.name && slug === before.slug && description === before.description && visibility === before.visibility;
  return isSame ? undefined : { ...before, name, slug, description, visibility, updatedAt: now };
};

/** Changes how the repository is called, described and seen. What changes nothing writes nothing and leaves no trace. */
export const updateRepository =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (
    { caller, repository }: RepositoryGrant<'repository.update'>,
    command: UpdateRepository,
  ): ResultAsync<Repository, NotFound | Conflict | Unavailable> =>
    ports.unitOfWork.transact(async (records): Promise<Result<Repository, NotFound | Conflict>> => {
      const held = await holdRepository(records, repository);
      if (held.isErr()) return err(held.error);
      const now = ports.clock.now();
      const changed = changedRepository(held.value, command, now);
      if (changed === undefined) return ok(held.value);
      if (!(await records.repositories.update(changed))) return err(conflict('duplicate_slug'));
      const { organizationId, repositoryId } = repository;
      await records.audit.append(auditEvent(caller, organizationId, 'repository.update', repositoryId, now));
      return ok(changed);
    });
