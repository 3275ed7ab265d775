import type { CheckedConnections } from '../../model/maintenance.js';
import { ok, okAsync, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { Lease } from '../../concurrency/lease.js';
import { withLease } from '../../concurrency/with-lease.js';
import type { Unavailable } from '../../model/app-error.js';
import { operatorAuditEvent } from '../../model/audit-event.js';
import type { StorageConnection } from '../../model/storage-connections/storage-connection.js';
import { beyondSchedule, DAY_MS, MINUTE_MS } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { type CheckConnection, createConnectionChecker } from './connection-checker.js';
import { recordHealth } from './record-health.js';
import { openLogin, resealAccess } from './sealed-access.js';

/** Health that is older says nothing any more. */
const healthHoldsMs = DAY_MS;
/** One run is over in a few minutes even when no bucket answers. */
const defaultLimit = 10;

type CheckPorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'connector' | 'secretBox'>;

/** Seals the secret by the newest key, so that the key of before can be taken away a day after a new one came. */
const reseal = async (ports: CheckPorts, connection: StorageConnection): Promise<Result<boolean, Unavailable>> => {
  const access = ports.secretBox && (await resealAccess(ports.secretBox, connection));
  if (access === undefined) return ok(false);
  const next = { ...connection, access, revision: connection.revision + 1 };
  return ports.unitOfWork.transact(async ({ connections }): Promise<Result<boolean, never>> =>
    ok(await connections.replace(next)),
  );
};

/** What a bucket refuses here says nothing of its health, which is recorded by then. */
const removeLeftovers = async ({ connector, secretBox }: CheckPorts, connection: StorageConnection): Promise<void> => {
  if (connector?.removeLeftovers === undefined) return;
  const login = secretBox && (await openLogin(secretBox, connection));
  if (login !== undefined) await connector.removeLeftovers(login);
};

interface Checked {
  readonly found: 'healthy' | 'unhealthy' | 'dropped';
  readonly isResealed: boolean;
}

const dropped: Checked = { found: 'dropped', isResealed: false };

const checkOne = (ports: CheckPorts, check: CheckConnection, connection: StorageConnection): ResultAsync<Checked, Unavailable> =>
  safeTry(async function* () {
    const checked = await check(connection);
    // Other runs are checking connections of the same organization; this one is for the next run.
    if (checked.isErr()) return ok(dropped);
    const health = checked.value;
    const { id, organizationId } = connection;
    const trace = operatorAuditEvent(organizationId, 'storage_connection.test', id, health.checkedAt);
    const recorded = yield* await ports.unitOfWork.transact(async (records): Promise<Result<boolean, never>> =>
      ok(await recordHealth(records, connection, health, trace)),
    );
    if (!recorded) return ok(dropped);
    const isResealed = yield* await reseal(ports, { ...connection, health });
    if (health.isHealthy) await removeLeftovers(ports, connection);
    return ok<Checked>({ found: health.isHealthy ? 'healthy' : 'unhealthy', isResealed });
  });

const checkLeased = (
  ports: CheckPorts,
  check: CheckConnection,
  limit: number,
  renewLease: Lease,
): ResultAsync<CheckedConnections, Unavailable> =>
  safeTry(async function* () {
    const now = ports.clock.now();
    const due = yield* await ports.unitOfWork.read(({ connections }) =>
      connections.listUnchecked(now - healthHoldsMs, beyondSchedule(now, 0), limit),
    );
    let [checked, unhealthy, resealed] = [0, 0, 0];
    for (const connection of due) {
      const held = yield* await renewLease();
      if (!held) break;
      const { found, isResealed } = yield* await checkOne(ports, check, connection);
      if (found !== 'dropped') checked += 1;
      if (found === 'unhealthy') unhealthy += 1;
      if (isResealed) resealed += 1;
    }
    return ok({ checked, unhealthy, resealed });
  });

/** Longer than checking one bucket takes that does not answer, and removing what is left there. */
const checkLease = { name: 'check-connections', durationMs: 5 * MINUTE_MS };
const nothing: CheckedConnections = { checked: 0, unhealthy: 0, resealed: 0 };

export const checkConnections = (ports: CheckPorts) => {
  // Of its own, so that nobody who tests a connection is told to wait for this.
  const check = createConnectionChecker(ports);
  return (limit: number = defaultLimit): ResultAsync<CheckedConnections, Unavailable> =>
    ports.connector === undefined
      ? okAsync(nothing)
      : withLease(ports)(checkLease, (renewLease) => checkLeased(ports, check, limit, renewLease)).map(
          (found) => found ?? nothing,
        );
};
