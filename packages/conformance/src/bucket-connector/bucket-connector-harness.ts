import type { BucketConnector, BucketLogin } from '@svc/core/ports';
import type { Closable } from '../run-cases.js';

export interface BucketConnectorHarness extends Closable {
  readonly connector: BucketConnector;
  /** Of a bucket that is empty and lets it in, with a prefix. */
  readonly login: BucketLogin;
  /** The same bucket, which refuses this one for its keys. */
  readonly refused: BucketLogin;
  /** At its address nothing answers. */
  readonly unanswered: BucketLogin;
  /** The names of all that lies in the bucket, with the prefix, by a way of its owner's. */
  keys(): Promise<readonly string[]>;
}
