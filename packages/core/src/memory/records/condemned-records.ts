import { invariant } from '../../model/app-error.js';
import type { ClaimedCollection, CondemnedQueries, CondemnedRecords } from '../../ports/records/condemned-records.js';
import { dueOf } from '../due.js';
import { compareText } from '../page-by-key.js';
import { keyOf } from '../table.js';
import type { DraftTables, ReadableTables } from '../tables.js';

export const condemnedQueries = (tables: ReadableTables): CondemnedQueries => ({
  find: async (repositoryId, paths) => {
    const found = paths.flatMap((path) => tables.condemnedFiles.get(keyOf(repositoryId, path))?.file ?? []);
    return new Map(found.map((file) => [file.path, file]));
  },
  list: async (repositoryId, { state, after, limit }) =>
    tables.condemnedFiles
      .where((row) => row.repositoryId === repositoryId)
      .map(({ file }) => file)
      .filter((file) => (state === undefined || file.state === state) && (after === undefined || file.path > after))
      .toSorted((left, right) => compareText(left.path, right.path))
      .slice(0, limit),
  sum: async (repositoryId) => {
    const rows = tables.condemnedFiles.where((row) => row.repositoryId === repositoryId);
    return {
      files: rows.length,
      bytes: rows.reduce((bytes, { file }) => bytes + file.sizeBytes, 0),
      nextDueAt: rows.length === 0 ? undefined : Math.min(...rows.map(({ file }) => file.dueAt)),
      deadBytes: tables.treeCollections.get(repositoryId)?.deadBytes ?? 0,
    };
  },
});

export const condemnedRecords = (tables: DraftTables): CondemnedRecords => {
  const claimedRow = ({ repositoryId, holder, attempt }: ClaimedCollection) => {
    const row = tables.treeCollections.get(repositoryId);
    return row?.holder === holder && row.attempts === attempt ? row : undefined;
  };
  return {
    put: async (repositoryId, files) => {
      invariant(tables.repositories.get(repositoryId) !== undefined, 'what is condemned belongs to a repository');
      for (const file of files) tables.condemnedFiles.put(keyOf(repositoryId, file.path), { repositoryId, file });
    },
    remove: async (repositoryId, paths) => {
      for (const path of paths) tables.condemnedFiles.remove(keyOf(repositoryId, path));
    },
    claimCollection: async (holder, now, until, beyond) => {
      const all = tables.treeCollections.where(() => true);
      const [next] = [...dueOf(all, now, beyond)].sort(
        (left, right) => left.dueAt - right.dueAt || compareText(left.repositoryId, right.repositoryId),
      );
      if (next === undefined) return undefined;
      const { repositoryId } = next;
      const attempt = next.attempts + 1;
      tables.treeCollections.put(repositoryId, { ...next, dueAt: until, holder, attempts: attempt });
      return { repositoryId, holder, attempt };
    },
    moveCollection: async (claim, until) => {
      const row = claimedRow(claim);
      if (row !== undefined) tables.treeCollections.put(claim.repositoryId, { ...row, dueAt: until });
      return row !== undefined;
    },
    noteDead: async (repositoryId, bytes) => {
      const row = tables.treeCollections.get(repositoryId);
      if (row !== undefined) tables.treeCollections.put(repositoryId, { ...row, deadBytes: bytes });
    },
    ...condemnedQueries(tables),
  };
};
