import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { lockGrantedRepository } from '../../access/lock-granted.js';
import {
  type BadRequest,
  badRequest,
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  type RateLimited,
  type Unavailable,
} from '../../model/app-error.js';
import { auditEvent } from '../../model/audit-event.js';
import { auditTargetIn, type InvitedLevel } from '../../model/invitations/invitation.js';
import { parseMailAddress } from '../../model/users/email.js';
import type { RepositoryId } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';
import {
  type IssuedInvitation,
  issueInvitation,
  type IssuePorts,
  makeRoom,
  sendInvitation,
  type SentInvitation,
} from './issue-invitation.js';

export interface InviteToRepository {
  readonly email: string;
  readonly level: InvitedLevel;
}

type Problem = BadRequest | NotFound | Forbidden | Conflict | RateLimited;

const hasLevel = async (records: Records, repositoryId: RepositoryId, email: string): Promise<boolean> => {
  const user = await records.users.findByVerifiedEmail(email);
  return user !== undefined && (await records.access.ofRepository(user.id, repositoryId))?.override !== undefined;
};

export const inviteToRepository =
  (ports: IssuePorts) =>
  (
    grant: RepositoryGrant<'repository.members.manage'>,
    { email: given, level }: InviteToRepository,
  ): ResultAsync<SentInvitation, Problem | Unavailable> =>
    ports.unitOfWork
      .transact(async (records): Promise<Result<IssuedInvitation, Problem>> => {
        const email = parseMailAddress(given);
        if (email === undefined) return err(badRequest('email', 'malformed'));
        const held = await lockGrantedRepository(records, grant);
        if (held.isErr()) return err(held.error);
        const { caller, repository } = held.value;
        const { organizationId, repositoryId } = repository;
        if (await hasLevel(records, repositoryId, email)) return err(conflict('already_member'));
        const now = ports.clock.now();
        const invitationGrant = { kind: 'repository', repositoryId, level } as const;
        const draft = { organizationId, email, invitationGrant, invitedBy: caller.userId };
        const room = await makeRoom(records, draft, now);
        if (room.isErr()) return err(room.error);
        const issued = await issueInvitation(ports, records, draft, now);
        if (issued.isErr()) return err(issued.error);
        const target = auditTargetIn(repositoryId, issued.value.invitation.id);
        await records.audit.append(auditEvent(caller, organizationId, 'repository.invitation.create', target, now));
        return ok(issued.value);
      })
      .andThen(sendInvitation(ports));
