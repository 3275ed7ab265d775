import { type Folder, normalFolderPath, splitFolderPath } from '@svc/core/model';
import type { StorageQueries } from '@svc/core/ports';
import { type Selectable, sql } from 'kysely';
import { descendingKey, descendingPosition } from '../descending-position.js';
import { firstBehind } from '../first-behind.js';
import { pageOf } from '../page-of.js';
import type { Schema } from '../schema.js';
import { readConditions } from './repository-conditions.js';
import type { SqlSource } from './sql-source.js';

const folderOf = (row: Omit<Selectable<Schema['folders']>, 'repository_id'>): Folder => ({
  path: normalFolderPath(`${row.parent}/${row.name}`),
  objectCount: row.objects,
  logicalBytes: row.logical_bytes,
  physicalBytes: row.physical_bytes,
});

const folderColumns = ['parent', 'name', 'objects', 'logical_bytes', 'physical_bytes'] as const;

export const storageQueries = (source: SqlSource): StorageQueries => {
  const { db, dialect } = source;
  return {
    byDay: async (repositoryId, from) => {
      // One statement, so that no charge falls between the sum and the days.
      const rows = await db
        .selectFrom('repository_days')
        .select(['day', 'added_bytes', 'removed_bytes'])
        .where('repository_id', '=', repositoryId)
        .where('day', '>=', from)
        .unionAll(
          db
            .selectFrom('repository_days')
            .select([
              sql<number>`cast(-1 as bigint)`.as('day'),
              // What came in all the years may be more than a number holds; what stayed of it is not.
              sql<number>`cast(coalesce(sum(added_bytes - removed_bytes), 0) as bigint)`.as('added_bytes'),
              sql.lit(0).as('removed_bytes'),
            ])
            .where('repository_id', '=', repositoryId)
            .where('day', '<', from),
        )
        .orderBy('day')
        .execute();
      const [before, ...days] = rows;
      return {
        beforeBytes: before?.added_bytes ?? 0,
        days: days.map((row) => ({ day: row.day, addedBytes: row.added_bytes, removedBytes: row.removed_bytes })),
      };
    },
    trafficByDay: async (repositoryId, from) => {
      const uploads = await db
        .selectFrom('repository_uploads')
        .select(['day', 'bytes'])
        .where('repository_id', '=', repositoryId)
        .where('day', '>=', from)
        .execute();
      const egress = await db
        .selectFrom('repository_egress')
        .select(['day', 'bytes', 'downloads'])
        .where('repository_id', '=', repositoryId)
        .where('day', '>=', from)
        .execute();
      const uploadOf = new Map(uploads.map(({ day, bytes }) => [day, bytes]));
      const egressOf = new Map(egress.map((row) => [row.day, row]));
      return [...new Set([...uploadOf.keys(), ...egressOf.keys()])]
        .toSorted((left, right) => left - right)
        .map((day) => ({
          day,
          uploadedBytes: uploadOf.get(day) ?? 0,
          egressBytes: egressOf.get(day)?.bytes ?? 0,
          downloads: egressOf.get(day)?.downloads ?? 0,
        }));
    },
    totals: async (repositoryId) => {
      const rows = await db
        .selectFrom('artifact_counts')
        .selectAll()
        .where('repository_id', '=', repositoryId)
        // What was of a type may be of another one since its name is known.
        .where('objects', '>', 0)
        .orderBy('type')
        .execute();
      return rows.map((row) => ({
        type: row.type,
        objectCount: row.objects,
        logicalBytes: row.logical_bytes,
        physicalBytes: row.physical_bytes,
        inChunks: {
          objectCount: row.chunked_objects,
          logicalBytes: row.chunked_logical_bytes,
          physicalBytes: row.chunked_physical_bytes,
        },
      }));
    },
    folder: async (repositoryId, path) => {
      const { parent, name } = splitFolderPath(path);
      const row = await db
        .selectFrom('folders')
        .select(folderColumns)
        .where('repository_id', '=', repositoryId)
        .where('parent', '=', parent)
        .where('name', '=', name)
        .executeTakeFirst();
      return row && folderOf(row);
    },
    listFolders: async (repositoryId, path, page) => {
      const inFolder = db
        .selectFrom('folders')
        .select(folderColumns)
        .where('repository_id', '=', repositoryId)
        .where('parent', '=', path)
        // The outermost lies in itself.
        .where('name', '!=', '');
      const ordered = inFolder.orderBy('logical_bytes', 'desc').orderBy('name');
      const behind = (cursor: string) => {
        const { value, tie } = descendingPosition(cursor);
        const tied = inFolder.where((folder) => dialect.unlikely(folder('logical_bytes', '=', value)));
        return firstBehind(
          page.limit + 1,
          (most) => tied.where('name', '>', tie).orderBy('name').limit(most).execute(),
          (most) => ordered.where('logical_bytes', '<', value).limit(most).execute(),
        );
      };
      const rows = page.cursor === undefined ? await ordered.limit(page.limit + 1).execute() : await behind(page.cursor);
      return pageOf(rows, page, folderOf, (folder) => descendingKey(folder.logicalBytes, splitFolderPath(folder.path).name));
    },
    conditions: (repositoryId, now) => readConditions(source, repositoryId, now),
  };
};
