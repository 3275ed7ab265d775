import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withRegrantedRepository } from '../../access/lock-granted.js';
import { pauseOf } from '../../concurrency/pause-of.js';
import { listBelow } from '../../formats/path-tree/index.js';
import { type Forbidden, invariant, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditEvent, auditFacts } from '../../model/audit-event.js';
import { oidOfContent } from '../../model/git-index/git-index.js';
import { submoduleMode } from '../../model/git-index/path-entry.js';
import type { SnapshotCapture, SnapshotFile } from '../../model/snapshots/snapshot.js';
import type { RepositoryId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import type { IndexCaches, WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { createIndexNodes } from '../../steps/git-history/index-nodes.js';

/** Files of one transaction: it is over in some milliseconds, and whatever else waits has its turn before the next one. */
const filesPerSlice = 1000;

export type CapturePorts = Pick<Ports, 'unitOfWork' | 'clock'> & WithIndexCaches;
type Push = RepositoryGrant<'repository.push'>;
type Problem = NotFound | Forbidden | Unavailable;

/** What comes behind the files that were captured, out of the path tree of the commit: that stays as it is, wherever branches go. */
const readSlice = async (
  { gitIndex, snapshots }: Pick<Queries, 'gitIndex' | 'snapshots'>,
  { id, repositoryId, commit, captured }: SnapshotCapture,
  caches: IndexCaches,
): Promise<readonly SnapshotFile[]> => {
  const root = (await gitIndex.findCommits(repositoryId, [commit])).get(commit)?.root;
  invariant(root !== undefined, 'a commit that was indexed stays');
  const [last] = captured === 0 ? [] : await snapshots.listFiles(id, captured - 1, 1);
  const { load } = createIndexNodes(gitIndex, repositoryId, caches);
  const listed = await listBelow(load, root, '', { after: last?.path, limit: filesPerSlice });
  const known = await gitIndex.findObjectsByNumber(repositoryId, [...new Set(listed.map(({ entry }) => entry.object))]);
  return listed.map(({ path, entry: { mode, object, sizeBytes } }): SnapshotFile => {
    const found = known.get(object);
    invariant(found !== undefined, 'a path names an object of the index');
    // A submodule is a commit elsewhere, whatever here has its id.
    if (mode === submoduleMode) return { path, mode, id: found.id, sizeBytes, oid: undefined, isLfs: false };
    return { path, mode, id: found.id, sizeBytes, oid: oidOfContent(found), isLfs: found.lfs !== undefined };
  });
};

/**
 * How many of the files are not there; asked in the transaction that captures them. So an object that somebody removes at the same time is either held by then,
 * and stays, or it is gone by then, and counted as missing.
 */
const countMissing = async (
  { objects }: Pick<Records, 'objects'>,
  repositoryId: RepositoryId,
  files: readonly SnapshotFile[],
): Promise<number> => {
  const oids = files.flatMap(({ oid }) => oid ?? []);
  const stored = await objects.findSizes(repositoryId, [...new Set(oids)]);
  return oids.filter((oid) => !stored.has(oid)).length;
};

/** Makes it seen, and tells of it. */
const declare = async (records: Records, { caller, repository }: Push, capture: SnapshotCapture, at: number): Promise<void> => {
  const { organizationId, repositoryId } = repository;
  const { id, name, commit, files, sizeBytes } = capture;
  await records.snapshots.complete(id);
  const data = { snapshot_id: id, name, commit, files, size: sizeBytes };
  await records.outbox.append({ type: 'storage.snapshot.created', organizationId, repositoryId, occurredAt: at, data });
  const details = auditFacts({ repository_id: repositoryId, name, commit, files });
  await records.audit.append(auditEvent(caller, organizationId, 'repository.snapshot.create', id, at, details));
};

/** Adds the next slice, and with the last one ends; answers how far the capture is now, also where another request has brought it there. */
const addSlice = (
  { unitOfWork, clock }: CapturePorts,
  grant: Push,
  capture: SnapshotCapture,
  slice: readonly SnapshotFile[],
): ResultAsync<SnapshotCapture, Problem> =>
  withRegrantedRepository({ unitOfWork }, grant, async (records, granted): Promise<Result<SnapshotCapture, NotFound>> => {
    const { id, repositoryId, captured, files } = capture;
    const at = clock.now();
    const isLast = captured + slice.length === files;
    const missingObjects = await countMissing(records, repositoryId, slice);
    if ((await records.snapshots.append(id, captured, { files: slice, missingObjects, at })) && isLast)
      await declare(records, granted, capture, at);
    const now = await records.snapshots.find(repositoryId, id);
    return now === undefined ? err(notFound) : ok(now);
  });

/**
 * Captures what is left, slice by slice. Several requests may do so at once: of those that add the same slice one does. What is killed in between is taken
 * up by the next request with the same key, or given up.
 */
export const captureFiles = (ports: CapturePorts, grant: Push, begun: SnapshotCapture): ResultAsync<SnapshotCapture, Problem> => {
  const pause = pauseOf(ports.clock);
  const capture = async (): Promise<Result<SnapshotCapture, Problem>> => {
    let current = begun;
    while (!current.isComplete) {
      const from = current;
      const slice = await ports.unitOfWork.read((queries) => readSlice(queries, from, ports.indexCaches));
      if (slice.isErr()) return err(slice.error);
      const captured = from.captured + slice.value.length;
      const isWhole = captured === from.files;
      invariant(isWhole || (captured > from.captured && captured < from.files), 'a commit has as many files as its tree says');
      const added = await addSlice(ports, grant, from, slice.value);
      if (added.isErr()) return err(added.error);
      current = added.value;
      await pause();
    }
    return ok(current);
  };
  return new ResultAsync(capture());
};
