import { invariant } from '../../model/app-error.js';
import type { Snapshot, SnapshotCapture } from '../../model/snapshots/snapshot.js';
import type { RepositoryId, SnapshotId } from '../../model/values/index.js';
import type { SnapshotQueries, SnapshotRecords } from '../../ports/records/snapshot-records.js';
import { compareText, descending, pageByKey } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

const ageKey = ({ createdAt, id }: Snapshot): string => descending(createdAt) + id;

const shown = ({ captured: _captured, isComplete: _isComplete, activeAt: _activeAt, ...snapshot }: SnapshotCapture): Snapshot =>
  snapshot;

export const snapshotQueries = (tables: ReadableTables): SnapshotQueries => {
  const filesOf = (id: SnapshotId) =>
    tables.snapshotFiles.where(({ snapshotId }) => snapshotId === id).toSorted((left, right) => left.position - right.position);
  const isGivenUp = (id: SnapshotId): boolean => tables.snapshots.get(id)?.isGivenUp ?? true;
  return {
    find: async (repositoryId, snapshotId) => {
      const row = tables.snapshots.get(snapshotId);
      return row?.capture.repositoryId === repositoryId && !row.isGivenUp ? row.capture : undefined;
    },
    list: async (repositoryId, page) => {
      const complete = tables.snapshots.where(({ capture }) => capture.repositoryId === repositoryId && capture.isComplete);
      return pageByKey(
        complete.map(({ capture }) => shown(capture)),
        ageKey,
        page,
      );
    },
    listFiles: async (snapshotId, skip, limit) =>
      filesOf(snapshotId)
        .slice(skip, skip + limit)
        .map(({ file }) => file),
    totals: async (repositoryId) => {
      const all = tables.snapshots.where(({ capture }) => capture.repositoryId === repositoryId);
      return { snapshots: all.length, files: all.reduce((sum, { capture }) => sum + capture.files, 0) };
    },
    findHeld: async (repositoryId, oids) => {
      const wanted = new Set(oids);
      const holding = tables.snapshotFiles.where(
        (row) =>
          row.repositoryId === repositoryId &&
          row.file.oid !== undefined &&
          wanted.has(row.file.oid) &&
          !isGivenUp(row.snapshotId),
      );
      return new Set(holding.flatMap(({ file }) => file.oid ?? []));
    },
    listHolding: async (repositoryId, oid, limit) => {
      const holding = new Set(
        tables.snapshotFiles
          .where((row) => row.repositoryId === repositoryId && row.file.oid === oid)
          .map(({ snapshotId }) => snapshotId),
      );
      return tables.snapshots
        .where(({ capture }) => capture.isComplete && holding.has(capture.id))
        .map(({ capture }) => shown(capture))
        .toSorted((left, right) => compareText(left.id, right.id))
        .slice(0, limit);
    },
    listAbandoned: async (before, limit) =>
      tables.snapshots
        .where(({ capture }) => !capture.isComplete && capture.activeAt < before)
        .toSorted(({ capture: left }, { capture: right }) => left.activeAt - right.activeAt || compareText(left.id, right.id))
        .slice(0, limit)
        .map(({ capture }) => capture.id),
  };
};

export const snapshotRecords = (tables: DraftTables): SnapshotRecords => {
  const put = (id: SnapshotId, change: Partial<SnapshotCapture>): void => {
    const row = tables.snapshots.get(id);
    invariant(row !== undefined, 'a snapshot that changes is there');
    tables.snapshots.put(id, { ...row, capture: { ...row.capture, ...change } });
  };
  return {
    ...snapshotQueries(tables),
    begin: async (capture) => {
      const { id, repositoryId, name } = capture;
      invariant(tables.repositories.get(repositoryId) !== undefined, 'a snapshot belongs to a repository');
      const isTaken = tables.snapshots.where(
        ({ capture: other }) => other.id === id || (other.repositoryId === repositoryId && other.name === name),
      );
      if (isTaken.length > 0) return false;
      tables.snapshots.put(id, { capture, isGivenUp: false });
      return true;
    },
    append: async (snapshotId, captured, { files, missingObjects, at }) => {
      const row = tables.snapshots.get(snapshotId);
      if (row === undefined || row.isGivenUp || row.capture.isComplete || row.capture.captured !== captured) return false;
      const { repositoryId } = row.capture;
      for (const [index, file] of files.entries()) {
        const position = captured + index;
        tables.snapshotFiles.put(keyOf(snapshotId, String(position)), { snapshotId, repositoryId, position, file });
      }
      put(snapshotId, {
        captured: captured + files.length,
        missingObjects: row.capture.missingObjects + missingObjects,
        activeAt: at,
      });
      return true;
    },
    complete: async (snapshotId) => put(snapshotId, { isComplete: true }),
    giveUp: async (snapshotId, before) => {
      const row = tables.snapshots.get(snapshotId);
      if (row === undefined || row.capture.isComplete || row.capture.activeAt >= before) return false;
      tables.snapshots.put(snapshotId, { ...row, isGivenUp: true });
      return true;
    },
    removeFiles: async (snapshotId, limit) => {
      const files = tables.snapshotFiles.where((row) => row.snapshotId === snapshotId).slice(0, limit);
      for (const { position } of files) tables.snapshotFiles.remove(keyOf(snapshotId, String(position)));
      return files.length;
    },
    remove: async (snapshotId) => tables.snapshots.remove(snapshotId),
  };
};

/** They go with their repository. */
export const removeSnapshots = (tables: DraftTables, repositoryId: RepositoryId): void => {
  tables.snapshotFiles.removeWhere((row) => row.repositoryId === repositoryId);
  tables.snapshots.removeWhere(({ capture }) => capture.repositoryId === repositoryId);
};
