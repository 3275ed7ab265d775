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
import { auditChanges, type AuditDetails, auditEvent, auditFacts } from '../../model/audit-event.js';
import { isElsewhere } from '../../model/storage-connections/bucket-address.js';
import type { StorageConnection } from '../../model/storage-connections/storage-connection.js';
import type { StorageConnectionId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { changedConnection, type UpdateConnection } from './changed-connection.js';
import { type CheckConnection, noProvider } from './connection-checker.js';
import { connectionDetails } from './connection-details.js';
import { healthDetails } from './record-health.js';

type Problem = BadRequest | NotFound | Forbidden | Conflict | RateLimited | Unavailable;
type UpdatePorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'secretBox'>;
type Manage = OrganizationGrant<'storage.manage'>;

const secretOf = ({ access }: StorageConnection): string | undefined =>
  access.method === 'access_keys' ? access.secretAccessKey : undefined;

/** Of a secret only that it changed. */
const detailsOf = (before: StorageConnection, after: StorageConnection): AuditDetails => ({
  ...auditFacts({ secret_changed: secretOf(before) === secretOf(after) ? undefined : true }),
  ...auditChanges(connectionDetails(before), connectionDetails(after)),
});

const store = (
  ports: UpdatePorts,
  grant: Manage,
  before: StorageConnection,
  after: StorageConnection,
): ResultAsync<StorageConnection, NotFound | Forbidden | Conflict | Unavailable> =>
  withLockedOrganization(ports, grant, async (records, { caller, organization }) => {
    const organizationId = organization.id;
    const current = await records.connections.find(organizationId, before.id);
    if (current === undefined) return err(notFound);
    // Held, the organization gets no new repository on it until the change is written.
    if (isElsewhere(current.address, after.address) && (await records.connections.isUsed(before.id))) {
      return err(conflict('in_use'));
    }
    if (!(await records.connections.replace(after))) return err(conflict('changed_meanwhile'));
    for (const deleted of await records.repositories.listDeletedIn(before.id)) {
      if (deleted.failingSince === undefined) continue;
      await records.repositories.updateDeleted(deleted, { ...deleted, dueAt: after.updatedAt });
    }
    const event = auditEvent(caller, organizationId, 'storage_connection.update', before.id, after.updatedAt);
    await records.audit.append({ ...event, details: detailsOf(before, after) });
    if (before.health.isHealthy && !after.health.isHealthy) {
      const details = healthDetails(before, after.health);
      await records.audit.append({ ...event, action: 'storage_connection.unhealthy', details });
    }
    return ok(after);
  });

export const updateConnection =
  (ports: UpdatePorts, check: CheckConnection) =>
  (grant: Manage, id: StorageConnectionId, command: UpdateConnection): ResultAsync<StorageConnection, Problem> =>
    safeTry(async function* () {
      const { before, isUsed } = yield* await ports.unitOfWork.read(async ({ connections }) => ({
        before: await connections.find(grant.organization.id, id),
        isUsed: await connections.isUsed(id),
      }));
      if (before === undefined) return err(notFound);
      if (ports.secretBox === undefined) return err(noProvider);
      const after = yield* await changedConnection(ports, ports.secretBox, before, command);
      if (after === undefined) return ok(before);
      if (isUsed && isElsewhere(before.address, after.address)) return err(conflict('in_use'));
      const health = yield* await check(after);
      return store(ports, grant, before, { ...after, health });
    });
