import { err, ok, okAsync, type Result, type ResultAsync, safeTry } from 'neverthrow';
import { secretSha256 } from '../../access/secret-sha256.js';
import { newInvitationSecret } from '../../access/token-secret.js';
import { type Conflict, conflict, invariant, type RateLimited } from '../../model/app-error.js';
import { invitationUrl } from '../../model/invitations/invitation-url.js';
import {
  type Invitation,
  type InvitationGrant,
  invitationLifetimeMs,
  invitationStatus,
  type ShownInvitation,
} from '../../model/invitations/invitation.js';
import { type Instant, type InvitationId, type OrganizationId, trusted, type UserId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { invitationMail } from './invitation-mail.js';
import { statusByInviter } from './inviter-rights.js';
import { takeMail } from './mail-allowance.js';

export type IssuePorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'mailer' | 'settings'>;

export interface InvitationDraft {
  readonly organizationId: OrganizationId;
  readonly email: string;
  readonly invitationGrant: InvitationGrant;
  readonly invitedBy: UserId;
}

/** An invitation that is committed, and what its link is made of. */
export interface IssuedInvitation {
  readonly invitation: Invitation;
  readonly secret: string;
  readonly mayBeMailed: boolean;
}

export interface SentInvitation extends ShownInvitation {
  /** Whether a mail server has taken the invitation over. */
  readonly isMailed: boolean;
  /** Present where no mail is sent at all: the inviter brings the link to the invited person. Anyone who holds it can use it. */
  readonly url: string | undefined;
}

const repositoryOf = (invitationGrant: InvitationGrant) =>
  invitationGrant.kind === 'repository' ? invitationGrant.repositoryId : undefined;

/** One invitation to an address at a time: while one waits, another is refused; one that nobody used in time, or that nobody can use, makes room. */
export const makeRoom = async (
  records: Records,
  { organizationId, email, invitationGrant }: InvitationDraft,
  now: Instant,
): Promise<Result<void, Conflict>> => {
  const open = await records.invitations.findOpen(organizationId, repositoryOf(invitationGrant), email);
  if (open === undefined) return ok();
  if ((await statusByInviter(records, open, now)) === 'PENDING') return err(conflict('already_invited'));
  await records.invitations.revoke(organizationId, repositoryOf(invitationGrant), open.id);
  return ok();
};

/** Writes the invitation, and takes its mail out of the allowance where mail is sent; a step of a transaction that holds the organization. */
export const issueInvitation = (
  ports: IssuePorts,
  records: Records,
  draft: InvitationDraft,
  now: Instant,
): ResultAsync<IssuedInvitation, RateLimited> =>
  safeTry(async function* () {
    const mayBeMailed = ports.mailer !== undefined && (yield* await takeMail(records, draft, now));
    const secret = newInvitationSecret(ports.random);
    const id = trusted<InvitationId>(ports.random.uuid());
    await records.invitations.add({ ...draft, id, createdAt: now, expiresAt: now + invitationLifetimeMs }, secretSha256(secret));
    const invitation = await records.invitations.find(id);
    invariant(invitation !== undefined, 'what was added is there');
    return ok({ invitation, secret, mayBeMailed });
  });

/** Sends the mail, after the commit. Where it cannot be sent the invitation stays: its link can be made anew. */
export const sendInvitation =
  ({ mailer, settings }: IssuePorts) =>
  ({ invitation, secret, mayBeMailed }: IssuedInvitation): ResultAsync<SentInvitation, never> => {
    const url = invitationUrl(settings.baseUrl, secret);
    const shown = { invitation, status: invitationStatus(invitation, invitation.createdAt) };
    if (mailer === undefined) return okAsync({ ...shown, isMailed: false, url });
    if (!mayBeMailed) return okAsync({ ...shown, isMailed: false, url: undefined });
    return mailer
      .send(invitationMail(invitation, url))
      .map(() => true)
      .orElse(() => okAsync(false))
      .map((isMailed) => ({ ...shown, isMailed, url: undefined }));
  };
