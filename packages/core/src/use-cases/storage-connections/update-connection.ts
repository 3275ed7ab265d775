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
import { isElsewhere } from '../../model/storage-connections/bucket-address.js';
import type { StorageConnection } from '../../model/storage-connections/storage-connection.js';
import type { StorageConnectionId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { changedConnection, type UpdateConnection } from './changed-connection.js';
import { type CheckConnection, noProvider } from './connection-checker.js';

type Problem = BadRequest | NotFound | Forbidden | Conflict | RateLimited | Unavailable;
type UpdatePorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'secretBox'>;
type Manage = OrganizationGrant<'storage.manage'>;

const store = (
  ports: UpdatePorts,
  grant: Manage,
  before: StorageConnection,
  after: StorageConnection,
): ResultAsync<StorageConnection, NotFound | Forbidden | Conflict | Unavailable> =>
  ports.unitOfWork.transact(async (records): Promise<Result<StorageConnection, NotFound | Forbidden | Conflict>> => {
    const held = await lockGrantedOrganization(records, grant);
    if (held.isErr()) return err(held.error);
    const { caller } = held.value;
    const organizationId = held.value.organization.id;
    const current = await records.connections.find(organizationId, before.id);
    if (current === undefined) return err(notFound);
    // Held, the organization gets no new repository on it until the change is written.
    if (isElsewhere(current.address, after.address) && (await records.connections.isUsed(before.id))) {
      return err(conflict('in_use'));
    }
    if (!(await records.connections.replace(after))) return err(conflict('changed_meanwhile'));
    const event = auditEvent(caller, organizationId, 'storage_connection.update', before.id, after.updatedAt);
    await records.audit.append(event);
    if (before.health.isHealthy && !after.health.isHealthy) {
      await records.audit.append({ ...event, action: 'storage_connection.unhealthy' });
    }
    return ok(after);
  });

export const updateConnection =
  (ports: UpdatePorts, check: CheckConnection) =>
  (grant: Manage, id: StorageConnectionId, command: UpdateConnection): ResultAsync<StorageConnection, Problem> => {
    const run = async (): Promise<Result<StorageConnection, Problem>> => {
      const found = await ports.unitOfWork.read(async ({ connections }) => ({
        before: await connections.find(grant.organization.id, id),
        isUsed: await connections.isUsed(id),
      }));
      if (found.isErr()) return err(found.error);
      const { before, isUsed } = found.value;
      if (before === undefined) return err(notFound);
      if (ports.secretBox === undefined) return err(noProvider);
      const after = await changedConnection(ports, ports.secretBox, before, command);
      if (after.isErr()) return err(after.error);
      if (after.value === undefined) return ok(before);
      if (isUsed && isElsewhere(before.address, after.value.address)) return err(conflict('in_use'));
      const health = await check(after.value);
      if (health.isErr()) return err(health.error);
      return store(ports, grant, before, { ...after.value, health: health.value });
    };
    return new ResultAsync(run());
  };
