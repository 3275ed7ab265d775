import { type Activity, type ActivityEvent, pushGapMs } from '../../model/activity.js';
import type { Instant, OrganizationId } from '../../model/values/index.js';
import type { ActivityQueries, ActivityRecords } from '../../ports/records/activity-records.js';
import type { DraftTables, ReadableTables } from '../tables.js';
import { isHiddenFrom, wasHiddenFrom } from './is-hidden-from.js';

/** How many the organization had up to that one. */
const idOf = (tables: ReadableTables, organizationId: OrganizationId, place: number): string =>
  String(tables.activity.where(({ id, event }) => event.organizationId === organizationId && id <= place).length);

export const activityQueries = (tables: ReadableTables): ActivityQueries => ({
  list: async (organizationId, { types, actorId: wantedActorId, repositoryId: wantedId, hiddenFrom }, { limit, skip }) =>
    tables.activity
      .where(({ event: { organizationId: of, type, actorId, repositoryId } }) => {
        if (of !== organizationId || !types.includes(type)) return false;
        if (wantedActorId !== undefined && actorId !== wantedActorId) return false;
        if (wantedId !== undefined && repositoryId !== wantedId) return false;
        if (repositoryId === undefined) return true;
        if (isHiddenFrom(tables, repositoryId, hiddenFrom)) return false;
        return !wasHiddenFrom(tables, organizationId, repositoryId, hiddenFrom);
      })
      .toSorted((left, right) => right.event.at - left.event.at || right.id - left.id)
      .slice(skip, skip + limit)
      .map(({ id, event: { type, data, at, actorId, repositoryId }, repositorySlug }): Activity => {
        const slug = repositoryId && (tables.repositories.get(repositoryId)?.slug ?? repositorySlug);
        const actor = actorId && { id: actorId, name: tables.users.get(actorId)?.name ?? '' };
        return {
          id: idOf(tables, organizationId, id),
          type,
          actor,
          repository: repositoryId && slug && { id: repositoryId, slug },
          data,
          at,
        };
      }),
});

export const activityRecords = (tables: DraftTables): ActivityRecords => {
  const put = (event: ActivityEvent, openUntil: Instant | undefined): void => {
    const id = tables.activity.where(() => true).length + 1;
    const repositorySlug = event.repositoryId && tables.repositories.get(event.repositoryId)?.slug;
    tables.activity.put(String(id), { id, event, repositorySlug, openUntil });
  };
  return {
    ...activityQueries(tables),
    append: async (event) => put(event, undefined),
    addPush: async ({ organizationId, repositoryId, actorId, objects, bytes, generation, at }, isPartOfMore) => {
      const openUntil = isPartOfMore ? at + pushGapMs : undefined;
      const [newest] = tables.activity
        .where(
          ({ event }) => event.type === 'repository.push' && event.repositoryId === repositoryId && event.actorId === actorId,
        )
        .toSorted((left, right) => right.event.at - left.event.at || right.id - left.id);
      if (!isPartOfMore || newest === undefined || (newest.openUntil ?? 0) <= at) {
        const data = { objects, bytes, generation };
        put({ type: 'repository.push', organizationId, repositoryId, actorId, data, at }, openUntil);
        return;
      }
      const { data } = newest.event;
      const sum = { objects: Number(data['objects']) + objects, bytes: Number(data['bytes']) + bytes, generation };
      tables.activity.put(String(newest.id), { ...newest, event: { ...newest.event, data: sum }, openUntil });
    },
  };
};
