import type { Instant } from '../../model/values/index.js';

/** A job that one process at a time does. The name is the job's. */
export interface ClaimedLease {
  readonly name: string;
  /** Rises each time the lease changes hands: what an earlier holder still writes can be told from what the present one does. 1 for the first. */
  readonly fence: number;
  readonly expiresAt: Instant;
}

export interface LeaseRecords {
  /**
   * Takes the lease when nobody holds it or its end has come, and renews it, with the same fence, for its last holder. Undefined, and nothing
   * written, while somebody else holds it. It is held as long as `now < expiresAt`; but one that would end after `beyond` is nobody's: no schedule looks so
   * far ahead, so the clock was set back since (`beyondSchedule`).
   */
  claim(name: string, holder: string, now: Instant, expiresAt: Instant, beyond?: Instant): Promise<ClaimedLease | undefined>;
  /** Releases it before its end; does nothing when another holder has it by now. The next holder, also the same one, gets a higher fence. */
  release(name: string, holder: string): Promise<void>;
  /**
   * Takes the lease for one of any number of holders, who are not told apart, up to `expiresAt` or the end that it has already, whichever is later. Answers
   * whether it was held up to now, so that who renews it learns of a gap in between; an end after `beyond` counts for nothing, as with `claim`. It ends by
   * itself. A name is for shared claims or for others, never for both.
   */
  claimShared(name: string, now: Instant, expiresAt: Instant, beyond?: Instant): Promise<boolean>;
  /** Whether nobody holds the lease. Where it says so, who claims it waits for the end of this transaction: what that has written is there from then on. */
  holdFree(name: string, now: Instant, beyond?: Instant): Promise<boolean>;
}
