import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../access/grant.js';
import {
  type BadRequest,
  type Conflict,
  conflict,
  type NotFound,
  notFound,
  type RateLimited,
  type Unavailable,
} from '../app-error.js';
import { auditEvent } from '../audit/audit-event.js';
import type { Ports } from '../ports/ports.js';
import type { StorageConnectionId } from '../values/index.js';
import type { CheckConnection } from './connection-checker.js';
import { recordHealth } from './record-health.js';
import type { StorageConnection } from './storage-connection.js';

type Problem = BadRequest | NotFound | Conflict | RateLimited | Unavailable;

/** Spec 4.7: runs the seven checks and records what they have found, whatever it is. */
export const testConnection =
  (ports: Pick<Ports, 'unitOfWork'>, check: CheckConnection) =>
  (
    { caller, organization: { id: organizationId } }: OrganizationGrant<'storage.manage'>,
    id: StorageConnectionId,
  ): ResultAsync<StorageConnection, Problem> => {
    const run = async (): Promise<Result<StorageConnection, Problem>> => {
      const found = await ports.unitOfWork.read(({ connections }) => connections.find(organizationId, id));
      if (found.isErr()) return err(found.error);
      const connection = found.value;
      if (connection === undefined) return err(notFound);
      const checked = await check(connection);
      if (checked.isErr()) return err(checked.error);
      const health = checked.value;
      return ports.unitOfWork.transact(async (records): Promise<Result<StorageConnection, NotFound | Conflict>> => {
        const event = auditEvent(caller, organizationId, 'storage_connection.test', id, health.checkedAt);
        if (await recordHealth(records, connection, health, event)) {
          await records.audit.append(event);
          return ok({ ...connection, health });
        }
        const isThere = (await records.connections.find(organizationId, id)) !== undefined;
        return err(isThere ? conflict('changed_meanwhile') : notFound);
      });
    };
    return new ResultAsync(run());
  };
