import type { AccessKeys } from './access-keys.js';
import type { Bucket } from './bucket.js';
import type { Lie, Role } from './options.js';

/** Everything that an operation can see of the server. */
export interface World {
  /** Where contents are kept. */
  readonly folder: string;
  readonly region: string;
  readonly minPartBytes: number;
  readonly keys: AccessKeys;
  readonly roles: readonly Role[];
  readonly buckets: Map<string, Bucket>;
  /** In milliseconds since 1970. */
  now(): number;
  tells(lie: Lie): boolean;
}
