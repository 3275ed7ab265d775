import type { Instant } from '../../values/index.js';

/** A job that one process at a time does. The name is the job's. */
export interface Lease {
  readonly name: string;
  /** Rises each time the lease changes hands: what an earlier holder still writes can be told from what the present one does. */
  readonly fence: number;
  readonly expiresAt: Instant;
}

export interface LeaseRecords {
  /** Takes the lease when nobody holds it or its time is over, and renews it for its holder. Undefined while somebody else holds it. */
  claim(name: string, holder: string, now: Instant, expiresAt: Instant): Promise<Lease | undefined>;
  /** Gives it back before its time; nothing when somebody else has it by now. */
  release(name: string, holder: string): Promise<void>;
}
