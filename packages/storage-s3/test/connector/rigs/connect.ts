import type { LookupFunction } from 'node:net';
import {
  type BucketAddress,
  type CheckOutcome,
  type ConnectionCheck,
  connectionChecks,
  type ConnectionFault,
} from '@svc/core/model';
import type { BucketLogin } from '@svc/core/ports';
import { checkEgressUrl, createGuardedAgents, parseNetworks } from '@svc/egress-guard';
import type { S3Service } from '@svc/test-services/s3';
import type { Egress } from '../../../src/index.js';

export const loopback = ['127.0.0.0/8', '::1'];

/** The way out as a server would make it. */
export const egressTo = (allow: readonly string[], lookup?: LookupFunction): Egress => ({
  isAllowed: (url) => checkEgressUrl(url, parseNetworks(allow)) !== undefined,
  openAgents: (options) => createGuardedAgents({ allow, ...options, ...(lookup === undefined ? {} : { lookup }) }),
});

export const addressOf = (
  { endpoint, region }: Pick<S3Service, 'endpoint' | 'region'>,
  bucket: string,
  change: Partial<BucketAddress> = {},
): BucketAddress => ({
  provider: 'generic',
  endpoint,
  region,
  bucket,
  prefix: 'models/team',
  pathStyle: true,
  tlsVerify: true,
  kmsKeyId: undefined,
  storageClass: undefined,
  ...change,
});

type Keys = Pick<S3Service, 'accessKeyId' | 'secretAccessKey'>;

export const loginTo = (
  service: S3Service,
  bucket: string,
  change: Partial<BucketAddress> = {},
  keys: Keys = service,
): BucketLogin => ({
  address: addressOf(service, bucket, change),
  access: { method: 'access_keys', accessKeyId: keys.accessKeyId, secretAccessKey: keys.secretAccessKey },
});

/** What the seven checks must have found when one of them has failed. */
export const failedAt = (failing: ConnectionCheck, fault: ConnectionFault): readonly CheckOutcome[] =>
  connectionChecks.map((check, index) => {
    if (check === failing) return { check, outcome: 'failed', fault };
    return { check, outcome: index < connectionChecks.indexOf(failing) ? 'passed' : 'skipped' };
  });

export const allPassed: readonly CheckOutcome[] = connectionChecks.map((check) => ({ check, outcome: 'passed' }));
