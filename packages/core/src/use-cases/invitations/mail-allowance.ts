import { err, ok, type Result } from 'neverthrow';
import { type RateLimited, secondsUntil } from '../../model/app-error.js';
import { beyondSchedule, DAY_MS, HOUR_MS, type Instant, type OrganizationId } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';

/** The owner of an address gets no more invitations than this in an hour, by mail, from all organizations together. */
export const maxInvitationMailsPerAddress = 5;
/** An organization sends no more invitations than this in a day. */
export const maxInvitationMailsPerOrganization = 100;

/**
 * Takes one mail out of both allowances; a step of a transaction. False when the address has got its share: others may have sent it that, so it keeps nobody
 * from inviting. An organization that has used up its own is told when there will be a mail again.
 */
export const takeMail = async (
  records: Records,
  { organizationId, email }: { readonly organizationId: OrganizationId; readonly email: string },
  now: Instant,
): Promise<Result<boolean, RateLimited>> => {
  const { invitations } = records;
  // What lies further ahead went out before the clock was set back.
  const until = beyondSchedule(now, 0);
  const ofDay = { since: now - DAY_MS, until };
  const ofOrganization = await invitations.mailsOf(organizationId, ofDay, maxInvitationMailsPerOrganization);
  // The allowance is there again when the oldest of the mails that use it up leaves the window.
  const oldest = ofOrganization[maxInvitationMailsPerOrganization - 1];
  if (oldest !== undefined) {
    return err({ kind: 'rate_limited', reason: 'invitation_mails', retryAfterSeconds: secondsUntil(now, oldest + DAY_MS) });
  }
  const toAddress = await invitations.mailsTo(email, { since: now - HOUR_MS, until }, maxInvitationMailsPerAddress);
  if (toAddress.length >= maxInvitationMailsPerAddress) return ok(false);
  await invitations.addMail({ organizationId, email, at: now });
  return ok(true);
};
