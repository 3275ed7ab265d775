import type { Repository, Slug } from '@svc/core';
import type { RepositoryId, UserId } from '@svc/core/model';
import type { RepositoryQueries, RepositoryRecords } from '@svc/core/ports';
import { type Selectable, sql } from 'kysely';
import { descendingKey, descendingPosition } from '../descending-position.js';
import { cursorText, pageOf } from '../page-of.js';
import type { Schema } from '../schema.js';
import { deletedRepositoryQueries, deletedRepositoryRecords } from './deleted-repository-records.js';
import { isVisibleTo } from './is-visible-to.js';
import { removeRemains } from './remove-remains.js';
import { giveToNobody, isPresent } from './removed-repositories.js';
import type { SqlSource } from './sql-source.js';
import { repositoryWords } from './word-rows.js';

export const repositoryOf = (row: Selectable<Schema['repositories']>): Repository => ({
  id: row.id,
  organizationId: row.organization_id,
  name: row.name,
  slug: row.slug,
  description: row.description,
  visibility: row.visibility,
  storageMode: row.storage_mode,
  storageConnectionId: row.storage_connection_id ?? undefined,
  storageGroupId: row.storage_group_id ?? undefined,
  deduplicate: row.deduplicate ?? undefined,
  namespace: row.namespace,
  reclaimUnreachableAfterDays: row.reclaim_unreachable_after_days ?? undefined,
  generation: row.generation,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const repositoryQueries = ({ db, lookUps }: SqlSource): RepositoryQueries => ({
  find: async (repositoryId) => {
    const [row] = await lookUps.repositoryById(db, [repositoryId]);
    return row && repositoryOf(row);
  },
  listOfOrganization: async (organizationId, userId, page, only) => {
    let query = db.selectFrom('repositories').selectAll('repositories').where('organization_id', '=', organizationId);
    if (userId !== undefined) query = query.where(isVisibleTo(userId));
    if (only !== undefined) query = query.where('id', '=', only);
    if (page.cursor !== undefined) query = query.where('slug', '>', cursorText<Slug>(page.cursor));
    const rows = await query
      .orderBy('slug')
      .limit(page.limit + 1)
      .execute();
    return pageOf(rows, page, repositoryOf, ({ slug }) => slug);
  },
  ...deletedRepositoryQueries(db),
  listMembers: async (repositoryId, page) => {
    let query = db
      .selectFrom('repository_members')
      .innerJoin('users', 'users.id', 'repository_members.user_id')
      .select(['repository_members.user_id', 'repository_members.level', 'repository_members.created_at'])
      .select(['users.name', 'users.email'])
      .where('repository_id', '=', repositoryId);
    if (page.cursor !== undefined) query = query.where('user_id', '>', cursorText<UserId>(page.cursor));
    const rows = await query
      .orderBy('user_id')
      .limit(page.limit + 1)
      .execute();
    const memberOf = (row: (typeof rows)[number]) => ({
      repositoryId,
      userId: row.user_id,
      userName: row.name,
      email: row.email ?? undefined,
      level: row.level,
      createdAt: row.created_at,
    });
    return pageOf(rows, page, memberOf, ({ userId }) => userId);
  },
  listShared: async (userId, page) => {
    let query = db
      .selectFrom('repository_members')
      .innerJoin('repositories', 'repositories.id', 'repository_members.repository_id')
      .innerJoin('organizations', 'organizations.id', 'repositories.organization_id')
      .selectAll('repositories')
      .select(['repository_members.level', 'repository_members.created_at as shared_at'])
      .select(['organizations.name as organization_name', 'organizations.slug as organization_slug'])
      .where('repository_members.user_id', '=', userId)
      .where('repository_members.level', '!=', 'NONE')
      .where((expression) =>
        expression.not(
          expression.exists(
            expression
              .selectFrom('memberships')
              .select('memberships.role')
              .whereRef('memberships.organization_id', '=', 'repositories.organization_id')
              .where('memberships.user_id', '=', userId),
          ),
        ),
      );
    if (page.cursor !== undefined) {
      const { value, tie } = descendingPosition(page.cursor);
      query = query
        .where('repository_members.created_at', '<=', value)
        .where((column) =>
          column.or([
            column('repository_members.created_at', '<', value),
            column('repository_members.repository_id', '>', cursorText<RepositoryId>(tie)),
          ]),
        );
    }
    const rows = await query
      .orderBy('repository_members.created_at', 'desc')
      .orderBy('repository_members.repository_id')
      .limit(page.limit + 1)
      .execute();
    const sharedOf = (row: (typeof rows)[number]) => ({
      repository: repositoryOf(row),
      organization: { name: row.organization_name, slug: row.organization_slug },
      level: row.level,
      sharedAt: row.shared_at,
    });
    return pageOf(rows, page, sharedOf, ({ repository, sharedAt }) => descendingKey(sharedAt, repository.id));
  },
});

/** Keeps from whom the repository is hidden, for what tells of it outlives it. */
const keepHidden = async ({ db }: SqlSource, repositoryId: RepositoryId): Promise<void> => {
  await db
    .insertInto('hidden_repositories')
    .columns(['user_id', 'repository_id', 'set_by_owner'])
    .expression(
      db
        .selectFrom('repository_members')
        .select(['user_id', 'repository_id', 'set_by_owner'])
        .where('repository_id', '=', repositoryId)
        .where('level', '=', 'NONE'),
    )
    .execute();
};

/** Rows that others meet, by their organization, by a user or by what is due, and the one by which uploads to a Git index go on; they are few. */
const metByOthers = [
  'repository_usages',
  'repository_words',
  'repository_members',
  'invitations',
  'tokens',
  'artifact_counts',
  'git_indexes',
  'graph_edges',
  'pending_verifications',
  'requested_conversions',
  'tree_collections',
  'unreachable_looks',
] as const;

/** Nobody meets the repository from here on. What nobody meets without it stays until `removeRemains`. */
const removeRepository = async (source: SqlSource, repositoryId: RepositoryId): Promise<void> => {
  await keepHidden(source, repositoryId);
  for (const table of metByOthers) await source.db.deleteFrom(table).where('repository_id', '=', repositoryId).execute();
  await giveToNobody(source.db, repositoryId);
};

export const repositoryRecords = (source: SqlSource): RepositoryRecords => {
  const { db, dialect, lookUps } = source;
  return {
    allOfOrganization: async (organizationId) => {
      const rows = await db.selectFrom('repositories').selectAll().where('organization_id', '=', organizationId).execute();
      return rows.map(repositoryOf);
    },
    add: async (repository) => {
      const { id, slug } = repository;
      const added = await db
        .insertInto('repositories')
        .values({
          id,
          organization_id: repository.organizationId,
          name: repository.name,
          slug,
          description: repository.description,
          visibility: repository.visibility,
          storage_mode: repository.storageMode,
          storage_connection_id: repository.storageConnectionId ?? null,
          storage_group_id: repository.storageGroupId ?? null,
          deduplicate: repository.deduplicate ?? null,
          namespace: repository.namespace,
          reclaim_unreachable_after_days: repository.reclaimUnreachableAfterDays ?? null,
          generation: 0,
          created_at: repository.createdAt,
          updated_at: repository.updatedAt,
        })
        .onConflict((conflict) => conflict.columns(['organization_id', 'slug']).doNothing())
        .returning('id')
        .execute();
      if (added.length === 0) return false;
      await db
        .insertInto('repository_usages')
        .values({ repository_id: id, object_count: 0, logical_bytes: 0, physical_bytes: 0, uploaded_bytes: 0 })
        .execute();
      await lookUps.addRepositoryWords(db, [repositoryWords(dialect, [repository])]);
      return true;
    },
    update: async (repository) => {
      const { id, name, slug, description, visibility, storageGroupId, deduplicate, updatedAt } = repository;
      const values = [id, name, slug, description, visibility, storageGroupId ?? null, updatedAt, deduplicate ?? null];
      const [updated] = await lookUps.updateRepository(db, [...values, repository.reclaimUnreachableAfterDays ?? null]);
      if (updated === undefined) return false;
      await lookUps.removeRepositoryWords(db, [id]);
      await lookUps.addRepositoryWords(db, [repositoryWords(dialect, [{ ...updated, id, name, slug, description }])]);
      return true;
    },
    remove: (repositoryId) => removeRepository(source, repositoryId),
    removeRemains: (limit) => removeRemains(source, limit),
    ...deletedRepositoryRecords(db),
    bumpGeneration: async (repositoryId, now) => {
      const [row] = await db
        .updateTable('repositories')
        .set({ generation: sql`generation + 1`, updated_at: now })
        .where('id', '=', repositoryId)
        .where(isPresent)
        .returning('generation')
        .execute();
      return row?.generation;
    },
    putMember: async ({ repositoryId, userId, level, isSetByOwner, createdAt }) => {
      await lookUps.putRepositoryMember(db, [repositoryId, userId, level, createdAt, isSetByOwner ? 1 : 0]);
    },
    removeMember: async (repositoryId, userId) => {
      const removed = await db
        .deleteFrom('repository_members')
        .where('repository_id', '=', repositoryId)
        .where('user_id', '=', userId)
        .returning('user_id')
        .execute();
      return removed.length > 0;
    },
    removeMemberFromAll: async (organizationId, userId) => {
      const repositories = db.selectFrom('repositories').select('id').where('organization_id', '=', organizationId);
      await db
        .deleteFrom('repository_members')
        .where('user_id', '=', userId)
        .where('level', '!=', 'NONE')
        .where('repository_id', 'in', repositories)
        .execute();
    },
    ...repositoryQueries(source),
  };
};
