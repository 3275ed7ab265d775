import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../access/grant.js';
import type { OverrideLevel } from '../access/repository-override.js';
import { type NotFound, notFound, type Unavailable } from '../app-error.js';
import { auditEvent } from '../audit/audit-event.js';
import type { Ports } from '../ports/ports.js';
import type { Page, PageRequest, RepositoryId, UserId } from '../values/index.js';
import { holdRepository } from './hold-repository.js';
import type { RepositoryMember } from './repository.js';

export interface SetRepositoryMember {
  readonly userId: UserId;
  readonly level: OverrideLevel;
}

type ManageGrant = RepositoryGrant<'repository.members.manage'>;

const auditTarget = (repositoryId: RepositoryId, userId: UserId): string => `${repositoryId}/members/${userId}`;

/** The users with a level of their own on the repository, by user id. */
export const listRepositoryMembers =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (grant: ManageGrant, page: PageRequest): ResultAsync<Page<RepositoryMember>, Unavailable> =>
    ports.unitOfWork.read((queries) => queries.repositories.listMembers(grant.repository.repositoryId, page));

/**
 * Gives a user a level of their own, in place of the one they had. The user must be a member of the organization or of the repository already:
 * whoever is neither joins by an invitation, so that nobody learns who a stranger's id belongs to.
 */
export const setRepositoryMember =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (
    { caller, repository }: ManageGrant,
    { userId, level }: SetRepositoryMember,
  ): ResultAsync<RepositoryMember, NotFound | Unavailable> =>
    ports.unitOfWork.transact(async (records): Promise<Result<RepositoryMember, NotFound>> => {
      const held = await holdRepository(records, repository);
      if (held.isErr()) return err(held.error);
      const { organizationId, repositoryId } = repository;
      const access = await records.access.ofRepository(userId, repositoryId);
      const user = await records.users.find(userId);
      if (user === undefined || (access?.role === undefined && access?.override === undefined)) return err(notFound);
      const now = ports.clock.now();
      await records.repositories.putMember({ repositoryId, userId, level, createdAt: now });
      await records.audit.append(
        auditEvent(caller, organizationId, 'repository.member.set', auditTarget(repositoryId, userId), now),
      );
      return ok({ repositoryId, userId, userName: user.name, email: user.email, level, createdAt: now });
    });

/** Takes the user's own level away: role and visibility count again. */
export const removeRepositoryMember =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  ({ caller, repository }: ManageGrant, userId: UserId): ResultAsync<void, NotFound | Unavailable> =>
    ports.unitOfWork.transact(async (records): Promise<Result<void, NotFound>> => {
      const { organizationId, repositoryId } = repository;
      if (!(await records.repositories.removeMember(repositoryId, userId))) return err(notFound);
      const target = auditTarget(repositoryId, userId);
      await records.audit.append(auditEvent(caller, organizationId, 'repository.member.remove', target, ports.clock.now()));
      return ok();
    });
