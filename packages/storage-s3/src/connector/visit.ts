import { randomBytes, randomUUID } from 'node:crypto';
import type { BucketCapabilities } from '@svc/core/model';
import type { Bucket, PrivateKey } from '../bucket.js';
import { noCapabilities } from '../probe-capabilities.js';
import { probeFolder } from '../probe-folder.js';

const bodyBytes = 1000;

/** One run of the checks in a bucket: what the later ones must know of the earlier ones. */
export interface Visit {
  readonly bucket: Bucket;
  /** What is written and must come back. */
  readonly body: Uint8Array;
  /** Below the store's prefix, where no key of a blob can be. */
  readonly keys: Readonly<Record<'written' | 'signed' | 'refused' | 'copied', PrivateKey>>;
  /** What the bucket has proved so far. */
  capabilities: BucketCapabilities;
}

export const beginVisit = (bucket: Bucket): Visit => {
  const folder = randomUUID();
  return {
    bucket,
    body: randomBytes(bodyBytes),
    keys: {
      written: `${probeFolder}/${folder}-a`,
      signed: `${probeFolder}/${folder}-b`,
      refused: `${probeFolder}/${folder}-c`,
      copied: `${probeFolder}/${folder}-d`,
    },
    capabilities: noCapabilities,
  };
};
