import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { createFairQueue } from '../../concurrency/fair-queue.js';
import { type Pieces, sharedBytesOf, type TwoPieces } from '../../formats/tensors/index.js';
import { type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { Artifact, ArtifactDetail } from '../../model/artifacts/artifact.js';
import type { ByteCount, Oid, Page, PageRequest } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';
import { findDamaged } from '../../steps/integrity/find-damaged.js';
import type { OnUnreadable } from '../../steps/integrity/on-unreadable.js';
import type { AssembledArtifacts } from './compare-artifacts.js';
import { soundOrDamaged } from './sound-or-damaged.js';

/** Another object that has chunks of this one. */
export interface SharingObject {
  readonly oid: Oid;
  readonly name: string | undefined;
  /** How many of the chunks, and how many bytes of them; undefined where the two differ in more chunks than are looked at. */
  readonly shared: SharedChunks | undefined;
}

export interface SharedChunks {
  readonly chunks: number;
  readonly sizeBytes: ByteCount;
}

/** Objects of its name that an object is compared with, the newest ones, and as many of all others of the repository. */
const maxSharingCandidates = 100;
/** Objects that are compared for one page. */
export const maxComparedPerPage = 20;

type Candidate = Pick<Artifact, 'oid' | 'name'>;
type Pull = RepositoryGrant<'repository.pull'>;

/** The other versions of it, and then what else is new in the repository; only what lies in chunks. Nothing that is noted as damaged, and nothing beside what is. */
const findCandidates = async (
  queries: Queries,
  { caller, repository }: Pull,
  own: ArtifactDetail,
): Promise<readonly Candidate[]> => {
  const { artifacts } = queries;
  const { repositoryId, organizationId } = repository;
  const versions =
    own.name === undefined ? [] : await artifacts.listVersions(repositoryId, own.name, { limit: maxSharingCandidates });
  const filter = { repositoryId, hiddenFrom: caller.userId };
  const { artifacts: recent } = await artifacts.list(organizationId, filter, { sort: 'recent', limit: maxSharingCandidates });
  const candidates = new Map<Oid, Candidate>();
  for (const { oid, name, layout } of [...versions, ...recent]) {
    if (layout === 'chunks' && oid !== own.oid) candidates.set(oid, { oid, name });
  }
  const damaged = await findDamaged(queries, repositoryId, [own.oid, ...candidates.keys()]);
  return damaged.has(own.oid) ? [] : [...candidates.values()].filter(({ oid }) => !damaged.has(oid));
};

const sharedOf = (own: Pieces, other: Pieces): SharedChunks => {
  let chunks = 0;
  for (let at = 0; at < own.length; at += 1) if (other.has(own.nameOf(at))) chunks += own.chunksOf(at);
  return { chunks, sizeBytes: sharedBytesOf(own, other, { begin: 0, end: own.length === 0 ? 0 : own.endOf(own.length - 1) }) };
};

/** Pairs whose outcome is kept: objects never change. */
const maxKept = 10_000;
/** Comparisons that one process makes at a time, and those for one organization. */
const comparisons = { width: 4, widthPerLane: 2 };

export type ListSharing = (
  grant: Pull,
  command: { readonly oid: Oid; readonly page: PageRequest },
) => ResultAsync<Page<SharingObject>, NotFound | Unavailable>;

/** The last candidate that was looked at, and how many there were up to it. */
const cursorAt = (candidates: readonly Candidate[], end: number): string | undefined => {
  const last = candidates[end - 1];
  return last === undefined || end === candidates.length ? undefined : `${last.oid} ${end}`;
};

/** Where a page begins: behind the candidate that the one before ended with, or, if that has gone since, with what has come to its place. */
const beginOf = (candidates: readonly Candidate[], cursor: string): number => {
  const [oid, end = '1'] = cursor.split(' ');
  const last = candidates.findIndex((candidate) => candidate.oid === oid);
  return last === -1 ? Math.max(Number(end) - 1, 0) : last + 1;
};

/** Lists other objects that have chunks of one. A page looks at so many candidates, and may have fewer that share something. */
export const listSharing = (
  { unitOfWork }: Pick<Ports, 'unitOfWork'>,
  { readPieces }: Pick<AssembledArtifacts, 'readPieces'>,
  onUnreadable: OnUnreadable,
): ListSharing => {
  const queue = createFairQueue(comparisons);
  const kept = new Map<string, SharedChunks>();

  const compare = async (
    { repository }: Pull,
    oid: Oid,
    other: Oid,
  ): Promise<Result<SharedChunks | undefined, NotFound | Unavailable>> => {
    const { namespace, organizationId, repositoryId } = repository;
    const name = `${namespace} ${oid} ${other}`;
    const known = kept.get(name);
    if (known !== undefined) return ok(known);
    const tellBoth = (): void => [oid, other].forEach((one) => onUnreadable({ repositoryId, oid: one }));
    const read = await soundOrDamaged<TwoPieces, Unavailable>(tellBoth, () =>
      queue.run(organizationId, async () => readPieces({ namespace, oid }, { namespace, oid: other })),
    );
    if (read.isErr()) return err(read.error);
    if (read.value.kind !== 'known') return ok(undefined);
    const shared = sharedOf(...read.value.pieces);
    kept.set(name, shared);
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKept) break;
      kept.delete(oldest);
    }
    return ok(shared);
  };

  const list = async (grant: Pull, oid: Oid, page: PageRequest): Promise<Result<Page<SharingObject>, NotFound | Unavailable>> => {
    const found = await unitOfWork.read(async (queries) => {
      const own = await queries.artifacts.find(grant.repository.repositoryId, oid);
      return own && { own, candidates: await findCandidates(queries, grant, own) };
    });
    if (found.isErr()) return err(found.error);
    if (found.value === undefined) return err(notFound);
    const { own, candidates } = found.value;
    if (own.layout !== 'chunks' && own.chunkCount === undefined) return ok({ items: [], nextCursor: undefined });
    const begin = page.cursor === undefined ? 0 : beginOf(candidates, page.cursor);
    const looked = candidates.slice(begin, begin + page.limit);
    const items: SharingObject[] = [];
    for (const candidate of looked) {
      const shared = await compare(grant, oid, candidate.oid);
      // Of one that is damaged, or of all where this one is, nobody can say what they share.
      if (shared.isErr() && shared.error.kind === 'not_found') continue;
      if (shared.isErr()) return err(shared.error);
      if (shared.value?.chunks !== 0) items.push({ ...candidate, shared: shared.value });
    }
    return ok({ items, nextCursor: cursorAt(candidates, begin + looked.length) });
  };

  return (grant, { oid, page }) => new ResultAsync(list(grant, oid, page));
};
