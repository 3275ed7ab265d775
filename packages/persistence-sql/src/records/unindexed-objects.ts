import type { Instant, RepositoryId } from '@svc/core/model';
import type { GitIndexQueries } from '@svc/core/ports';
import { type Selectable, sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { rowsPerWindow } from '../in-windows.js';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';

type Place = Pick<Selectable<Schema['objects']>, 'created_at' | 'oid'>;

/** The last of some rows in the order of their index read backwards. */
const last = <Value>(column: keyof Place) =>
  sql<Value | null>`(select ${sql.ref(column)} from "first" order by created_at desc, oid limit 1)`;

/**
 * Counts the objects of the next window behind a place, and those of them that no pointer names. Behind one with an oid lie those alone that came at its time, as
 * all objects of an upload do: one condition for both reads every tie in front of the place.
 */
const countNext = ({ db, dialect }: SqlSource, repositoryId: RepositoryId, at: Instant, oid: Uint8Array | undefined) => {
  const ofRepository = db
    .selectFrom('objects')
    .select((object) => [
      'created_at',
      'oid',
      // One by one: joined, PostgreSQL may read all pointers for each window.
      object
        .selectFrom('git_objects')
        .select('number')
        .where('git_objects.repository_id', '=', repositoryId)
        .where('lfs_oid', 'is not', null)
        .whereRef('lfs_oid', '=', 'objects.oid')
        .limit(sql.lit(1))
        .as('pointer'),
    ])
    .where('objects.repository_id', '=', repositoryId);
  const behind =
    oid === undefined
      ? ofRepository.where('created_at', '>', at).orderBy('created_at')
      : ofRepository.where((object) => dialect.unlikely(object('created_at', '=', at))).where('oid', '<', oid);
  return db
    .with(
      (table) => table('first').materialized(),
      () => behind.orderBy('oid', 'desc').limit(sql.lit(rowsPerWindow)),
    )
    .selectFrom('first')
    .select([
      sql<number>`cast(count(*) as bigint)`.as('looked'),
      sql<number>`cast(count(*) - count(pointer) as bigint)`.as('found'),
      sql<Instant | null>`cast(min(case when pointer is null then created_at end) as bigint)`.as('oldestAt'),
      last<Instant>('created_at').as('lastAt'),
      last<Uint8Array>('oid').as('lastOid'),
    ])
    .executeTakeFirstOrThrow();
};

/**
 * Counts objects that came after an instant and that no pointer of the index names, up to a limit. Those that came may be very many, and all of them named: they are
 * looked through window by window, and between two windows everything else has its turn.
 */
export const countUnindexed = async (
  source: SqlSource,
  repositoryId: RepositoryId,
  after: Instant,
  limit: number,
): ReturnType<GitIndexQueries['unindexedObjects']> => {
  let count = 0;
  let oldestAt: Instant | undefined;
  let [at, oid]: readonly [Instant, Uint8Array | undefined] = [after, undefined];
  for (;;) {
    const { looked, found, lastAt, lastOid, ...window } = await countNext(source, repositoryId, at, oid);
    count = Math.min(limit, count + found);
    oldestAt ??= window.oldestAt ?? undefined;
    const isEnd = looked < rowsPerWindow && oid === undefined;
    if (isEnd || count === limit) return { count, oldestAt };
    // Behind the last one of its time come those of later times.
    [at, oid] = looked < rowsPerWindow || lastAt === null ? [at, undefined] : [lastAt, lastOid ?? undefined];
    await setImmediate();
  }
};
