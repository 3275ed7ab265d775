import type { GitPath, GitRename, GitUse, RepositoryId } from '@svc/core/model';
import type { GitIndexQueries } from '@svc/core/ports';
import { sql } from 'kysely';
import { hashToBinary, oidFromBinary } from '../codec.js';
import { inBatches, keysPerLookUp } from '../in-batches.js';
import { hashOfPath, pathFromBinary, pathToBinary, useOf } from './git-index-rows.js';
import { foundBy, orderOf } from './git-path-keys.js';
import type { SqlSource } from './sql-source.js';
import { wantedNumbers } from './wanted-rows.js';

const findRenames = async (
  { db, dialect }: SqlSource,
  repositoryId: RepositoryId,
  commit: number,
  column: 'from_path' | 'to_path',
  paths: readonly GitPath[],
  limit: number,
): Promise<readonly GitRename[]> => {
  let left = limit;
  const rows = await inBatches(paths, async (batch) => {
    if (left === 0) return [];
    const found = await db
      .selectFrom('git_renames')
      .select(['from_path', 'to_path', 'similarity'])
      .where('repository_id', '=', repositoryId)
      .where('commit_number', '=', commit)
      .where(
        foundBy(dialect, sql.ref(column)),
        'in',
        batch.map((path) => foundBy(dialect, sql.val(pathToBinary(path)))),
      )
      .limit(left)
      .execute();
    left -= found.length;
    return found;
  });
  return rows.map((row) => ({
    from: pathFromBinary(row.from_path),
    to: pathFromBinary(row.to_path),
    similarity: row.similarity,
  }));
};

const byPlace = (left: Pick<GitUse, 'commit' | 'path'>, right: Pick<GitUse, 'commit' | 'path'>): number =>
  left.commit - right.commit || (left.path < right.path ? -1 : Number(left.path > right.path));

/** Of paths: what commits renamed and deleted, and where objects are used. */
export const gitPathQueries = (
  source: SqlSource,
): Pick<
  GitIndexQueries,
  | 'findRenamesFrom'
  | 'findRenamesTo'
  | 'listRenames'
  | 'listDeletions'
  | 'listPointers'
  | 'findPlaces'
  | 'listUses'
  | 'listUsesUpTo'
> => {
  const { db, dialect } = source;
  return {
    findRenamesFrom: (repositoryId, commit, paths, limit) => findRenames(source, repositoryId, commit, 'from_path', paths, limit),
    findRenamesTo: (repositoryId, commit, paths, limit) => findRenames(source, repositoryId, commit, 'to_path', paths, limit),
    listRenames: async (repositoryId, commits, limit) => {
      const rows = await db
        .selectFrom(wantedNumbers(source, commits))
        .crossJoin('git_renames')
        .select(['commit_number', 'from_path', 'to_path', 'similarity'])
        .where('repository_id', '=', repositoryId)
        .whereRef('commit_number', '=', 'given.number')
        .limit(limit)
        .execute();
      return rows
        .map((row) => ({
          commit: row.commit_number,
          from: pathFromBinary(row.from_path),
          to: pathFromBinary(row.to_path),
          similarity: row.similarity,
        }))
        .toSorted((left, right) => left.commit - right.commit);
    },
    listDeletions: async (repositoryId, path, upTo, limit) => {
      const rows = await db
        .selectFrom('git_deleted_paths')
        .select('commit_number')
        .where('repository_id', '=', repositoryId)
        .where('path_hash', '=', hashOfPath(path))
        .where('commit_number', '<=', upTo)
        .orderBy('commit_number', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ commit_number: commit }) => commit);
    },
    listPointers: async (repositoryId, oid, limit) => {
      const rows = await db
        .selectFrom('git_objects')
        .select('number')
        .where('repository_id', '=', repositoryId)
        .where('lfs_oid', '=', hashToBinary(oid))
        .where('lfs_oid', 'is not', null)
        .orderBy('number')
        .limit(limit)
        .execute();
      return rows.map(({ number }) => number);
    },
    findPlaces: async (repositoryId, oids) => {
      const rows = await inBatches(
        oids,
        (batch) =>
          db
            .selectFrom(dialect.givenRows(dialect.rowsParameter(batch.map((oid) => [oid])), { wanted: 'hash' }).as('given'))
            .crossJoin('git_objects')
            .select((pointer) => {
              const first = pointer
                .selectFrom('git_uses')
                .where('git_uses.repository_id', '=', repositoryId)
                .whereRef('object_number', '=', 'git_objects.number')
                .orderBy('commit_number')
                .orderBy(orderOf(dialect, sql.ref('path')))
                .limit(1);
              return ['given.wanted', first.select('commit_number').as('commit'), first.select('path').as('path')];
            })
            .where('git_objects.repository_id', '=', repositoryId)
            .whereRef('lfs_oid', '=', 'given.wanted')
            .where('lfs_oid', 'is not', null)
            .execute(),
        keysPerLookUp,
      );
      const places = rows.flatMap(({ wanted, commit, path }) =>
        commit === null || path === null ? [] : [{ oid: oidFromBinary(wanted), commit, path: pathFromBinary(path) }],
      );
      // The first of an object is taken last, in the place of the others.
      return new Map(places.toSorted((left, right) => byPlace(right, left)).map(({ oid, path }) => [oid, path]));
    },
    listUses: async (repositoryId, pointers, { after, limit }) => {
      const firstOf = async (pointer: number): Promise<readonly GitUse[]> => {
        let query = db
          .selectFrom('git_uses')
          .select(['object_number', 'commit_number', 'path'])
          .where('repository_id', '=', repositoryId)
          .where('object_number', '=', pointer);
        if (after !== undefined) {
          const [path, from] = [sql.ref<Uint8Array>('path'), sql.val(pathToBinary(after.path))];
          query = query.where(
            sql<boolean>`(commit_number, ${orderOf(dialect, path)}) > (${after.commit}, ${orderOf(dialect, from)})`,
          );
        }
        const rows = await query
          .orderBy('commit_number')
          .orderBy(orderOf(dialect, sql.ref('path')))
          .limit(limit)
          .execute();
        return rows.map(useOf);
      };
      const uses: GitUse[] = [];
      // Nearly always there is one: to read some of each and to sort them keeps to the index.
      for (const pointer of pointers) uses.push(...(await firstOf(pointer)));
      return uses.toSorted(byPlace).slice(0, limit);
    },
    listUsesUpTo: async (repositoryId, pointers, upTo, limit) => {
      const rows = await inBatches(
        pointers,
        (batch) =>
          db
            .selectFrom(wantedNumbers(source, batch))
            .crossJoin('git_uses')
            .select(['object_number', 'commit_number', 'path'])
            .where('repository_id', '=', repositoryId)
            .whereRef('object_number', '=', 'given.number')
            .where('commit_number', '<=', upTo)
            .limit(limit)
            .execute(),
        keysPerLookUp,
      );
      return rows.slice(0, limit).map(useOf);
    },
  };
};
