import { err, ok, type Result } from 'neverthrow';
import { type RateLimited, secondsUntil } from '../../model/app-error.js';
import { beyondSchedule, DAY_MS, HOUR_MS, type Instant, type OrganizationId } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';

/** The owner of an address gets no more invitations than this in an hour, by mail, from all organizations together. */
export const maxInvitationMailsPerAddress = 5;
/** An organization sends no more invitations than this in a day. */
export const maxInvitationMailsPerOrganization = 100;

/** Takes one mail out of both allowances, or says when there will be one again; a step of a transaction. */
export const takeMail = async (
  records: Records,
  { organizationId, email }: { readonly organizationId: OrganizationId; readonly email: string },
  now: Instant,
): Promise<Result<void, RateLimited>> => {
  const { invitations } = records;
  // What lies further ahead went out before the clock was set back.
  const until = beyondSchedule(now, 0);
  const toAddress = await invitations.mailsTo(email, { since: now - HOUR_MS, until }, maxInvitationMailsPerAddress);
  const ofOrganization = await invitations.mailsOf(
    organizationId,
    { since: now - DAY_MS, until },
    maxInvitationMailsPerOrganization,
  );
  // The allowance is there again when the oldest of the mails that use it up leaves the window.
  const waits = [
    { oldest: toAddress[maxInvitationMailsPerAddress - 1], windowMs: HOUR_MS },
    { oldest: ofOrganization[maxInvitationMailsPerOrganization - 1], windowMs: DAY_MS },
  ].flatMap(({ oldest, windowMs }) => (oldest === undefined ? [] : [secondsUntil(now, oldest + windowMs)]));
  if (waits.length > 0) {
    return err({ kind: 'rate_limited', reason: 'invitation_mails', retryAfterSeconds: Math.max(...waits) });
  }
  await invitations.addMail({ organizationId, email, at: now });
  return ok();
};
