import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { lockGrantedOrganization } from '../../access/lock-granted.js';
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
import { recordHealth } from './record-health.js';

type Problem = BadRequest | NotFound | Forbidden | Conflict | RateLimited | Unavailable;

export const testConnection =
  (ports: Pick<Ports, 'unitOfWork'>, check: CheckConnection) =>
  (grant: OrganizationGrant<'storage.manage'>, id: StorageConnectionId): ResultAsync<StorageConnection, Problem> => {
    const organizationId = grant.organization.id;
    const run = async (): Promise<Result<StorageConnection, Problem>> => {
      const found = await ports.unitOfWork.read(({ connections }) => connections.find(organizationId, id));
      if (found.isErr()) return err(found.error);
      const connection = found.value;
      if (connection === undefined) return err(notFound);
      const checked = await check(connection);
      if (checked.isErr()) return err(checked.error);
      const health = checked.value;
      return ports.unitOfWork.transact(async (records): Promise<Result<StorageConnection, Problem>> => {
        const held = await lockGrantedOrganization(records, grant);
        if (held.isErr()) return err(held.error);
        const event = auditEvent(held.value.caller, organizationId, 'storage_connection.test', id, health.checkedAt);
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
