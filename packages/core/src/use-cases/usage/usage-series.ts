import { errAsync, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import type { BadRequest, Unavailable } from '../../model/app-error.js';
import type { StorageMode } from '../../model/repository.js';
import { changesByDay } from '../../model/usage/changes-by-day.js';
import { daysProblem, type SeriesValues, type TrafficDay } from '../../model/usage/traffic.js';
import type { UsageByDay } from '../../model/usage/usage.js';
import { type Day, DAY_MS, dayOf, type Instant, type OrganizationId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';

export interface SeriesDay extends Readonly<Record<StorageMode, SeriesValues>> {
  readonly day: Day;
}

const keyOf = (day: Day, mode: StorageMode): string => `${day} ${mode}`;

/** One entry for each of the last `count` days up to today, the oldest first; on days without a change the storage is what it was. */
const fillSeries = (
  { before, days }: UsageByDay,
  traffic: readonly TrafficDay[],
  today: Day,
  count: number,
): readonly SeriesDay[] => {
  const changesOf = (mode: StorageMode) =>
    changesByDay(
      days.filter(({ storageMode }) => storageMode === mode),
      today,
    );
  const changes = { managed: changesOf('managed'), byos: changesOf('byos') };
  const flows = new Map<string, TrafficDay>(traffic.map((day) => [keyOf(day.day, day.storageMode), day]));
  const stored = { ...before };
  const valuesOf = (day: Day, mode: StorageMode): SeriesValues => {
    const { addedBytes, removedBytes } = changes[mode](day);
    const { uploadedBytes, egressBytes } = flows.get(keyOf(day, mode)) ?? { uploadedBytes: 0, egressBytes: 0 };
    stored[mode] += addedBytes - removedBytes;
    return { storageBytes: stored[mode], addedBytes, removedBytes, uploadedBytes, egressBytes };
  };
  return Array.from({ length: count }, (_, at) => {
    const day = today - (count - 1 - at) * DAY_MS;
    return { day, managed: valuesOf(day, 'managed'), byos: valuesOf(day, 'byos') };
  });
};

export const readSeries = async (
  queries: Queries,
  organizationId: OrganizationId,
  now: Instant,
  count: number,
): Promise<readonly SeriesDay[]> => {
  const today = dayOf(now);
  const from = today - (count - 1) * DAY_MS;
  const usage = await queries.usage.byDay(organizationId, from);
  return fillSeries(usage, await queries.traffic.listDays(organizationId, from), today, count);
};

export const usageSeries =
  ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (
    { organization }: OrganizationGrant<'usage.read'>,
    { days }: { readonly days: number },
  ): ResultAsync<readonly SeriesDay[], BadRequest | Unavailable> => {
    const problem = daysProblem(days);
    if (problem !== undefined) return errAsync(problem);
    return unitOfWork.read((queries) => readSeries(queries, organization.id, clock.now(), days));
  };
