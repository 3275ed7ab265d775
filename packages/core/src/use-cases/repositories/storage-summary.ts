import { err, ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { ConversionTotals } from '../../model/conversions/conversion.js';
import type { ObjectLayout } from '../../model/objects/stored-object.js';
import type { Repository } from '../../model/repository.js';
import type { UnreachableLook, UnreachableSum } from '../../model/objects/unreachable-object.js';
import { dedupRatio } from '../../model/usage/usage.js';
import type { Ports } from '../../ports/ports.js';
import type { ObjectTotals, TypeTotals } from '../../ports/records/storage-queries.js';
import type { Queries } from '../../ports/unit-of-work.js';
import { reclaimableBytesIn } from '../../steps/quarantine/reclaimable-bytes.js';
import { wholeBytesOf } from './whole-bytes.js';

export interface StorageSummary
  extends Pick<Repository, 'storageMode' | 'storageConnectionId'>, Omit<ObjectTotals, 'physicalBytes'> {
  /** All that the repository occupies. */
  readonly physicalBytes: number;
  readonly dedupRatio: number;
  /** Of what nothing visible needs. */
  readonly reclaimableBytes: number;
  /** Undefined of a repository that has not asked to have unreachable objects removed. */
  readonly unreachable: Unreachable | undefined;
  /** In chunks, `physicalBytes` is what all files of the chunk tree occupy, also those of which no object was made yet. */
  readonly layouts: Readonly<Record<ObjectLayout, ObjectTotals>>;
  /** What conversions of whole objects have come to. */
  readonly converted: ConversionTotals;
  /** Those of which there are objects, with what these alone have added. */
  readonly types: readonly TypeTotals[];
}

/** What looks for unreachable objects have found last. */
export interface Unreachable extends UnreachableSum, Pick<UnreachableLook, 'lookedAt' | 'doubt'> {
  readonly reclaimAfterDays: number;
}

/** What the rest of the repository does not tell. */
type Besides = Pick<StorageSummary, 'physicalBytes' | 'reclaimableBytes' | 'converted' | 'unreachable'>;

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
  { physicalBytes, reclaimableBytes, converted, unreachable }: Besides,
): StorageSummary => {
  const all = types.reduce(plus, nothing);
  const inChunks = types.map((type) => type.inChunks).reduce(plus, nothing);
  const whole = minus(all, inChunks);
  const { objectCount, logicalBytes } = all;
  // What was removed after the objects were read occupies nothing any more.
  const inTree = Math.max(0, physicalBytes - whole.physicalBytes);
  return {
    storageMode: repository.storageMode,
    storageConnectionId: repository.storageConnectionId,
    objectCount,
    logicalBytes,
    physicalBytes,
    dedupRatio: dedupRatio({ logicalBytes, physicalBytes, wholeBytes: wholeBytesOf(types) }),
    reclaimableBytes,
    converted,
    unreachable,
    layouts: { whole, chunks: { ...inChunks, physicalBytes: inTree } },
    types,
  };
};

const findUnreachable = async (
  { unreachable }: Pick<Queries, 'unreachable'>,
  { id, reclaimUnreachableAfterDays: reclaimAfterDays }: Repository,
): Promise<Unreachable | undefined> => {
  if (reclaimAfterDays === undefined) return undefined;
  const look = await unreachable.findLook(id);
  return { ...(await unreachable.sum(id)), reclaimAfterDays, lookedAt: look?.lookedAt, doubt: look?.doubt };
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
        if (repository === undefined) return undefined;
        const unreachable = await findUnreachable(queries, repository);
        return summarize(repository, types, { physicalBytes, reclaimableBytes, converted, unreachable });
      })
      .andThen((summary) => (summary === undefined ? err(notFound) : ok(summary)));
