import type { RepositoryId } from '@svc/core/model';
import type { Schema } from '../schema.js';
import { pendingRows } from './git-session-records.js';
import { type OwnedRows, removeFirst } from './remove-first.js';
import { removedRepositories } from './removed-repositories.js';
import type { SqlSource } from './sql-source.js';

const ofRepository = (table: keyof Schema, ...place: OwnedRows['place']): OwnedRows => ({ table, owner: 'repository_id', place });

/** Of these a repository may have very many rows. */
const largeTables: readonly OwnedRows[] = [
  ofRepository('object_downloads', 'oid'),
  ofRepository('chunks', 'name'),
  ofRepository('packs', 'name'),
  ofRepository('objects', 'oid'),
  ofRepository('folders', 'parent', 'name'),
  ofRepository('tree_files', 'path'),
  ofRepository('converted_objects', 'oid'),
  ofRepository('quarantined_objects', 'oid'),
  ofRepository('transfer_events', 'id'),
  ofRepository('git_objects', 'number'),
  ofRepository('git_commits', 'number'),
  ofRepository('git_nodes', 'page'),
  ofRepository('git_graph_chunks', 'chunk'),
  ofRepository('git_uses', 'object_number', 'commit_number'),
  ofRepository('git_deleted_paths', 'path_hash', 'commit_number'),
  ofRepository('git_renames', 'commit_number'),
  ofRepository('git_refs', 'name'),
  ofRepository('unreachable_objects', 'oid'),
  ofRepository('conversion_trials', 'oid'),
  ofRepository('sampled_chunks', 'name'),
  ofRepository('condemned_files', 'path'),
  ofRepository('locks', 'path'),
];

/** Of what belongs to a repository, too: each has very many rows of its own. */
const largeTablesOf: Readonly<Record<'snapshots' | 'git_index_sessions', readonly OwnedRows[]>> = {
  snapshots: [{ table: 'snapshot_files', owner: 'snapshot_id', place: ['position'] }],
  git_index_sessions: pendingRows,
};

/** Rows that refer to no repository, and so do not go with it. */
const tablesWithoutReference = ['repository_egress', 'repository_days', 'repository_uploads', 'reclaim_marks'] as const;

/** The tables of a repository's rows, each with the owner that its rows have. */
const ownersOf = async (
  { db }: SqlSource,
  repositoryId: RepositoryId,
): Promise<readonly (readonly [OwnedRows, string | number])[]> => {
  const hooks: OwnedRows = { table: 'chunk_hooks', owner: 'index_sequence', place: ['prefix'] };
  const index = await db
    .selectFrom('chunk_indexes')
    .select('sequence')
    .where('repository_id', '=', repositoryId)
    .executeTakeFirst();
  const owners: (readonly [OwnedRows, string | number])[] = largeTables.map((rows) => [rows, repositoryId]);
  if (index !== undefined) owners.push([hooks, index.sequence]);
  for (const table of ['snapshots', 'git_index_sessions'] as const) {
    const found = await db.selectFrom(table).select('id').where('repository_id', '=', repositoryId).execute();
    for (const { id } of found) owners.push(...largeTablesOf[table].map((rows) => [rows, id] as const));
  }
  return owners;
};

/**
 * Removes about so many rows of one of the removed repositories, and the repository with the last of them; false when there is none. An object stands in a dozen
 * indexes: all rows of a large repository in one transaction would have everybody else's wait for minutes.
 */
export const removeRemains = async (source: SqlSource, limit: number): Promise<boolean> => {
  const { db } = source;
  const removed = await removedRepositories(db).orderBy('repositories.slug').limit(1).executeTakeFirst();
  if (removed === undefined) return false;
  const { repository_id: repositoryId } = removed;
  let left = limit;
  for (const [rows, owner] of await ownersOf(source, repositoryId)) {
    left -= await removeFirst(source, rows, owner, left);
    if (left <= 0) return true;
  }
  for (const table of tablesWithoutReference) await db.deleteFrom(table).where('repository_id', '=', repositoryId).execute();
  await db.deleteFrom('repositories').where('id', '=', repositoryId).execute();
  return true;
};
