import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { lockGrantedOrganization } from '../../access/lock-granted.js';
import type { BadRequest, Forbidden, NotFound, QuotaExceeded, RateLimited, Unavailable } from '../../model/app-error.js';
import { auditEvent } from '../../model/audit-event.js';
import { bucketAddress, type GivenAddress } from '../../model/storage-connections/bucket-address.js';
import { exceedsConnections } from '../../model/storage-connections/byos-plan.js';
import type { ConnectionScope, StorageConnection } from '../../model/storage-connections/storage-connection.js';
import { type OrganizationId, type StorageConnectionId, trusted } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { SecretBox } from '../../ports/secret-box.js';
import { bucketAccess, type GivenAccess } from './bucket-access.js';
import { type Checkable, type CheckConnection, noProvider } from './connection-checker.js';
import { sealAccess } from './sealed-access.js';

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

const candidate = async (
  { random }: CreatePorts,
  secretBox: SecretBox,
  organizationId: OrganizationId,
  command: CreateConnection,
): Promise<Result<Checkable, BadRequest>> => {
  const address = bucketAddress(command.address);
  if (address.isErr()) return err(address.error);
  const access = bucketAccess(command.access, undefined, address.value.provider, random);
  if (access.isErr()) return err(access.error);
  const place = { id: trusted<StorageConnectionId>(random.uuid()), organizationId };
  return ok({ ...place, address: address.value, access: await sealAccess(secretBox, place, access.value) });
};

const store = (
  { unitOfWork }: CreatePorts,
  grant: Manage,
  connection: StorageConnection,
): ResultAsync<StorageConnection, NotFound | Forbidden | QuotaExceeded | Unavailable> =>
  unitOfWork.transact(async (records): Promise<Result<StorageConnection, NotFound | Forbidden | QuotaExceeded>> => {
    const { id, organizationId, createdAt } = connection;
    const held = await lockGrantedOrganization(records, grant);
    if (held.isErr()) return err(held.error);
    const { caller, organization } = held.value;
    const exceeded = exceedsConnections(organization, await records.connections.count(organizationId));
    if (exceeded !== undefined) return err(exceeded);
    await records.connections.add(connection);
    await records.audit.append(auditEvent(caller, organizationId, 'storage_connection.create', id, createdAt));
    return ok(connection);
  });

export const createConnection =
  (ports: CreatePorts, check: CheckConnection) =>
  (grant: Manage, command: CreateConnection): ResultAsync<StorageConnection, Problem> => {
    const run = async (): Promise<Result<StorageConnection, Problem>> => {
      const { organization } = grant;
      const current = await ports.unitOfWork.read((queries) => queries.connections.count(organization.id));
      if (current.isErr()) return err(current.error);
      const exceeded = exceedsConnections(organization, current.value);
      if (exceeded !== undefined) return err(exceeded);
      if (ports.secretBox === undefined) return err(noProvider);
      const checkable = await candidate(ports, ports.secretBox, organization.id, command);
      if (checkable.isErr()) return err(checkable.error);
      const health = await check(checkable.value);
      if (health.isErr()) return err(health.error);
      const { name, scope = 'organization' } = command;
      const now = ports.clock.now();
      const times = { createdAt: now, updatedAt: now };
      return store(ports, grant, { ...checkable.value, name, scope, health: health.value, revision: 1, ...times });
    };
    return new ResultAsync(run());
  };
