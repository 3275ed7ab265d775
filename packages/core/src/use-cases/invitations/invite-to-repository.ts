import { err, errAsync, ok, type ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withLockedRepository } from '../../access/lock-granted.js';
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
import { auditChanges, auditEvent, auditFacts } from '../../model/audit-event.js';
import { auditTargetIn, type InvitedLevel } from '../../model/invitations/invitation.js';
import { parseMailAddress } from '../../model/users/email.js';
import type { RepositoryId } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';
import { issueInvitation, type IssuePorts, makeRoom, sendInvitation, type SentInvitation } from './issue-invitation.js';

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
  ): ResultAsync<SentInvitation, Problem | Unavailable> => {
    const email = parseMailAddress(given);
    if (email === undefined) return errAsync(badRequest('email', 'malformed'));
    return withLockedRepository(ports, grant, (records, { caller, repository }) =>
      safeTry(async function* () {
        const { organizationId, repositoryId } = repository;
        if (await hasLevel(records, repositoryId, email)) return err(conflict('already_member'));
        const now = ports.clock.now();
        const invitationGrant = { kind: 'repository', repositoryId, level } as const;
        const draft = { organizationId, email, invitationGrant, invitedBy: caller.userId };
        yield* await makeRoom(records, draft, now);
        const issued = yield* await issueInvitation(ports, records, draft, now);
        const target = auditTargetIn(repositoryId, issued.invitation.id);
        const details = { ...auditFacts({ repository_id: repositoryId, email }), ...auditChanges({}, { level }) };
        await records.audit.append(auditEvent(caller, organizationId, 'repository.invitation.create', target, now, details));
        return ok(issued);
      }),
    ).andThen(sendInvitation(ports));
  };
