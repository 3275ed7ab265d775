import { err, ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withRegrantedRepository } from '../../access/lock-granted.js';
import { absent, type Forbidden, type NotFound, type QuotaExceeded, type Unavailable } from '../../model/app-error.js';
import { auditEvent, auditFacts } from '../../model/audit-event.js';
import type { TagName } from '../../model/git-index/git-ref.js';
import { exceedsIndexBytes, notesBytes } from '../../model/quotas/index-quota.js';
import { limitsOf } from '../../model/quotas/limits.js';
import type { Ports } from '../../ports/ports.js';
import type { WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { openHistoryAhead } from '../../steps/git-history/open-history.js';
import { findRelease, type FoundRelease } from './get-release.js';

export interface EditRelease {
  readonly tag: TagName;
  /** Null for the message of the tag. */
  readonly notes: string | null;
}

export const editRelease =
  ({ unitOfWork, clock, settings, indexCaches }: Pick<Ports, 'unitOfWork' | 'clock' | 'settings'> & WithIndexCaches) =>
  (
    grant: RepositoryGrant<'repository.update'>,
    { tag, notes }: EditRelease,
  ): ResultAsync<FoundRelease, NotFound | Forbidden | QuotaExceeded | Unavailable> =>
    openHistoryAhead({ unitOfWork, indexCaches }, grant.repository.repositoryId).andThen(() =>
      withRegrantedRepository({ unitOfWork }, grant, async (records, { caller, repository }) => {
        const { repositoryId, organizationId } = repository;
        // Whatever is sent meanwhile, the tag stays until this is written.
        const index = await records.gitIndex.lock(repositoryId);
        if (index === undefined) return err(absent('not_indexed'));
        const found = await findRelease(records, repositoryId, tag, indexCaches);
        if (found.isErr()) return err(found.error);
        const before = (await records.releases.findNotes(repositoryId, [tag])).get(tag);
        if (before?.notes === (notes ?? undefined)) return ok(found.value);
        const addedBytes = notesBytes(notes ?? undefined) - notesBytes(before?.notes);
        const exceeded = exceedsIndexBytes(limitsOf(settings), index.bytes, addedBytes);
        if (exceeded !== undefined) return err(exceeded);
        const updatedAt = clock.now();
        if (notes === null) await records.releases.removeNotes(repositoryId, [tag]);
        else await records.releases.putNotes(repositoryId, tag, { notes, updatedAt });
        await records.gitIndex.put(repositoryId, { ...index, bytes: index.bytes + addedBytes });
        const details = auditFacts({ repository_id: repositoryId, notes_changed: true });
        await records.audit.append(auditEvent(caller, organizationId, 'repository.release.update', tag, updatedAt, details));
        return findRelease(records, repositoryId, tag, indexCaches);
      }),
    );
