import { err, ok, type ResultAsync } from 'neverthrow';
import { type RepositoryGrant, strengthen } from '../../access/grant.js';
import { withLockedRepository } from '../../access/lock-granted.js';
import {
  type BadRequest,
  badRequest,
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  notFound,
  type Unavailable,
} from '../../model/app-error.js';
import { auditChanges, type AuditDetails, auditEvent, auditFacts } from '../../model/audit-event.js';
import { nameProblem } from '../../model/display-name.js';
import type { DeduplicationMode } from '../../model/conversions/deduplication-mode.js';
import type { Repository, RepositoryVisibility } from '../../model/repository.js';
import type { Instant, Slug, StorageGroupId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { announcePublic } from '../../steps/notify/announce-public.js';

/** What is omitted stays as it is. */
export interface UpdateRepository {
  readonly name?: string | undefined;
  readonly slug?: Slug | undefined;
  readonly description?: string | undefined;
  readonly visibility?: RepositoryVisibility | undefined;
  /** Null takes the repository out of its group. */
  readonly storageGroupId?: StorageGroupId | null | undefined;
  /** Null leaves it to the organization. */
  readonly deduplicate?: DeduplicationMode | null | undefined;
  /** Null: never. Otherwise within `minReclaimAfterDays` and `maxReclaimAfterDays`. */
  readonly reclaimUnreachableAfterDays?: number | null | undefined;
}

/** What a change makes of what may be absent: null takes it away, and what is omitted stays. */
const changedTo = <T>(before: T | undefined, wanted: T | null | undefined): T | undefined =>
  wanted === undefined ? before : (wanted ?? undefined);

/** The repository with the changes, or undefined when they change nothing. */
export const changedRepository = (before: Repository, command: UpdateRepository, now: Instant): Repository | undefined => {
  const { name = before.name, slug = before.slug, description = before.description, visibility = before.visibility } = command;
  const storageGroupId = changedTo(before.storageGroupId, command.storageGroupId);
  const deduplicate = changedTo(before.deduplicate, command.deduplicate);
  const reclaimUnreachableAfterDays = changedTo(before.reclaimUnreachableAfterDays, command.reclaimUnreachableAfterDays);
  const isSame =
    name === before.name &&
    slug === before.slug &&
    description === before.description &&
    visibility === before.visibility &&
    storageGroupId === before.storageGroupId &&
    deduplicate === before.deduplicate &&
    reclaimUnreachableAfterDays === before.reclaimUnreachableAfterDays;
  const settings = { storageGroupId, deduplicate, reclaimUnreachableAfterDays };
  return isSame ? undefined : { ...before, name, slug, description, visibility, ...settings, updatedAt: now };
};

type Problem = BadRequest | NotFound | Forbidden | Conflict;

/** What of a change is worth telling: the new values, but for the description, which may be long. */
const toldOf = (before: Repository, after: Repository): Readonly<Record<string, string>> => ({
  ...(after.name !== before.name && { name: after.name }),
  ...(after.slug !== before.slug && { slug: after.slug }),
  ...(after.visibility !== before.visibility && { visibility: after.visibility }),
});

const auditedFacts = ({ name, slug, visibility, storageGroupId, deduplicate, reclaimUnreachableAfterDays }: Repository) => ({
  name,
  slug,
  visibility,
  storage_group_id: storageGroupId,
  deduplicate,
  reclaim_unreachable_after_days: reclaimUnreachableAfterDays,
});

/** Of the description only that it changed. */
const detailsOf = (before: Repository, after: Repository): AuditDetails => ({
  ...auditFacts({ description_changed: before.description === after.description ? undefined : true }),
  ...auditChanges(auditedFacts(before), auditedFacts(after)),
});

/** Begins to look for what is unreachable, or ends it, with all that was found. */
const moveLooks = async ({ unreachable }: Records, before: Repository, after: Repository, now: Instant): Promise<void> => {
  const { id, reclaimUnreachableAfterDays: days } = after;
  if (days === before.reclaimUnreachableAfterDays) return;
  await (days === undefined ? unreachable.end(id) : unreachable.begin(id, now));
};

export const updateRepository =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'mailer' | 'settings'>) =>
  (grant: RepositoryGrant<'repository.update'>, command: UpdateRepository): ResultAsync<Repository, Problem | Unavailable> =>
    withLockedRepository(ports, grant, async (records, granted) => {
      const misnamed = command.name === undefined ? undefined : nameProblem(command.name);
      if (misnamed !== undefined) return err(misnamed);
      const { caller, repository } = granted;
      const { organizationId, repositoryId } = repository;
      const before = await records.repositories.find(repositoryId);
      if (before === undefined) return err(notFound);
      const { storageGroupId } = command;
      // Held, the organization keeps the group until the repository is in it.
      if (typeof storageGroupId === 'string') {
        const group = await records.groups.find(organizationId, caller.userId, storageGroupId);
        if (group === undefined) return err(badRequest('storage_group_id', 'unknown'));
      }
      const now = ports.clock.now();
      const changed = changedRepository(before, command, now);
      if (changed === undefined) return ok(before);
      if (changed.deduplicate !== before.deduplicate) await records.conversions.hasten(organizationId);
      const becomesPublic = changed.visibility === 'PUBLIC' && before.visibility !== 'PUBLIC';
      const isForAdmins = becomesPublic || changed.reclaimUnreachableAfterDays !== before.reclaimUnreachableAfterDays;
      const admin = isForAdmins ? strengthen(granted, 'repository.admin') : ok();
      if (admin.isErr()) return err(admin.error);
      if (!(await records.repositories.update(changed))) return err(conflict('duplicate_slug'));
      await moveLooks(records, before, changed, now);
      await records.audit.append(
        auditEvent(caller, organizationId, 'repository.update', repositoryId, now, detailsOf(before, changed)),
      );
      if (becomesPublic) await announcePublic(ports, records, caller, changed, now);
      const event = { organizationId, actorId: caller.userId, repositoryId, data: toldOf(before, changed), at: now };
      await records.activity.append({ type: 'repository.updated', ...event });
      return ok(changed);
    });
