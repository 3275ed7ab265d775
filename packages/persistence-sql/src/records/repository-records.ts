import { setImmediate } from 'node:timers/promises';
import type { Repository, RepositoryId, RepositoryQueries, RepositoryRecords, Slug, UserId } from '@svc/core';
import { type Selectable, sql } from 'kysely';
import { cursorText, pageOf } from '../page-of.js';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';

const repositoryOf = (row: Selectable<Schema['repositories']>): Repository => ({
  id: row.id,
  organizationId: row.organization_id,
  name: row.name,
  slug: row.slug,
  description: row.description,
  visibility: row.visibility,
  storageMode: row.storage_mode,
  storageConnectionId: row.storage_connection_id ?? undefined,
  storageGroupId: row.storage_group_id ?? undefined,
  namespace: row.namespace,
  generation: row.generation,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const repositoryQueries = ({ db }: SqlSource): RepositoryQueries => ({
  find: async (repositoryId) => {
    const row = await db.selectFrom('repositories').selectAll().where('id', '=', repositoryId).executeTakeFirst();
    return row && repositoryOf(row);
  },
  listOfOrganization: async (organizationId, userId, page, only) => {
    let query = db
      .selectFrom('repositories')
      .selectAll('repositories')
      .where('organization_id', '=', organizationId)
      .where((expression) =>
        expression.not(
          expression.exists(
            expression
              .selectFrom('repository_members')
              .select('repository_members.level')
              .whereRef('repository_members.repository_id', '=', 'repositories.id')
              .where('repository_members.user_id', '=', userId)
              .where('repository_members.level', '=', 'NONE'),
          ),
        ),
      );
    if (only !== undefined) query = query.where('id', '=', only);
    if (page.cursor !== undefined) query = query.where('slug', '>', cursorText<Slug>(page.cursor));
    const rows = await query
      .orderBy('slug')
      .limit(page.limit + 1)
      .execute();
    return pageOf(rows, page, repositoryOf, ({ slug }) => slug);
  },
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
});

/** Chunks that one statement removes. */
const chunksPerStatement = 5000;

/** A repository may have millions of chunks, and one statement for all of them would hold the process for as long as it takes. */
const removeChunks = async ({ db }: SqlSource, repositoryId: RepositoryId): Promise<void> => {
  const first = db.selectFrom('chunks').select('name').where('repository_id', '=', repositoryId).limit(chunksPerStatement);
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('chunks')
      .where('repository_id', '=', repositoryId)
      .where('name', 'in', first)
      .executeTakeFirstOrThrow();
    if (numDeletedRows < chunksPerStatement) return;
    await setImmediate();
  }
};

const removeRepository = async (source: SqlSource, repositoryId: RepositoryId): Promise<void> => {
  await removeChunks(source, repositoryId);
  // Objects, the rest of the chunk tree, members, locks, usage and bound tokens go with it. Upload sessions do not refer to it.
  await source.db.deleteFrom('repositories').where('id', '=', repositoryId).execute();
};

export const repositoryRecords = (source: SqlSource): RepositoryRecords => {
  const { db } = source;
  return {
    ...repositoryQueries(source),
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
          namespace: repository.namespace,
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
      return true;
    },
    update: async ({ id, name, slug, description, visibility, storageGroupId, updatedAt }) => {
      const updated = await db
        .updateTable('repositories')
        .set({ name, slug, description, visibility, storage_group_id: storageGroupId ?? null, updated_at: updatedAt })
        .where('id', '=', id)
        .where((expression) =>
          expression.not(
            expression.exists(
              expression
                .selectFrom('repositories as others')
                .select('others.id')
                .whereRef('others.organization_id', '=', 'repositories.organization_id')
                .where('others.slug', '=', slug)
                .where('others.id', '!=', id),
            ),
          ),
        )
        .returning('id')
        .execute();
      return updated.length > 0;
    },
    remove: (repositoryId) => removeRepository(source, repositoryId),
    bumpGeneration: async (repositoryId, now) => {
      const [row] = await db
        .updateTable('repositories')
        .set({ generation: sql`generation + 1`, updated_at: now })
        .where('id', '=', repositoryId)
        .returning('generation')
        .execute();
      return row?.generation;
    },
    putMember: async ({ repositoryId, userId, level, createdAt }) => {
      const content = { level, created_at: createdAt };
      await db
        .insertInto('repository_members')
        .values({ repository_id: repositoryId, user_id: userId, ...content })
        .onConflict((conflict) => conflict.columns(['repository_id', 'user_id']).doUpdateSet(content))
        .execute();
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
  };
};
