import { setImmediate } from 'node:timers/promises';
import type { RepositoryId } from '@svc/core/model';
import { sql } from 'kysely';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';

/** Rows of one owner, and a column without nulls that comes next to the owner's in an index. */
interface OwnedRows {
  readonly table: keyof Schema;
  readonly owner: string;
  readonly place: string;
}

const ofRepository = (table: keyof Schema, place: string): OwnedRows => ({ table, owner: 'repository_id', place });

/** Of these a repository may have very many rows. */
const largeTables: readonly OwnedRows[] = [
  ofRepository('chunks', 'name'),
  ofRepository('objects', 'oid'),
  ofRepository('folders', 'parent'),
  ofRepository('tree_files', 'path'),
  ofRepository('converted_objects', 'oid'),
  ofRepository('quarantined_objects', 'oid'),
  ofRepository('transfer_events', 'id'),
  ofRepository('git_objects', 'number'),
  ofRepository('git_commits', 'number'),
  ofRepository('git_nodes', 'page'),
  ofRepository('git_uses', 'object_number'),
  ofRepository('git_deleted_paths', 'path_hash'),
  ofRepository('git_refs', 'name'),
  ofRepository('git_index_sessions', 'opened_at'),
  ofRepository('unreachable_objects', 'oid'),
  ofRepository('conversion_trials', 'oid'),
  ofRepository('sampled_chunks', 'name'),
  ofRepository('condemned_files', 'path'),
  ofRepository('pending_verifications', 'oid'),
  ofRepository('locks', 'path'),
];

const snapshotFiles: OwnedRows = { table: 'snapshot_files', owner: 'snapshot_id', place: 'position' };

/** About as many rows as one statement removes: an object stands in a dozen indexes. */
const rowsPerStatement = 1000;

/**
 * Removes the next thousand, and answers how far that went; undefined, and nothing removed, when there are not so many. What was removed before is not looked at
 * again: PostgreSQL keeps it until the transaction ends.
 */
const removeNext = async ({ db }: SqlSource, rows: OwnedRows, owner: string | number, after: unknown): Promise<unknown> => {
  const [table, place] = [sql.table(rows.table), sql.ref(rows.place)];
  const ofOwner = sql`${sql.ref(rows.owner)} = ${owner}`;
  const rest = after === undefined ? ofOwner : sql`${ofOwner} and ${place} > ${after}`;
  const { rows: found } = await sql<{ readonly place: unknown }>`
    select ${place} as place from ${table} where ${rest} order by ${place} limit 1 offset ${rowsPerStatement}
  `.execute(db);
  const [last] = found;
  if (last === undefined) return undefined;
  await sql`delete from ${table} where ${rest} and ${place} <= ${last.place}`.execute(db);
  return last.place;
};

/** Removes the rows of an owner a thousand at a time, until fewer are left. */
export const removeMost = async (source: SqlSource, rows: OwnedRows, owner: string | number): Promise<void> => {
  for (let last = await removeNext(source, rows, owner, undefined); last !== undefined;) {
    await setImmediate();
    last = await removeNext(source, rows, owner, last);
  }
};

/** Removes all that is counted of a repository's downloads, thousand by thousand, too. */
export const removeDownloads = async (source: SqlSource, repositoryId: RepositoryId): Promise<void> => {
  await source.db.deleteFrom('repository_egress').where('repository_id', '=', repositoryId).execute();
  await removeMost(source, ofRepository('object_downloads', 'oid'), repositoryId);
  await source.db.deleteFrom('object_downloads').where('repository_id', '=', repositoryId).execute();
};

/**
 * Removes most of what a repository has in large tables: what is left goes with the repository's row. One statement for all would hold the process for as long
 * as it takes, five seconds for 100,000 objects.
 */
export const removeLargeTables = async (source: SqlSource, repositoryId: RepositoryId): Promise<void> => {
  for (const rows of largeTables) await removeMost(source, rows, repositoryId);
  const snapshots = await source.db.selectFrom('snapshots').select('id').where('repository_id', '=', repositoryId).execute();
  for (const { id } of snapshots) await removeMost(source, snapshotFiles, id);
};
