import type { Instant, QueuedMailId } from '../../model/values/index.js';
import type { Mail } from '../mailer.js';

/** One waits at a time under an id. */
export interface QueuedMail {
  readonly id: QueuedMailId;
  readonly mail: Mail;
  readonly createdAt: Instant;
}

export interface ClaimedMail extends QueuedMail {
  readonly holder: string;
  /** Counts from 1. */
  readonly attempt: number;
}

/** Mails that are sent after the change that they tell of is committed. */
export interface MailRecords {
  /** Due at once. Where one waits with the same id it takes its place, due when that was, and its attempts count anew; nobody has claimed it. */
  add(mail: QueuedMail): Promise<void>;
  /**
   * Begins the next attempt of the mail that has been due for longest; until `until` nobody else sees it as due. When none is due, of one that is after
   * `beyond`: no schedule looks so far ahead, so the clock was set back since (`beyondSchedule`).
   */
  claim(holder: string, now: Instant, until: Instant, beyond?: Instant): Promise<ClaimedMail | undefined>;
  /** Moves the next attempt; false when somebody else has claimed it since. */
  postpone(claimed: ClaimedMail, until: Instant): Promise<boolean>;
  /** False when somebody else has claimed it since. */
  remove(claimed: ClaimedMail): Promise<boolean>;
}
