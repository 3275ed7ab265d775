import { setImmediate } from 'node:timers/promises';
import type { RepositoryId } from '@svc/core/model';
import { sql } from 'kysely';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';

/** Tables of which a repository may have very many rows, and the column that comes after the repository in one of their indexes. */
const largeTables: readonly (readonly [keyof Schema, string])[] = [
  ['objects', 'oid'],
  ['object_downloads', 'oid'],
  ['folders', 'parent'],
  ['tree_files', 'path'],
  ['converted_objects', 'oid'],
  ['quarantined_objects', 'oid'],
  ['transfer_events', 'id'],
  ['git_objects', 'number'],
  ['git_commits', 'number'],
  ['git_nodes', 'page'],
  ['git_uses', 'object_number'],
  ['git_deleted_paths', 'path_hash'],
  ['snapshot_files', 'oid'],
];

/** About as many rows as one statement removes: an object stands in a dozen indexes. */
const rowsPerStatement = 1000;

/** Removes the rows up to the thousandth; false, and nothing removed, when there are not so many. */
const removeSome = async ({ db }: SqlSource, table: string, column: string, repositoryId: RepositoryId): Promise<boolean> => {
  const [rows, place] = [sql.table(table), sql.ref(column)];
  const { rows: found } = await sql<{ readonly place: unknown }>`
    select ${place} as place from ${rows} where repository_id = ${repositoryId} order by ${place} limit 1 offset ${rowsPerStatement}
  `.execute(db);
  const [last] = found;
  if (last === undefined) return false;
  await sql`delete from ${rows} where repository_id = ${repositoryId} and ${place} <= ${last.place}`.execute(db);
  return true;
};

/**
 * Removes most of what a repository has in large tables: what is left goes with the repository's row. One statement for all would hold the process for as long
 * as it takes, five seconds for 100,000 objects.
 */
export const removeLargeTables = async (source: SqlSource, repositoryId: RepositoryId): Promise<void> => {
  for (const [table, column] of largeTables) {
    while (await removeSome(source, table, column, repositoryId)) await setImmediate();
  }
};
