import { err, ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withLockedRepository } from '../../access/lock-granted.js';
import { type BadRequest, type Forbidden, invariant, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditChanges, type AuditDetails, auditEvent, auditFacts } from '../../model/audit-event.js';
import type { User } from '../../model/users/user.js';
import { decideOverride, decideOverrideRemoval } from '../../model/permissions/decide-override.js';
import type { OverrideLevel } from '../../model/permissions/repository-override.js';
import type { Role } from '../../model/permissions/role.js';
import type { RepositoryMember } from '../../model/repository.js';
import type { Page, PageRequest, RepositoryId, UserId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { revokeInvitationsOf } from '../../steps/revoke-invitations.js';

export interface SetRepositoryMember {
  readonly userId: UserId;
  readonly level: OverrideLevel;
}

export interface SetMemberOutcome {
  readonly member: RepositoryMember;
  /** Whether the user had no level of their own before. */
  readonly isNew: boolean;
}

type ManageGrant = RepositoryGrant<'repository.members.manage'>;
type Problem = NotFound | Forbidden;

const auditTarget = (repositoryId: RepositoryId, userId: UserId): string => `${repositoryId}/members/${userId}`;

const detailsOf = (
  repositoryId: RepositoryId,
  user: User,
  before: OverrideLevel | undefined,
  after: OverrideLevel | undefined,
): AuditDetails => ({
  ...auditFacts({ repository_id: repositoryId, name: user.name, email: user.email }),
  ...auditChanges({ level: before }, { level: after }),
});

export const listRepositoryMembers =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (grant: ManageGrant, page: PageRequest): ResultAsync<Page<RepositoryMember>, Unavailable> =>
    ports.unitOfWork.read((queries) => queries.repositories.listMembers(grant.repository.repositoryId, page));

const roleOf = async (records: Records, userId: UserId, repositoryId: RepositoryId): Promise<Role | undefined> =>
  (await records.access.ofRepository(userId, repositoryId))?.role;

export const setRepositoryMember =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (
    grant: ManageGrant,
    { userId, level }: SetRepositoryMember,
  ): ResultAsync<SetMemberOutcome, BadRequest | Problem | Unavailable> =>
    withLockedRepository(ports, grant, async (records, { caller, repository }) => {
      const { organizationId, repositoryId } = repository;
      const access = await records.access.ofRepository(userId, repositoryId);
      const user = await records.users.find(userId);
      if (user === undefined || (access?.role === undefined && access?.override === undefined)) return err(notFound);
      const actor = await roleOf(records, caller.userId, repositoryId);
      const { role, isOverrideSetByOwner: isSetByOwner } = access;
      const decided = decideOverride({ actor, target: role, isSetByOwner }, level);
      if (decided.isErr()) return err(decided.error);
      const now = ports.clock.now();
      const isFromOwner = actor === 'OWNER';
      await records.repositories.putMember({ repositoryId, userId, level, isSetByOwner: isFromOwner, createdAt: now });
      // The log shows the last 100 events: a script that says each night what is so already must not fill it.
      if (access.override !== level || isSetByOwner !== isFromOwner) {
        const target = auditTarget(repositoryId, userId);
        const details = detailsOf(repositoryId, user, access.override, level);
        await records.audit.append(auditEvent(caller, organizationId, 'repository.member.set', target, now, details));
      }
      const member = { repositoryId, userId, userName: user.name, email: user.email, level, createdAt: now };
      return ok({ member, isNew: access.override === undefined });
    });

export const removeRepositoryMember =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (grant: ManageGrant, userId: UserId): ResultAsync<void, Problem | Unavailable> =>
    withLockedRepository(ports, grant, async (records, { caller, repository }) => {
      const { organizationId, repositoryId } = repository;
      const access = await records.access.ofRepository(userId, repositoryId);
      if (access?.override === undefined) return err(notFound);
      const actor = await roleOf(records, caller.userId, repositoryId);
      const { role, isOverrideSetByOwner: isSetByOwner } = access;
      const decided = decideOverrideRemoval({ actor, target: role, isSetByOwner });
      if (decided.isErr()) return err(decided.error);
      await records.repositories.removeMember(repositoryId, userId);
      const now = ports.clock.now();
      const target = auditTarget(repositoryId, userId);
      const user = await records.users.find(userId);
      invariant(user !== undefined, 'a user is never removed');
      const details = detailsOf(repositoryId, user, access.override, undefined);
      await records.audit.append(auditEvent(caller, organizationId, 'repository.member.remove', target, now, details));
      await revokeInvitationsOf(records, caller, user, { organizationId, repositoryId }, now);
      return ok();
    });
