import { err, ok, type Result } from 'neverthrow';
import { type RateLimited, secondsUntil } from '../../model/app-error.js';
import type { Invitation } from '../../model/invitations/invitation.js';
import { beyondSchedule, DAY_MS, HOUR_MS, type Instant } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';

type MailedInvitation = Pick<Invitation, 'organizationId' | 'email' | 'invitationGrant'>;

/** The owner of an address gets no more invitations than this in an hour, by mail, from all organizations together. */
export const maxInvitationMailsPerAddress = 5;
/** An organization sends no more invitations than this in a day. */
export const maxInvitationMailsPerOrganization = 100;

/**
 * Takes one mail out of both allowances; a step of a transaction. False when the address has got its share: others may have sent it that, so it keeps nobody
 * from inviting to an organization. The link of an invitation to a repository cannot be made anew, so that one waits for a mail, as all do of an organization
 * that has used up its own.
 */
export const takeMail = async (
  records: Records,
  { organizationId, email, invitationGrant }: MailedInvitation,
  now: Instant,
): Promise<Result<boolean, RateLimited>> => {
  const { invitations } = records;
  // What lies further ahead went out before the clock was set back.
  const until = beyondSchedule(now, 0);
  const ofDay = { since: now - DAY_MS, until };
  const ofOrganization = await invitations.mailsOf(organizationId, ofDay, maxInvitationMailsPerOrganization);
  const toAddress = await invitations.mailsTo(email, { since: now - HOUR_MS, until }, maxInvitationMailsPerAddress);
  const oldestTo = toAddress[maxInvitationMailsPerAddress - 1];
  const waits = [
    { oldest: ofOrganization[maxInvitationMailsPerOrganization - 1], windowMs: DAY_MS },
    { oldest: invitationGrant.kind === 'repository' ? oldestTo : undefined, windowMs: HOUR_MS },
  ].flatMap(({ oldest, windowMs }) => (oldest === undefined ? [] : [secondsUntil(now, oldest + windowMs)]));
  // An allowance is there again when the oldest of the mails that use it up leaves the window.
  if (waits.length > 0) return err({ kind: 'rate_limited', reason: 'invitation_mails', retryAfterSeconds: Math.max(...waits) });
  if (oldestTo !== undefined) return ok(false);
  await invitations.addMail({ organizationId, email, at: now });
  return ok(true);
};
