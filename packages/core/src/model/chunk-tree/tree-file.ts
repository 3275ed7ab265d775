import { GIB, type Instant, type TreePath } from '../values/index.js';

/** `receiving`: declared and charged, its bytes may not be there yet. `stored`: its bytes are in the store. */
export type TreeFileState = 'receiving' | 'stored';

export interface TreeFile {
  readonly path: TreePath;
  /** As `occupiedBytes` counts them. */
  readonly sizeBytes: number;
  readonly state: TreeFileState;
  /** How many senders were let in and have not left yet. Those of a process that died count too, until nobody has said for a while that they are at work. */
  readonly receivers: number;
  /** When the state was last set, or one of the senders last said that it is at work. */
  readonly changedAt: Instant;
}

/** An empty file has a row and a place in the store all the same. */
const emptyFileBytes = 512;

/** What a file of so many bytes counts for in the books. */
export const occupiedBytes = (sizeBytes: number): number => (sizeBytes === 0 ? emptyFileBytes : sizeBytes);

/** Bytes of objects that one call verifies; what is above waits for the background job. */
export const maxVerifiedPerCallBytes = 4 * GIB;

/** What one process verifies for one organization in an hour, unless it is told otherwise; what is above waits for its share of the next hours. */
export const defaultVerifiedBytesPerHour = 256 * GIB;
