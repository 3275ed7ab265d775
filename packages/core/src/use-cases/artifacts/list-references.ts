import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { badRequest, type BadRequest, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { Oid, Page, PageRequest, RepositoryId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';
import type { WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { openHistory } from '../../steps/git-history/open-history.js';
import {
  type ArtifactReference,
  type ReferenceKind,
  referenceKinds,
  type ReferenceSource,
} from '../../steps/keepers/artifact-reference.js';
import { gitReferences } from '../../steps/keepers/history-of-object.js';

export type ReferencePorts = Pick<Ports, 'unitOfWork' | 'clock'> & WithIndexCaches;

export interface ListReferences {
  readonly oid: Oid;
  /** Only those of this kind. */
  readonly kind?: ReferenceKind | undefined;
  readonly page: PageRequest;
}

/** What keeps an object, and of which state of the Git index that is; `generation` is undefined where the history is not indexed. */
export interface ArtifactReferences {
  readonly generation: number | undefined;
  /** Refs, then commits, the first ones first, then upload sessions. */
  readonly references: Page<ArtifactReference>;
}

/** More sessions of one object are open at no time, but in an attack. */
const maxUploads = 100;

const uploadReferences = (queries: Queries, repositoryId: RepositoryId, oid: Oid, now: number): ReferenceSource => ({
  kind: 'upload',
  list: async (after, limit) => {
    const sessions = await queries.uploads.listWithObject(repositoryId, oid, now, maxUploads);
    const begin = after === undefined ? 0 : sessions.findIndex(({ id }) => id === after) + 1;
    return sessions.slice(begin, begin + limit).map(({ id, kind, createdAt, expiresAt }) => ({
      reference: { kind: 'upload', session: { id, kind, createdAt, expiresAt } },
      place: id,
    }));
  },
});

/** All that keeps the object, kind by kind. */
export const openReferences = async (
  { clock, indexCaches }: ReferencePorts,
  queries: Queries,
  repositoryId: RepositoryId,
  oid: Oid,
): Promise<{ readonly generation: number | undefined; readonly sources: readonly ReferenceSource[] }> => {
  const history = await openHistory(queries.gitIndex, repositoryId, indexCaches);
  const ofGit = history.isOk() ? gitReferences(history.value, oid) : [];
  return {
    generation: history.isOk() ? history.value.index.generation : undefined,
    sources: [...ofGit, uploadReferences(queries, repositoryId, oid, clock.now())],
  };
};

interface Place {
  readonly kind: ReferenceKind;
  readonly after: string | undefined;
}

/** The kind, a blank, and the place in what is listed of it. */
const placeOf = (cursor: string): Place | undefined => {
  const [kind, ...rest] = cursor.split(' ');
  const known = referenceKinds.find((one) => one === kind);
  return known === undefined || rest.length === 0 ? undefined : { kind: known, after: rest.join(' ') };
};

const pageOf = async (
  sources: readonly ReferenceSource[],
  place: Place | undefined,
  limit: number,
): Promise<Page<ArtifactReference>> => {
  const items: ArtifactReference[] = [];
  let last: string | undefined;
  for (const { kind, list } of sources) {
    if (place !== undefined && referenceKinds.indexOf(kind) < referenceKinds.indexOf(place.kind)) continue;
    const found = await list(place?.kind === kind ? place.after : undefined, limit + 1 - items.length);
    for (const { reference, place: own } of found) {
      if (items.length === limit) return { items, nextCursor: last };
      items.push(reference);
      last = `${kind} ${own}`;
    }
  }
  return { items, nextCursor: undefined };
};

export const listReferences =
  (ports: ReferencePorts) =>
  (
    { repository: { repositoryId } }: RepositoryGrant<'repository.pull'>,
    { oid, kind, page }: ListReferences,
  ): ResultAsync<ArtifactReferences, BadRequest | NotFound | Unavailable> =>
    ports.unitOfWork
      .read(async (queries): Promise<Result<ArtifactReferences, BadRequest | NotFound>> => {
        if ((await queries.artifacts.find(repositoryId, oid)) === undefined) return err(notFound);
        const place = page.cursor === undefined ? undefined : placeOf(page.cursor);
        if (page.cursor !== undefined && place === undefined) return err(badRequest('cursor', 'malformed'));
        const { generation, sources } = await openReferences(ports, queries, repositoryId, oid);
        const wanted = sources.filter((source) => kind === undefined || source.kind === kind);
        return ok({ generation, references: await pageOf(wanted, place, page.limit) });
      })
      .andThen((listed) => listed);
