import { errAsync, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { BadRequest, Unavailable } from '../../model/app-error.js';
import { changesByDay } from '../../model/usage/changes-by-day.js';
import { daysProblem, type SeriesValues } from '../../model/usage/traffic.js';
import { type Day, DAY_MS, dayOf } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { RepositoryTrafficDay } from '../../ports/records/storage-queries.js';

export interface StorageSeriesDay extends SeriesValues {
  readonly day: Day;
  readonly downloads: number;
}

const noTraffic: Omit<RepositoryTrafficDay, 'day'> = { uploadedBytes: 0, egressBytes: 0, downloads: 0 };

export const storageSeries =
  ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (
    { repository: { repositoryId } }: RepositoryGrant<'repository.pull'>,
    { days: count }: { readonly days: number },
  ): ResultAsync<readonly StorageSeriesDay[], BadRequest | Unavailable> => {
    const problem = daysProblem(count);
    if (problem !== undefined) return errAsync(problem);
    const today = dayOf(clock.now());
    const from = today - (count - 1) * DAY_MS;
    return unitOfWork.read(async ({ storage }) => {
      const { beforeBytes, days } = await storage.byDay(repositoryId, from);
      const changeOf = changesByDay(days, today);
      const traffic = new Map((await storage.trafficByDay(repositoryId, from)).map((row) => [row.day, row]));
      let storageBytes = beforeBytes;
      return Array.from({ length: count }, (_, at) => {
        const day = from + at * DAY_MS;
        const { addedBytes, removedBytes } = changeOf(day);
        const { uploadedBytes, egressBytes, downloads } = traffic.get(day) ?? noTraffic;
        storageBytes += addedBytes - removedBytes;
        return { day, storageBytes, addedBytes, removedBytes, uploadedBytes, egressBytes, downloads };
      });
    });
  };
