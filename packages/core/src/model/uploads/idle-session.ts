import { beyondSchedule, type Instant, MINUTE_MS } from '../values/index.js';
import type { UploadSession } from './upload-session.js';

/** For how long nothing may be done in a session before it gives way to another one, where the plan allows no more. */
export const idleSessionMs = 10 * MINUTE_MS;
/** How exactly it is known when something was done: uploads of small objects would otherwise write a row for each. */
export const activityResolutionMs = MINUTE_MS;

type Activity = Pick<UploadSession, 'activeAt' | 'expiresAt'>;

/** Whether what was noted of the session is of before the clock was set back. */
const isAhead = ({ activeAt }: Pick<UploadSession, 'activeAt'>, now: Instant): boolean => activeAt > beyondSchedule(now, 0);

/** Whether something that is done in the session now has to be noted. */
export const isActivityDue = (session: Pick<UploadSession, 'activeAt'>, now: Instant): boolean =>
  now >= session.activeAt + activityResolutionMs || isAhead(session, now);

/** When the last thing was done in the session, or a little later, since it is not known exactly. */
export const lastActiveBy = ({ activeAt, expiresAt }: Activity, now: Instant): Instant =>
  Math.min(activeAt + activityResolutionMs, expiresAt, now);

/**
 * When it has been idle for longer than `idleSessionMs` for certain, or is over. At once where nothing was done in it since the clock was set back: how long
 * ago that was nobody knows.
 */
const givesWayAt = (session: Activity, now: Instant): Instant =>
  isAhead(session, now) ? now : Math.min(session.activeAt + idleSessionMs + activityResolutionMs, session.expiresAt);

/** Sessions that give way, so that one more can be opened; or when enough of them would. */
export type Room<S> = { readonly leaving: readonly S[] } | { readonly roomAt: Instant };

/** Makes room for one more session beside at most `maxOpen - 1` of these open ones: those that have been idle longest leave. */
export const makeRoom = <S extends Activity>(open: readonly S[], maxOpen: number, now: Instant): Room<S> => {
  const tooMany = Math.max(0, open.length - maxOpen + 1);
  const leaving = open.toSorted((left, right) => givesWayAt(left, now) - givesWayAt(right, now)).slice(0, tooMany);
  const last = leaving.at(-1);
  return last === undefined || givesWayAt(last, now) <= now ? { leaving } : { roomAt: givesWayAt(last, now) };
};
