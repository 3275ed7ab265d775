import { err, ok, type Result, ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryGrant } from '../../../access/grant.js';
import { withRegrantedRepository } from '../../../access/lock-granted.js';
import { BlobCorrupted } from '../../../blob-store/blob-corrupted.js';
import { type Forbidden, type NotFound, notFound, type Unavailable } from '../../../model/app-error.js';
import { thrownOutage } from '../../../model/blob-unreadable.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import type { ConversionCandidate } from '../../../model/conversions/conversion.js';
import { deduplicationOf, defaultMinConvertedBytes, leastSavedShare } from '../../../model/conversions/deduplication.js';
import { type BaseState, mostNamesOfVersion, stateOfRequest } from '../../../model/conversions/requested-conversion.js';
import { storageModeOf } from '../../../model/repository.js';
import type { ChunkName, Oid } from '../../../model/values/index.js';
import type { Ports } from '../../../ports/ports.js';
import type { Queries, Records } from '../../../ports/unit-of-work.js';
import { findDamaged } from '../../../steps/integrity/find-damaged.js';
import { problemOfTurn, type Verifying } from '../../../steps/verification/verifications.js';
import type { ChunkTree } from '../read/chunk-tree.js';
import { sampledSlabs } from './sample-object.js';

export interface RequestConversion {
  readonly oid: Oid;
  /** Chunks of the version that is about to be pushed, 12,000 of them at most; of more the least ones. With none it is only asked how the object lies. */
  readonly names: readonly ChunkName[];
}

type RequestPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock' | 'codec' | 'hasher' | 'settings'> & Verifying;
type Push = RepositoryGrant<'repository.push'>;

interface Base {
  readonly state: BaseState;
  /** Of one that is whole. */
  readonly candidate: ConversionCandidate | undefined;
}

const wholeState = async (
  { clock, settings }: RequestPorts,
  queries: Queries | Records,
  { repositoryId, organizationId, namespace }: Push['repository'],
  candidate: ConversionCandidate,
): Promise<BaseState> => {
  const { object, deduplicate } = candidate;
  // Somebody has sent it in chunks too, and those are found.
  if (candidate.manifestSha256 !== undefined) return 'chunks';
  const isSmall = object.sizeBytes < (settings.minConvertedBytes ?? defaultMinConvertedBytes);
  if (settings.gcReclaim !== true || isSmall) return 'stays_whole';
  const organization = await queries.organizations.find(organizationId);
  const choice = {
    storageMode: storageModeOf(namespace),
    ofRepository: deduplicate,
    ofOrganization: organization?.deduplicate,
  };
  if (deduplicationOf(choice) === 'off') return 'stays_whole';
  if ((await findDamaged(queries, repositoryId, [object.oid])).size > 0) return 'stays_whole';
  return stateOfRequest(await queries.requestedConversions.find(repositoryId, object.oid), clock.now());
};

/** How the object lies; undefined where the repository has none. */
const findBase = async (
  ports: RequestPorts,
  queries: Queries | Records,
  repository: Push['repository'],
  oid: Oid,
): Promise<Base | undefined> => {
  const candidate = await queries.conversions.findCandidate(repository.repositoryId, oid);
  if (candidate !== undefined) return { state: await wholeState(ports, queries, repository, candidate), candidate };
  const isStored = (await queries.objects.findSizes(repository.repositoryId, [oid])).has(oid);
  return isStored ? { state: 'chunks', candidate: undefined } : undefined;
};

/** Whether names beyond the greatest one were left out. */
const lastOf = (names: readonly ChunkName[]): ChunkName | undefined =>
  names.length < mostNamesOfVersion ? undefined : names.reduce((last, name) => (name > last ? name : last));

/** The share of a sample of the object that the version has too. */
const sharedShare = async (
  tree: ChunkTree,
  { object }: ConversionCandidate,
  names: readonly ChunkName[],
  spend: (bytes: number) => Promise<void> | undefined,
): Promise<number> => {
  const wanted = new Set(names);
  const last = lastOf(names);
  let sampledBytes = 0;
  let sharedBytes = 0;
  for await (const chunks of sampledSlabs(tree, object)) {
    for (const { name, bytes } of chunks) {
      await spend(bytes.byteLength);
      if (last !== undefined && name > last) continue;
      sampledBytes += bytes.byteLength;
      if (wanted.has(name)) sharedBytes += bytes.byteLength;
    }
  }
  return sampledBytes === 0 ? 0 : sharedBytes / sampledBytes;
};

/** What a sample cannot be read of is left to those who look after damage; the push does without it. */
const problemOfSample = (thrown: unknown): Unavailable | 'unreadable' => {
  if (thrown instanceof BlobCorrupted || thrown instanceof TreeFault) return 'unreadable';
  return thrownOutage(thrown) ?? problemOfTurn(thrown);
};

const isWorth = (
  ports: RequestPorts,
  { repository }: Push,
  candidate: ConversionCandidate,
  names: readonly ChunkName[],
  signal: AbortSignal | undefined,
): ResultAsync<boolean, Unavailable> => {
  const { blobs, codec, hasher, clock, verifications } = ports;
  const tree = { blobs, codec, hasher, namespace: repository.namespace, pause: clock.pause };
  const turns = verifications.turns(repository, { inBackground: false, signal });
  const sample = () => turns.stretch(() => sharedShare(tree, candidate, names, (bytes) => turns.spend(bytes)));
  return ResultAsync.fromPromise(verifications.call(repository, sample, signal), problemOfSample)
    .map((share) => share >= leastSavedShare)
    .orElse((problem) => (problem === 'unreadable' ? ok(false) : err(problem)));
};

const put = (ports: RequestPorts, grant: Push, oid: Oid): ResultAsync<BaseState, NotFound | Forbidden | Unavailable> =>
  withRegrantedRepository(ports, grant, async (records, { repository }): Promise<Result<BaseState, NotFound>> => {
    const base = await findBase(ports, records, repository, oid);
    if (base === undefined) return err(notFound);
    if (base.state !== 'whole') return ok(base.state);
    const since = ports.clock.now();
    await records.requestedConversions.put(repository.repositoryId, oid, { state: 'requested', since });
    await records.conversions.wake(repository.organizationId, since);
    return ok('waiting');
  });

/**
 * Has the job that converts take a whole object next of which somebody is about to push another version: what both have then need not be sent. Only where a
 * sample of it is like that version, and where its repository wants conversions at all; and each object once in 30 days, however many clients ask.
 */
export const requestConversion =
  (ports: RequestPorts) =>
  (
    grant: Push,
    { oid, names }: RequestConversion,
    signal?: AbortSignal,
  ): ResultAsync<BaseState, NotFound | Forbidden | Unavailable> =>
    safeTry(async function* () {
      const base = yield* await ports.unitOfWork.read((queries) => findBase(ports, queries, grant.repository, oid));
      if (base === undefined) return err(notFound);
      const { state, candidate } = base;
      if (state !== 'whole' || candidate === undefined || names.length === 0) return ok(state);
      if (!(yield* await isWorth(ports, grant, candidate, names, signal))) return ok<BaseState>('stays_whole');
      return put(ports, grant, oid);
    });
