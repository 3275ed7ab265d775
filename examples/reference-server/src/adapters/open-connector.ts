import type { BucketConnector, Clock } from '@svc/core';

/** The way to customers' buckets, which may be in public networks and in those that `egressAllow` names. */
export const openConnector = async (egressAllow: readonly string[], clock: Pick<Clock, 'now'>): Promise<BucketConnector> => {
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
    clock,
  });
};
