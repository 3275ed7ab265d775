import type { GitRefName, RepositoryId } from '@svc/core/model';
import type { GitIndexQueries } from '@svc/core/ports';
import { sql } from 'kysely';
import { inBatches } from '../in-batches.js';
import { pageOf } from '../page-of.js';
import { refOf, refTargetOf } from './git-index-rows.js';
import type { SqlSource } from './sql-source.js';

const targetsOf = ({ db }: SqlSource, repositoryId: RepositoryId) =>
  db
    .selectFrom('git_refs')
    .innerJoin('git_commits', (join) =>
      join
        .onRef('git_commits.repository_id', '=', 'git_refs.repository_id')
        .onRef('git_commits.number', '=', 'git_refs.target_number'),
    )
    .where('git_refs.repository_id', '=', repositoryId);

const refsOf = (source: SqlSource, repositoryId: RepositoryId) =>
  targetsOf(source, repositoryId).select([
    'name',
    'target_number',
    'tag_id',
    'tagger_name',
    'tagger_email',
    'tagged_at',
    'notes',
    'git_commits.id as target',
  ]);

/** Of branches and tags. */
export const gitRefQueries = (
  source: SqlSource,
): Pick<GitIndexQueries, 'listRefs' | 'listRefTargets' | 'findRefs' | 'listTips' | 'countRefs'> => {
  const { db } = source;
  return {
    listRefs: async (repositoryId, page) => {
      let query = refsOf(source, repositoryId);
      if (page.cursor !== undefined) query = query.where('name', '>', sql<GitRefName>`${page.cursor}`);
      const rows = await query
        .orderBy('name')
        .limit(page.limit + 1)
        .execute();
      return pageOf(rows, page, refOf, ({ name }) => name);
    },
    listRefTargets: async (repositoryId, page) => {
      let query = targetsOf(source, repositoryId).select(['name', 'tag_id', 'git_commits.id as target']);
      if (page.cursor !== undefined) query = query.where('name', '>', sql<GitRefName>`${page.cursor}`);
      const rows = await query
        .orderBy('name')
        .limit(page.limit + 1)
        .execute();
      return pageOf(rows, page, refTargetOf, ({ name }) => name);
    },
    findRefs: async (repositoryId, names) => {
      const rows = await inBatches(names, (batch) => refsOf(source, repositoryId).where('name', 'in', batch).execute(), 500);
      return new Map(rows.map((row) => [row.name, refOf(row)]));
    },
    listTips: async (repositoryId) => {
      const rows = await db
        .selectFrom('git_refs')
        .select(['name', 'target_number', 'tagged_at'])
        .where('repository_id', '=', repositoryId)
        .orderBy('name')
        .execute();
      return rows.map(({ name, target_number: commit, tagged_at: taggedAt }) => ({
        name,
        commit,
        taggedAt: taggedAt ?? undefined,
      }));
    },
    countRefs: async (repositoryId) => {
      const { count } = await db
        .selectFrom('git_refs')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('repository_id', '=', repositoryId)
        .executeTakeFirstOrThrow();
      return count;
    },
  };
};
