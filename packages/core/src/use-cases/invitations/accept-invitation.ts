import { err, errAsync, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import { demandSession, type SignedIn } from '../../access/grant.js';
import { withSignedIn } from '../../access/lock-granted.js';
import { secretSha256 } from '../../access/secret-sha256.js';
import { isInvitationSecret } from '../../access/token-secret.js';
import {
  type Conflict,
  conflict,
  type Forbidden,
  invariant,
  type NotFound,
  notFound,
  type QuotaExceeded,
  type Unavailable,
} from '../../model/app-error.js';
import { invitationEvent } from '../../model/invitations/invitation-event.js';
import type { Invitation, InvitationGrant, ShownInvitation } from '../../model/invitations/invitation.js';
import type { Organization } from '../../model/organizations/organization.js';
import type { Caller } from '../../model/permissions/caller.js';
import { permissionsOfOverride } from '../../model/permissions/repository-override.js';
import { permissionsOfRole } from '../../model/permissions/role.js';
import { exceedsCount } from '../../model/quotas/count-limit.js';
import { limitsOf } from '../../model/quotas/limits.js';
import { plans } from '../../model/quotas/plan.js';
import type { Instant, InvitationId, UserId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { demandOwnership } from '../../steps/demand-ownership.js';
import { lockOrganization } from '../../steps/lock-organization.js';
import { statusByInviter } from './inviter-rights.js';

type AcceptPorts = Pick<Ports, 'unitOfWork' | 'clock' | 'settings'>;
type Problem = NotFound | Conflict | QuotaExceeded;
type GrantOfInvitation<Kind> = Extract<InvitationGrant, { readonly kind: Kind }>;

const joinOrganization = async (
  records: Records,
  { id: organizationId, planId }: Organization,
  { role }: GrantOfInvitation<'organization'>,
  { userId, userName }: Caller,
  maxOwned: number,
  at: Instant,
): Promise<Result<void, Problem>> => {
  const { organizations } = records;
  if ((await organizations.findMembership(organizationId, userId)) !== undefined) return err(conflict('already_member'));
  const members = await organizations.countMembers(organizationId);
  const exceeded = exceedsCount('max_members', plans[planId].maxMembers, members);
  if (exceeded !== undefined) return err(exceeded);
  const allowed = role === 'OWNER' ? await demandOwnership(records, userId, maxOwned) : ok();
  if (allowed.isErr()) return err(allowed.error);
  await organizations.putMembership({ organizationId, userId, role, joinedAt: at });
  await records.activity.append({
    type: 'member.joined',
    organizationId,
    actorId: userId,
    repositoryId: undefined,
    data: { user_id: userId, name: userName, role },
    at,
  });
  return ok();
};

/** A level that was given, or taken, since the invitation stays as it is; and nobody loses by accepting what their role gives anyway. */
const joinRepository = async (
  records: Records,
  { repositoryId, level }: GrantOfInvitation<'repository'>,
  userId: UserId,
  createdAt: Instant,
): Promise<Result<void, Problem>> => {
  const access = await records.access.ofRepository(userId, repositoryId);
  if (access === undefined) return err(notFound);
  const { role, override } = access;
  if (override !== undefined) return err(conflict('already_member'));
  const isHeldAnyway =
    role !== undefined && permissionsOfOverride(level).every((permission) => permissionsOfRole[role].has(permission));
  if (isHeldAnyway) return ok();
  await records.repositories.putMember({ repositoryId, userId, level, isSetByOwner: false, createdAt });
  return ok();
};

/** Whether what accepting gave is still there: who was removed since does not come back by the same link. */
const isStillIn = async (records: Records, { organizationId, invitationGrant }: Invitation, userId: UserId): Promise<boolean> => {
  const membership = await records.organizations.findMembership(organizationId, userId);
  if (membership !== undefined || invitationGrant.kind === 'organization') return membership !== undefined;
  return (await records.access.ofRepository(userId, invitationGrant.repositoryId))?.override !== undefined;
};

/** A step of a transaction. Missing, expired, foreign and revoked invitations, and those whose inviter has lost the right, all give `not_found`. */
const acceptFound = (
  records: Records,
  invitation: Invitation,
  caller: Caller,
  maxOwned: number,
  now: Instant,
): ResultAsync<Invitation, Problem> =>
  safeTry(async function* () {
    const { userId } = caller;
    const { id, invitationGrant, accepted } = invitation;
    const organization = yield* await lockOrganization(records, invitation.organizationId);
    if (accepted !== undefined) {
      return accepted.by === userId && (await isStillIn(records, invitation, userId)) ? ok(invitation) : err(notFound);
    }
    if ((await statusByInviter(records, invitation, now)) !== 'PENDING') return err(notFound);
    yield* invitationGrant.kind === 'organization'
      ? await joinOrganization(records, organization, invitationGrant, caller, maxOwned, now)
      : await joinRepository(records, invitationGrant, userId, now);
    const isAccepted = await records.invitations.accept(id, userId, now);
    invariant(isAccepted, 'an invitation does not change while its organization is held');
    await records.audit.append(invitationEvent(caller, invitation, 'accept', now));
    return ok({ ...invitation, accepted: { by: userId, at: now } });
  });

const accept = (
  ports: AcceptPorts,
  session: SignedIn,
  find: (records: Records) => Promise<Invitation | undefined>,
): ResultAsync<ShownInvitation, Forbidden | Problem | Unavailable> =>
  withSignedIn(ports, session, async (records, { caller }): Promise<Result<Invitation, Problem>> => {
    const invitation = await find(records);
    if (invitation === undefined) return err(notFound);
    return acceptFound(records, invitation, caller, limitsOf(ports.settings).ownedOrganizations, ports.clock.now());
  }).map((invitation) => ({ invitation, status: 'ACCEPTED' }));

export const acceptByLink =
  (ports: AcceptPorts) =>
  (signedIn: SignedIn, secret: string): ResultAsync<ShownInvitation, Forbidden | Problem | Unavailable> =>
    demandSession(signedIn).asyncAndThen((session) =>
      isInvitationSecret(secret)
        ? accept(ports, session, (records) => records.invitations.findBySecret(secretSha256(secret)))
        : errAsync(notFound),
    );

export const acceptById =
  (ports: AcceptPorts) =>
  (signedIn: SignedIn, id: InvitationId): ResultAsync<ShownInvitation, Forbidden | Problem | Unavailable> =>
    demandSession(signedIn).asyncAndThen((session) =>
      accept(ports, session, async (records) => {
        const [user, invitation] = [await records.users.find(session.caller.userId), await records.invitations.find(id)];
        return user?.emailVerified === true && user.email === invitation?.email ? invitation : undefined;
      }),
    );
