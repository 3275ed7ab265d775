import { beyondSchedule, DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../../../model/values/index.js';

/** A file that was touched since may belong to an upload that is still on its way. */
export const minAgeMs = DAY_MS;
/** What a verification has asked to be kept stays for `minAgeMs`, so one that takes longer than this from then on asks again. */
export const maxHoldMs = minAgeMs / 2;
/** Between the mark that sees a file and the one that puts it into quarantine. */
export const betweenMarksMs = 4 * HOUR_MS;
/** A removal is begun so soon after it was committed that the file is being deleted, or not at all. */
export const removeWithinMs = MINUTE_MS;
/** After so long no removal that was begun within its minute is still on its way to the store. */
export const removalOverMs = 15 * MINUTE_MS;
/** Whether what an earlier holder has left may be taken over. One that would end later than any that was begun by now is of before the clock was set back. */
export const isRemovalOver = (dueAt: Instant, at: Instant): boolean => dueAt <= at || dueAt > beyondSchedule(at, removalOverMs);
/** How soon a client asks again for a file that is being deleted. */
export const askAgainAfterSeconds = 5;
