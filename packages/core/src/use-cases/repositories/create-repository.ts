import { err, ok, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import {
  type BadRequest,
  badRequest,
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  type QuotaExceeded,
  type Unavailable,
} from '../../model/app-error.js';
import { auditChanges, type AuditDetails, auditEvent } from '../../model/audit-event.js';
import { nameProblem } from '../../model/display-name.js';
import { permissionsOfRole } from '../../model/permissions/role.js';
import { exceedsCount } from '../../model/quotas/count-limit.js';
import { plans } from '../../model/quotas/plan.js';
import type { Repository, RepositoryVisibility, StorageMode } from '../../model/repository.js';
import { allowsByos } from '../../model/storage-connections/byos-plan.js';
import type { StorageConnection } from '../../model/storage-connections/storage-connection.js';
import type { StorageGroup } from '../../model/storage-group.js';
import {
  namespaceOf,
  type OrganizationId,
  type RepositoryId,
  type Slug,
  slugFromName,
  type StorageConnectionId,
  type StorageGroupId,
  trusted,
} from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { announcePublic } from '../../steps/notify/announce-public.js';

/** The defaults of what is omitted are those of spec 2.2. */
export interface CreateRepository {
  readonly name: string;
  readonly slug?: Slug | undefined;
  readonly description?: string | undefined;
  readonly visibility?: RepositoryVisibility | undefined;
  readonly storageMode?: StorageMode | undefined;
  readonly storageConnectionId?: StorageConnectionId | undefined;
  readonly storageGroupId?: StorageGroupId | undefined;
}

type Problem = BadRequest | NotFound | Forbidden | Conflict | QuotaExceeded;
type CreatePorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'connector' | 'secretBox' | 'mailer' | 'settings'>;

/** Who may make a repository, but not for everybody to read. */
const refusedPublic: Forbidden = { kind: 'forbidden', reason: 'permission', permission: 'repository.admin' };

export interface StorageFacts {
  /** Whether the service reaches buckets that customers bring, and the plan lets this one bring them. */
  readonly offersByos: boolean;
  /** The one that the command names, when the organization has it. */
  readonly connection: StorageConnection | undefined;
  /** The one that the command names, when the organization has it. */
  readonly group: StorageGroup | undefined;
}

/** Refuses storage that cannot be had. */
export const refusedStorage = (
  { offersByos, connection, group }: StorageFacts,
  command: CreateRepository,
): BadRequest | undefined => {
  const { storageMode = 'managed', storageConnectionId, storageGroupId } = command;
  if (storageGroupId !== undefined && group === undefined) return badRequest('storage_group_id', 'unknown');
  if (storageMode === 'managed') {
    return storageConnectionId === undefined ? undefined : badRequest('storage_connection_id', 'contradictory');
  }
  if (!offersByos) return badRequest('storage_mode', 'unsupported');
  if (storageConnectionId === undefined) return badRequest('storage_connection_id', 'missing');
  if (connection === undefined) return badRequest('storage_connection_id', 'unknown');
  return connection.health.isHealthy ? undefined : badRequest('storage_connection_id', 'unhealthy');
};

const newRepository = (ports: CreatePorts, organizationId: OrganizationId, command: CreateRepository): Repository => {
  const id = trusted<RepositoryId>(ports.random.uuid());
  const now = ports.clock.now();
  return {
    id,
    organizationId,
    name: command.name,
    slug: command.slug ?? slugFromName(command.name, trusted<Slug>(`repository-${id.slice(0, 8)}`)),
    description: command.description ?? '',
    visibility: command.visibility ?? 'PRIVATE',
    storageMode: command.storageMode ?? 'managed',
    storageConnectionId: command.storageConnectionId,
    storageGroupId: command.storageGroupId,
    deduplicate: undefined,
    namespace: namespaceOf(id, command.storageConnectionId),
    reclaimUnreachableAfterDays: undefined,
    generation: 0,
    createdAt: now,
    updatedAt: now,
  };
};

const detailsOf = ({ name, slug, visibility, storageMode, ...places }: Repository): AuditDetails => {
  const { storageConnectionId: storage_connection_id, storageGroupId: storage_group_id } = places;
  return auditChanges({}, { name, slug, visibility, storage_mode: storageMode, storage_connection_id, storage_group_id });
};

export const createRepository =
  (ports: CreatePorts) =>
  (grant: OrganizationGrant<'repositories.create'>, command: CreateRepository): ResultAsync<Repository, Problem | Unavailable> =>
    withLockedOrganization(ports, grant, async (records, { caller, organization, role }) => {
      const misnamed = nameProblem(command.name);
      if (misnamed !== undefined) return err(misnamed);
      const { id: organizationId, planId } = organization;
      const { storageConnectionId, storageGroupId } = command;
      const refused = refusedStorage(
        {
          offersByos: ports.connector !== undefined && ports.secretBox !== undefined && allowsByos(organization),
          connection: storageConnectionId && (await records.connections.find(organizationId, storageConnectionId)),
          group: storageGroupId && (await records.groups.find(organizationId, caller.userId, storageGroupId)),
        },
        command,
      );
      if (refused !== undefined) return err(refused);

      const isPublic = command.visibility === 'PUBLIC';
      if (isPublic && !permissionsOfRole[role].has('repository.admin')) return err(refusedPublic);

      const current = await records.organizations.countRepositories(organizationId);
      const repository = newRepository(ports, organizationId, command);
      if (!(await records.repositories.add(repository))) return err(conflict('duplicate_slug'));
      const exceeded = exceedsCount('max_repositories', plans[planId].maxRepositories, current);
      if (exceeded !== undefined) return err(exceeded);

      const { id: repositoryId, slug, createdAt } = repository;
      await records.audit.append(
        auditEvent(caller, organizationId, 'repository.create', repositoryId, createdAt, detailsOf(repository)),
      );
      if (isPublic) await announcePublic(ports, records, caller, repository, createdAt);
      await records.activity.append({
        type: 'repository.created',
        organizationId,
        actorId: caller.userId,
        repositoryId,
        data: { visibility: repository.visibility, storage_mode: repository.storageMode },
        at: createdAt,
      });
      await records.outbox.append({
        type: 'repository.created',
        organizationId,
        repositoryId,
        occurredAt: createdAt,
        data: { slug },
      });
      return ok(repository);
    });
