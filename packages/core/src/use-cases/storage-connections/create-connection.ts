import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import type { BadRequest, Forbidden, NotFound, QuotaExceeded, RateLimited, Unavailable } from '../../model/app-error.js';
import { auditChanges, auditEvent } from '../../model/audit-event.js';
import { bucketAddress, type GivenAddress } from '../../model/storage-connections/bucket-address.js';
import { exceedsConnections } from '../../model/storage-connections/byos-plan.js';
import type { ConnectionScope, StorageConnection } from '../../model/storage-connections/storage-connection.js';
import { type OrganizationId, type StorageConnectionId, trusted } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { SecretBox } from '../../ports/secret-box.js';
import { bucketAccess, type GivenAccess } from './bucket-access.js';
import { type Checkable, type CheckConnection, noProvider } from './connection-checker.js';
import { sealAccess } from './sealed-access.js';
import { connectionDetails } from './connection-details.js';

export interface CreateConnection {
  readonly name: string;
  /** `organization` when omitted. */
  readonly scope?: ConnectionScope | undefined;
  readonly address: GivenAddress;
  readonly access: GivenAccess;
}

type Problem = BadRequest | NotFound | Forbidden | QuotaExceeded | RateLimited | Unavailable;
type CreatePorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'secretBox'>;
type Manage = OrganizationGrant<'storage.manage'>;

const candidate = (
  { random }: CreatePorts,
  secretBox: SecretBox,
  organizationId: OrganizationId,
  command: CreateConnection,
): ResultAsync<Checkable, BadRequest> =>
  safeTry(async function* () {
    const address = yield* bucketAddress(command.address);
    const access = yield* bucketAccess(command.access, undefined, address.provider, random);
    const place = { id: trusted<StorageConnectionId>(random.uuid()), organizationId };
    return ok({ ...place, address, access: await sealAccess(secretBox, place, access) });
  });

const store = (
  { unitOfWork }: CreatePorts,
  grant: Manage,
  connection: StorageConnection,
): ResultAsync<StorageConnection, NotFound | Forbidden | QuotaExceeded | Unavailable> =>
  withLockedOrganization({ unitOfWork }, grant, async (records, { caller, organization }) => {
    const { id, organizationId, createdAt } = connection;
    const exceeded = exceedsConnections(organization, await records.connections.count(organizationId));
    if (exceeded !== undefined) return err(exceeded);
    await records.connections.add(connection);
    const details = auditChanges({}, connectionDetails(connection));
    await records.audit.append(auditEvent(caller, organizationId, 'storage_connection.create', id, createdAt, details));
    return ok(connection);
  });

export const createConnection =
  (ports: CreatePorts, check: CheckConnection) =>
  (grant: Manage, command: CreateConnection): ResultAsync<StorageConnection, Problem> => {
    const { organization } = grant;
    return safeTry(async function* () {
      const current = yield* await ports.unitOfWork.read((queries) => queries.connections.count(organization.id));
      const exceeded = exceedsConnections(organization, current);
      if (exceeded !== undefined) return err(exceeded);
      if (ports.secretBox === undefined) return err(noProvider);
      const checkable = yield* await candidate(ports, ports.secretBox, organization.id, command);
      const health = yield* await check(checkable);
      const { name, scope = 'organization' } = command;
      const now = ports.clock.now();
      const times = { createdAt: now, updatedAt: now };
      return store(ports, grant, { ...checkable, name, scope, health, revision: 1, ...times });
    });
  };
