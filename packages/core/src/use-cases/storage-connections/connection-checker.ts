import { err, ok, type Result } from 'neverthrow';
import { badRequest, type BadRequest, type RateLimited } from '../../model/app-error.js';
import {
  type CheckOutcome,
  connectionChecks,
  type ConnectionHealth,
  type StorageConnection,
} from '../../model/storage-connections/storage-connection.js';
import type { OrganizationId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { openLogin } from './sealed-access.js';

export type CheckerPorts = Pick<Ports, 'connector' | 'secretBox' | 'clock'>;

/** A service without a connector, or without keys to seal secrets with, supports no provider at all. */
export const noProvider: BadRequest = badRequest('provider', 'unsupported');

/** A connection that is to be checked: stored already, or about to be. */
export type Checkable = Pick<StorageConnection, 'id' | 'organizationId' | 'address' | 'access'>;

/** Runs the seven checks. Must not be called inside of a transaction, for it may take half a minute. */
export type CheckConnection = (connection: Checkable) => Promise<Result<ConnectionHealth, RateLimited | BadRequest>>;

/** Each check holds sockets for up to half a minute, and the user who orders them chooses the server that keeps them waiting. */
const maxChecksOfOrganization = 2;
const retryCheckAfterSeconds = 30;

const unreadable: Omit<ConnectionHealth, 'checkedAt'> = {
  isHealthy: false,
  checks: connectionChecks.map((check): CheckOutcome =>
    check === 'credentials' ? { check, outcome: 'failed', fault: 'secret_unreadable' } : { check, outcome: 'skipped' },
  ),
  capabilities: { checksumEnforced: false, createOnce: false, copyComputesSha256: false },
};

/** Counts the checks under way in this process, so one checker serves all use cases. */
export const createConnectionChecker = ({ connector, secretBox, clock }: CheckerPorts): CheckConnection => {
  const underWay = new Map<OrganizationId, number>();

  const count = (organizationId: OrganizationId, change: number): void => {
    const checks = (underWay.get(organizationId) ?? 0) + change;
    if (checks === 0) underWay.delete(organizationId);
    else underWay.set(organizationId, checks);
  };

  return async (connection) => {
    if (connector === undefined || secretBox === undefined) return err(noProvider);
    const { organizationId } = connection;
    if ((underWay.get(organizationId) ?? 0) >= maxChecksOfOrganization) {
      return err({ kind: 'rate_limited', reason: 'concurrent_checks', retryAfterSeconds: retryCheckAfterSeconds });
    }
    count(organizationId, 1);
    try {
      const login = await openLogin(secretBox, connection);
      const health = login === undefined ? unreadable : await connector.check(login);
      return ok({ ...health, checkedAt: clock.now() });
    } finally {
      count(organizationId, -1);
    }
  };
};
