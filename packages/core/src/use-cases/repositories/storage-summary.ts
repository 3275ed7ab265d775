import { err, ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { ConversionTotals } from '../../model/conversions/conversion.js';
import type { ObjectLayout } from '../../model/objects/stored-object.js';
import type { Repository } from '../../model/repository.js';
import { dedupRatio } from '../../model/usage/usage.js';
import type { Ports } from '../../ports/ports.js';
import type { ObjectTotals, TypeTotals } from '../../ports/records/storage-queries.js';
import { reclaimableBytesIn } from '../../steps/quarantine/reclaimable-bytes.js';
import { wholeBytesOf } from './whole-bytes.js';

export interface StorageSummary
  extends Pick<Repository, 'storageMode' | 'storageConnectionId'>, Omit<ObjectTotals, 'physicalBytes'> {
  /** All that the repository occupies. */
  readonly physicalBytes: number;
  readonly dedupRatio: number;
  /** Of what nothing visible needs. */
  readonly reclaimableBytes: number;
  /** In chunks, `physicalBytes` is what all files of the chunk tree occupy, also those of which no object was made yet. */
  readonly layouts: Readonly<Record<ObjectLayout, ObjectTotals>>;
  /** What conversions of whole objects have come to. */
  readonly converted: ConversionTotals;
  /** Those of which there are objects, with what these alone have added. */
  readonly types: readonly TypeTotals[];
}

const nothing: ObjectTotals = { objectCount: 0, logicalBytes: 0, physicalBytes: 0 };

const plus = (left: ObjectTotals, right: ObjectTotals): ObjectTotals => ({
  objectCount: left.objectCount + right.objectCount,
  logicalBytes: left.logicalBytes + right.logicalBytes,
  physicalBytes: left.physicalBytes + right.physicalBytes,
});

const minus = (left: ObjectTotals, right: ObjectTotals): ObjectTotals => ({
  objectCount: left.objectCount - right.objectCount,
  logicalBytes: left.logicalBytes - right.logicalBytes,
  physicalBytes: left.physicalBytes - right.physicalBytes,
});

const summarize = (
  repository: Repository,
  types: readonly TypeTotals[],
  { physicalBytes, reclaimableBytes, converted }: Pick<StorageSummary, 'physicalBytes' | 'reclaimableBytes' | 'converted'>,
): StorageSummary => {
  const all = types.reduce(plus, nothing);
  const inChunks = types.map((type) => type.inChunks).reduce(plus, nothing);
  const whole = minus(all, inChunks);
  const { objectCount, logicalBytes } = all;
  return {
    storageMode: repository.storageMode,
    storageConnectionId: repository.storageConnectionId,
    objectCount,
    logicalBytes,
    physicalBytes,
    dedupRatio: dedupRatio({ logicalBytes, physicalBytes, wholeBytes: wholeBytesOf(types) }),
    reclaimableBytes,
    converted,
    layouts: { whole, chunks: { ...inChunks, physicalBytes: physicalBytes - whole.physicalBytes } },
    types,
  };
};

export const storageSummary =
  ({ unitOfWork }: Pick<Ports, 'unitOfWork'>) =>
  ({ repository: { repositoryId } }: RepositoryGrant<'repository.pull'>): ResultAsync<StorageSummary, NotFound | Unavailable> =>
    unitOfWork
      .read(async (queries) => {
        const repository = await queries.repositories.find(repositoryId);
        // Objects first: what is registered after that occupies more, never less, than what they need.
        const types = await queries.storage.totals(repositoryId);
        const { physicalBytes } = await queries.usage.ofRepository(repositoryId);
        const reclaimableBytes = await reclaimableBytesIn(queries, repositoryId);
        const converted = await queries.conversions.totals(repositoryId);
        return repository && summarize(repository, types, { physicalBytes, reclaimableBytes, converted });
      })
      .andThen((summary) => (summary === undefined ? err(notFound) : ok(summary)));
