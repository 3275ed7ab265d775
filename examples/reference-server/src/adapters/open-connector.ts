import type { BlockHasher } from '@svc/core';
import type { BucketAddress } from '@svc/core/model';
import type { BucketConnector, Clock } from '@svc/core/ports';
import type { S3Credentials } from '@svc/storage-s3';
import type { Logger } from 'pino';
import type { StorageSettings } from '../config/config.js';
import type { S3Settings } from '../config/s3-settings.js';
import { type WarnedPlace, warnOfClocks, warnOfOutage } from './storage-warnings.js';

/**
 * The way to customers' buckets, which may be in public networks and in those that `egressAllow` names. Roles of customers are assumed by the keys of the
 * service's own bucket, where that is one of AWS; keys of another server mean nothing there.
 */
export const openConnector = async (
  egressAllow: readonly string[],
  storage: StorageSettings,
  clock: Pick<Clock, 'now'>,
  blockHasher: BlockHasher,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<BucketConnector> => {
  const [{ createBucketConnector }, { checkEgressUrl, createGuardedAgents, parseNetworks }] = await Promise.all([
    import('@svc/storage-s3'),
    import('@svc/egress-guard'),
  ]);
  const networks = parseNetworks(egressAllow);
  return createBucketConnector({
    egress: {
      isAllowed: (url) => checkEgressUrl(url, networks) !== undefined,
      openAgents: ({ rejectUnauthorized }) => createGuardedAgents({ allow: egressAllow, rejectUnauthorized }),
    },
    roleBase: storage.kind === 's3' && storage.endpoint === undefined ? { credentials: keysOf(storage) } : undefined,
    clock,
    blockHasher,
    onUnavailable: (reason, address) => warnOfOutage(log, placeOf(address))(reason),
    onClocksDiffer: (aheadSeconds, address) => warnOfClocks(log, placeOf(address))(aheadSeconds),
  });
};

/** By which an operator finds the connection. */
const placeOf = ({ endpoint, bucket, prefix }: BucketAddress): WarnedPlace => ({ endpoint, bucket, prefix });

const keysOf = ({ accessKeyId, secretAccessKey }: S3Settings): S3Credentials => ({ accessKeyId, secretAccessKey });
