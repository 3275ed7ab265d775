import type { Instant } from '../../model/values/index.js';
import type { Backlog } from './storage-queries.js';

/** What waits to be done in the background, in the whole service. */
export interface Backlogs {
  /** Public events that were not handed to the webhooks yet. */
  readonly events: Backlog;
  /** Deliveries to webhooks that are switched on, which were not made yet, or are made again, since they were made first. */
  readonly deliveries: Backlog;
  readonly mails: Backlog;
  /** Objects of chunk trees whose verification was put off. */
  readonly verifications: Backlog & { readonly bytes: number };
  /** Sessions of Git LFS in which it is time to look for objects that nobody has had verified, since it is. */
  readonly awaitedUploads: Backlog;
  /** Upload sessions of clients that are OPEN and end after now. */
  readonly openSessions: Backlog;
  /** Chunk trees in which it is time to look for garbage, since it is. `deadBytes`: what no object needs in the packs of all trees, as they were seen last. */
  readonly collections: Backlog & { readonly deadBytes: number };
}

/** Each is the range of an index, or a table of what waits alone. */
export interface QueueQueries {
  backlogs(now: Instant): Promise<Backlogs>;
}
