import type { BlockHasher } from '@svc/core';
import { type BucketAddress, type CheckOutcome, connectionChecks, type ConnectionHealth, SECOND_MS } from '@svc/core/model';
import type { BucketConnector, BucketLogin, Clock } from '@svc/core/ports';
import { openBucket, type S3BucketOptions, type S3Timeouts } from '../bucket.js';
import { bucketUrl } from '../bucket-url.js';
import type { UnavailableReason } from '../classify-error.js';
import { noCapabilities } from '../probe-capabilities.js';
import { createS3BlobStore } from '../s3-blob-store.js';
import { assumeRole, noRole, type RoleBase } from './assume-role.js';
import { clearLeftovers } from './clear-leftovers.js';
import type { Egress, EgressAgents } from './egress.js';
import { type Deadlines, defaultDeadlines, runChecks } from './run-checks.js';
import { beginVisit } from './visit.js';

export interface BucketConnectorOptions {
  /** Through which everything goes that the connector connects to. */
  readonly egress: Egress;
  /** The service's own keys, with which it assumes the roles of customers; without them no role can be assumed. */
  readonly roleBase?: RoleBase | undefined;
  /** Of the stores that are opened: with it they keep names of blocks beside objects. */
  readonly blockHasher?: BlockHasher | undefined;
  /** The clock of the machine when absent. */
  readonly clock?: Pick<Clock, 'now'> | undefined;
  /** Of the stores that are opened. */
  readonly timeouts?: Partial<S3Timeouts> | undefined;
  /** Called as the stores that are opened call it, with where the bucket is. What the seven checks find goes to who asks for them alone. */
  readonly onUnavailable?: ((reason: UnavailableReason, address: BucketAddress) => void) | undefined;
  readonly onClocksDiffer?: ((aheadSeconds: number, address: BucketAddress) => void) | undefined;
  /** Of the checks, and of removing what is left; only tests have a reason to choose others. */
  readonly deadlines?: Partial<Deadlines & { readonly leftoversMs: number }> | undefined;
}

/** Of one request of a check. */
const checkTimeouts = { connectMs: 2 * SECOND_MS, answerMs: 3 * SECOND_MS };
/** For all that a call removes, so that no server keeps those waiting that come after it. */
const leftoversMs = 20 * SECOND_MS;

/** Reaches customers' buckets by the S3 protocol. */
export const createBucketConnector = ({
  egress,
  roleBase,
  blockHasher,
  clock,
  timeouts,
  deadlines,
  onUnavailable,
  onClocksDiffer,
}: BucketConnectorOptions): BucketConnector => {
  const now = (): number => (clock ?? Date).now();

  return {
    open: (login, capabilities) =>
      createS3BlobStore({
        ...optionsFor(login, agentsFor(egress, login), roleBase),
        capabilities,
        now,
        timeouts,
        blockHasher,
        onUnavailable: (reason) => onUnavailable?.(reason, login.address),
        onClocksDiffer: (aheadSeconds) => onClocksDiffer?.(aheadSeconds, login.address),
      }),
    check: async (login) => {
      if (!egress.isAllowed(bucketUrl(login.address).origin)) return forbidden;
      const agents = agentsFor(egress, login);
      // One attempt of a request: what the SDK tries again could write after everything has been cleaned up.
      const options = { ...optionsFor(login, agents, roleBase), timeouts: checkTimeouts, maxAttempts: 1, now };
      return runChecks(beginVisit(openBucket(options)), { ...defaultDeadlines, ...deadlines }, () => cut(agents));
    },
    removeLeftovers: async (login) => {
      const agents = agentsFor(egress, login);
      const signal = AbortSignal.timeout(deadlines?.leftoversMs ?? leftoversMs);
      const bucket = openBucket({ ...optionsFor(login, agents, roleBase), timeouts, now, signal });
      await clearLeftovers(bucket, (reason) => onUnavailable?.(reason, login.address));
      cut(agents);
    },
  };
};

const agentsFor = (egress: Egress, { address }: BucketLogin): EgressAgents =>
  egress.openAgents({ rejectUnauthorized: address.tlsVerify });

const cut = ({ http, https }: EgressAgents): void => {
  http.destroy();
  https.destroy();
};

const optionsFor = ({ address, access }: BucketLogin, agents: EgressAgents, base: RoleBase | undefined): S3BucketOptions => {
  const { provider: _provider, ...place } = address;
  const credentials =
    access.method === 'access_keys'
      ? { accessKeyId: access.accessKeyId, secretAccessKey: access.secretAccessKey }
      : base === undefined
        ? noRole
        : assumeRole({ address, access, base, agents });
  return { ...place, isCustomers: true, credentials, httpAgent: agents.http, httpsAgent: agents.https };
};

const forbidden: ConnectionHealth = {
  isHealthy: false,
  checkedAt: 0,
  checks: connectionChecks.map((check): CheckOutcome =>
    check === 'address' ? { check, outcome: 'failed', fault: 'address_forbidden' } : { check, outcome: 'skipped' },
  ),
  capabilities: noCapabilities,
};
