import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import {
  type BadRequest,
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  notFound,
  type RateLimited,
  type Unavailable,
} from '../../model/app-error.js';
import { auditEvent } from '../../model/audit-event.js';
import type { StorageConnection } from '../../model/storage-connections/storage-connection.js';
import type { StorageConnectionId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { CheckConnection } from './connection-checker.js';
import { healthDetails, recordHealth } from './record-health.js';

type Problem = BadRequest | NotFound | Forbidden | Conflict | RateLimited | Unavailable;

export const testConnection =
  (ports: Pick<Ports, 'unitOfWork'>, check: CheckConnection) =>
  (grant: OrganizationGrant<'storage.manage'>, id: StorageConnectionId): ResultAsync<StorageConnection, Problem> => {
    const organizationId = grant.organization.id;
    return safeTry(async function* () {
      const connection = yield* await ports.unitOfWork.read(({ connections }) => connections.find(organizationId, id));
      if (connection === undefined) return err(notFound);
      const health = yield* await check(connection);
      return withLockedOrganization(ports, grant, async (records, { caller }) => {
        const event = auditEvent(caller, organizationId, 'storage_connection.test', id, health.checkedAt);
        if (await recordHealth(records, connection, health, event)) {
          await records.audit.append({ ...event, details: healthDetails(connection, health) });
          return ok({ ...connection, health });
        }
        const isThere = (await records.connections.find(organizationId, id)) !== undefined;
        return err(isThere ? conflict('changed_meanwhile') : notFound);
      });
    });
  };
