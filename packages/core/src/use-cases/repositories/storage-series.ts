import { errAsync, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import type { BadRequest, Unavailable } from '../../model/app-error.js';
import { daysProblem, type SeriesValues } from '../../model/usage/traffic.js';
import { type Day, DAY_MS, dayOf } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { RepositoryTrafficDay, StorageDay } from '../../ports/records/storage-queries.js';

export interface StorageSeriesDay extends SeriesValues {
  readonly day: Day;
  readonly downloads: number;
}

const noChange: Omit<StorageDay, 'day'> = { addedBytes: 0, removedBytes: 0 };
const noTraffic: Omit<RepositoryTrafficDay, 'day'> = { uploadedBytes: 0, egressBytes: 0, downloads: 0 };

const byDay = <Row extends { readonly day: Day }>(rows: readonly Row[]): ReadonlyMap<Day, Row> =>
  new Map(rows.map((row) => [row.day, row]));

export const storageSeries =
  ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (
    { repository: { repositoryId } }: RepositoryGrant<'repository.pull'>,
    { days: count }: { readonly days: number },
  ): ResultAsync<readonly StorageSeriesDay[], BadRequest | Unavailable> => {
    const problem = daysProblem(count);
    if (problem !== undefined) return errAsync(problem);
    const from = dayOf(clock.now()) - (count - 1) * DAY_MS;
    return unitOfWork.read(async ({ storage }) => {
      const { beforeBytes, days } = await storage.byDay(repositoryId, from);
      const [changes, traffic] = [byDay(days), byDay(await storage.trafficByDay(repositoryId, from))];
      let storageBytes = beforeBytes;
      return Array.from({ length: count }, (_, at) => {
        const day = from + at * DAY_MS;
        const { addedBytes, removedBytes } = changes.get(day) ?? noChange;
        const { uploadedBytes, egressBytes, downloads } = traffic.get(day) ?? noTraffic;
        storageBytes += addedBytes - removedBytes;
        return { day, storageBytes, addedBytes, removedBytes, uploadedBytes, egressBytes, downloads };
      });
    });
  };
