import type { Instant, StaleSession, RepositorySize } from '@svc/core/model';
import type { RecommendationQueries, RecommendationRecords } from '@svc/core/ports';
import { type Selectable, sql } from 'kysely';
import { oidFromBinary } from '../codec.js';
import { inBatches } from '../in-batches.js';
import type { Schema } from '../schema.js';
import { isVisibleTo } from './is-visible-to.js';
import type { SqlSource } from './sql-source.js';

type Db = SqlSource['db'];

const weighed = (db: Db) =>
  db
    .selectFrom('repositories')
    .innerJoin('repository_usages', 'repository_usages.repository_id', 'repositories.id')
    .select(['repositories.id', 'slug', 'logical_bytes', 'physical_bytes']);

type SizedRow = Pick<Selectable<Schema['repositories']>, 'id' | 'slug'> &
  Pick<Selectable<Schema['repository_usages']>, 'logical_bytes' | 'physical_bytes'>;

const sizedOf = (row: SizedRow): RepositorySize => ({
  id: row.id,
  slug: row.slug,
  logicalBytes: row.logical_bytes,
  physicalBytes: row.physical_bytes,
});

/** In the order of their index, and each session's objects by themselves: what comes behind the last one that is wanted is never looked at. */
const stale = (db: Db, { now, openedBefore }: { readonly now: Instant; readonly openedBefore: Instant }) =>
  db
    .selectFrom('upload_sessions')
    .innerJoin('repositories', 'repositories.id', 'upload_sessions.repository_id')
    .select((expression) => [
      'upload_sessions.id',
      'repository_id',
      'slug',
      expression
        .selectFrom('upload_objects')
        .select(sql<number>`cast(sum(reserved_bytes) as bigint)`.as('sum'))
        .whereRef('session_id', '=', 'upload_sessions.id')
        .$asScalar()
        .$notNull()
        .as('reserved_bytes'),
    ])
    .where('status', '=', 'OPEN')
    .where('kind', '=', 'session')
    .where('expires_at', '>', now)
    .where('upload_sessions.created_at', '<', openedBefore)
    .where((expression) =>
      expression.exists(
        expression
          .selectFrom('upload_objects')
          .select('session_id')
          .whereRef('session_id', '=', 'upload_sessions.id')
          .where('reserved_bytes', '>', 0),
      ),
    )
    .orderBy('expires_at')
    .orderBy('upload_sessions.id');

const sessionsOf = (rows: Awaited<ReturnType<ReturnType<typeof stale>['execute']>>): readonly StaleSession[] =>
  rows.map((row) => ({
    id: row.id,
    repository: { id: row.repository_id, slug: row.slug },
    reservedBytes: row.reserved_bytes,
  }));

export const recommendationQueries = ({ db }: SqlSource): RecommendationQueries => ({
  largestRepositories: async (organizationId, hiddenFrom, limit) => {
    const rows = await weighed(db)
      .where('organization_id', '=', organizationId)
      .where(isVisibleTo(hiddenFrom))
      .orderBy('physical_bytes', 'desc')
      .orderBy('repositories.id')
      .limit(limit)
      .execute();
    return rows.map(sizedOf);
  },
  unusedObjects: async (repositoryId, { minBytes, storedBefore, among }) => {
    // Only so many are looked at, also where most of the greatest are in use.
    const greatest = await db
      .selectFrom('objects')
      .select((expression) => [
        'oid',
        'size_bytes',
        'physical_bytes',
        'created_at',
        expression
          .selectFrom('object_downloads')
          .select('downloads')
          .whereRef('object_downloads.repository_id', '=', 'objects.repository_id')
          .whereRef('object_downloads.oid', '=', 'objects.oid')
          .as('downloads'),
      ])
      .where('repository_id', '=', repositoryId)
      .where('size_bytes', '>=', minBytes)
      .orderBy('size_bytes', 'desc')
      .orderBy('oid')
      .limit(among)
      .execute();
    return greatest
      .filter((row) => row.downloads === null && row.created_at < storedBefore)
      .map((row) => ({ oid: oidFromBinary(row.oid), sizeBytes: row.size_bytes, physicalBytes: row.physical_bytes }));
  },
  staleSessions: async (organizationId, hiddenFrom, when, limit) =>
    sessionsOf(
      await stale(db, when)
        .where('upload_sessions.organization_id', '=', organizationId)
        .where(isVisibleTo(hiddenFrom))
        .limit(limit)
        .execute(),
    ),
  staleSessionsOf: async (repositoryId, when, limit) =>
    sessionsOf(await stale(db, when).where('upload_sessions.repository_id', '=', repositoryId).limit(limit).execute()),
  weigh: async (repositoryId) => {
    const row = await weighed(db).where('repositories.id', '=', repositoryId).executeTakeFirst();
    return row && sizedOf(row);
  },
  listDismissed: async (repositoryIds, since) => {
    const rows = await inBatches(repositoryIds, (batch) =>
      db
        .selectFrom('recommendation_dismissals')
        .select('recommendation_id')
        .where('repository_id', 'in', batch)
        .where('dismissed_at', '>=', since)
        .execute(),
    );
    return new Set(rows.map((row) => row.recommendation_id));
  },
  countEndlessTokens: async (organizationId, madeBefore) => {
    const { count } = await db
      .selectFrom('tokens')
      .select((expression) => expression.fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .where('expires_at', 'is', null)
      .where('created_at', '<', madeBefore)
      .executeTakeFirstOrThrow();
    return count;
  },
});

export const recommendationRecords = (source: SqlSource): RecommendationRecords => ({
  dismiss: async ({ repositoryId, recommendationId, dismissedBy, dismissedAt }, since) => {
    const written = await source.db
      .insertInto('recommendation_dismissals')
      .values({
        repository_id: repositoryId,
        recommendation_id: recommendationId,
        dismissed_by: dismissedBy,
        dismissed_at: dismissedAt,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['repository_id', 'recommendation_id'])
          .doUpdateSet({ dismissed_by: dismissedBy, dismissed_at: dismissedAt })
          .where('recommendation_dismissals.dismissed_at', '<', since),
      )
      .returning('repository_id')
      .execute();
    return written.length > 0;
  },
  ...recommendationQueries(source),
});
