import type { Slug } from '@svc/core';
import {
  type Activity,
  type ActivityEvent,
  activityTypes,
  invariant,
  type OrganizationId,
  type Push,
  pushGapMs,
  type RepositoryId,
} from '@svc/core/model';
import type { ActivityFilter, ActivityQueries, ActivityRecords } from '@svc/core/ports';
import type { Selectable } from 'kysely';
import type { ActivityTables } from '../activity-tables.js';
import { newId } from '../new-id.js';
import { hiddenFrom, onceHiddenFrom } from './hidden-from.js';
import { isPresent } from './removed-repositories.js';
import type { SqlSource } from './sql-source.js';

interface ShownRow extends Selectable<ActivityTables['activity']> {
  readonly actor_name: string | null;
  readonly current_slug: Slug | null;
}

const parseData = (text: string): ActivityEvent['data'] => {
  const data: unknown = JSON.parse(text);
  invariant(typeof data === 'object' && data !== null, 'the data of an event is an object');
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]),
  );
};

const dataOf = ({ data, objects, bytes, generation }: ShownRow): ActivityEvent['data'] =>
  data === null ? { objects: objects ?? 0, bytes: bytes ?? 0, generation: generation ?? 0 } : parseData(data);

const activityOf = (row: ShownRow): Activity => {
  const { actor_id: actorId, repository_id: repositoryId } = row;
  const slug = row.current_slug ?? row.repository_slug;
  return {
    id: row.id,
    type: row.type,
    actor: actorId === null ? undefined : { id: actorId, name: row.actor_name ?? '' },
    repository: repositoryId === null || slug === null ? undefined : { id: repositoryId, slug },
    data: dataOf(row),
    at: row.at,
  };
};

/** Which events to show. Their names and data are looked up for these alone, and not for all that are skipped. */
const listSequences = async (
  source: SqlSource,
  organizationId: OrganizationId,
  { types, actorId, repositoryId, hiddenFrom: userId }: ActivityFilter,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Promise<readonly number[]> => {
  let query = source.db
    .selectFrom('activity')
    .select('sequence')
    .where('organization_id', '=', organizationId)
    .where((column) =>
      column.or([
        column('repository_id', 'is', null),
        column(
          'repository_id',
          'not in',
          hiddenFrom(source, userId)
            .unionAll(onceHiddenFrom(source, organizationId, userId))
            .$castTo<{ repository_id: RepositoryId | null }>(),
        ),
      ]),
    );
  const [type, ...more] = types;
  invariant(type !== undefined, 'an activity is listed by at least one type');
  if (more.length === 0) query = query.where('type', '=', type);
  else {
    // Said by what is left out, for else it might be looked up by the types, one after the other, and sorted.
    const others = activityTypes.filter((other) => !types.includes(other));
    if (others.length > 0) query = query.where('type', 'not in', others);
  }
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId);
  if (repositoryId !== undefined) query = query.where('repository_id', '=', repositoryId);
  const rows = await query.orderBy('at', 'desc').orderBy('sequence', 'desc').limit(limit).offset(skip).execute();
  return rows.map(({ sequence }) => sequence);
};

export const activityQueries = (source: SqlSource): ActivityQueries => ({
  list: async (organizationId, filter, part) => {
    const { db, dialect } = source;
    const sequences = await listSequences(source, organizationId, filter, part);
    if (sequences.length === 0) return [];
    const rows = await db
      .selectFrom(dialect.numberRows(dialect.numbersParameter(sequences)).as('wanted'))
      // Crossed, so that the few that are wanted lead and the many are looked up.
      .crossJoin('activity')
      .leftJoin('users', 'users.id', 'activity.actor_id')
      .leftJoin('repositories', (join) => join.onRef('repositories.id', '=', 'activity.repository_id').on(isPresent))
      .selectAll('activity')
      .select(['users.name as actor_name', 'repositories.slug as current_slug'])
      .whereRef('activity.sequence', '=', 'wanted.number')
      .orderBy('activity.at', 'desc')
      .orderBy('activity.sequence', 'desc')
      .execute();
    return rows.map(activityOf);
  },
});

/** Whether the push has become a part of the newest one. */
const joinNewest = async ({ db }: SqlSource, push: Push): Promise<boolean> => {
  const { organizationId, repositoryId, actorId, objects, bytes, generation, at } = push;
  const newest = db
    .selectFrom('activity as others')
    .select('others.sequence')
    .where('others.organization_id', '=', organizationId)
    .where('others.repository_id', '=', repositoryId)
    .where('others.actor_id', '=', actorId)
    .where('others.type', '=', 'repository.push')
    .orderBy('others.at', 'desc')
    .orderBy('others.sequence', 'desc')
    .limit(1);
  const joined = await db
    .updateTable('activity')
    .set((column) => ({
      objects: column('objects', '+', objects),
      bytes: column('bytes', '+', bytes),
      generation,
      open_until: at + pushGapMs,
    }))
    .where('sequence', '=', newest)
    .where('open_until', '>', at)
    .returning('sequence')
    .execute();
  return joined.length > 0;
};

export const activityRecords = (source: SqlSource): ActivityRecords => {
  const { db, lookUps } = source;
  const slugOf = (repositoryId: RepositoryId) => db.selectFrom('repositories').select('slug').where('id', '=', repositoryId);
  return {
    append: async ({ organizationId, type, actorId, repositoryId, data, at }) => {
      const values = [organizationId, type, actorId ?? null, repositoryId ?? null, JSON.stringify(data), at];
      await lookUps.addActivity(db, values);
    },
    addPush: async (push, isPartOfMore) => {
      if (isPartOfMore && (await joinNewest(source, push))) return;
      const { organizationId, repositoryId, actorId, objects, bytes, generation, at } = push;
      await db
        .insertInto('activity')
        .values({
          id: newId(source.dialect),
          organization_id: organizationId,
          type: 'repository.push',
          actor_id: actorId,
          repository_id: repositoryId,
          repository_slug: slugOf(repositoryId),
          objects,
          bytes,
          generation,
          at,
          open_until: isPartOfMore ? at + pushGapMs : null,
        })
        .execute();
    },
    ...activityQueries(source),
  };
};
