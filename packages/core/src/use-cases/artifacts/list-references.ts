import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { badRequest, type BadRequest, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { Oid, Page, PageRequest } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { WithIndexCaches } from '../../steps/git-history/index-caches.js';
import {
  type ArtifactReference,
  type ReferenceKind,
  referenceKinds,
  type ReferenceSource,
} from '../../steps/keepers/artifact-reference.js';
import { openReferences } from '../../steps/keepers/open-references.js';

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
  /** Refs, then commits, the first ones first, then upload sessions, then snapshots. */
  readonly references: Page<ArtifactReference>;
}

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
  ({ unitOfWork, clock, indexCaches }: ReferencePorts) =>
  (
    { repository: { repositoryId } }: RepositoryGrant<'repository.pull'>,
    { oid, kind, page }: ListReferences,
  ): ResultAsync<ArtifactReferences, BadRequest | NotFound | Unavailable> =>
    unitOfWork
      .read(async (queries): Promise<Result<ArtifactReferences, BadRequest | NotFound>> => {
        if ((await queries.artifacts.find(repositoryId, oid)) === undefined) return err(notFound);
        const place = page.cursor === undefined ? undefined : placeOf(page.cursor);
        if (page.cursor !== undefined && place === undefined) return err(badRequest('cursor', 'malformed'));
        const { generation, sources } = await openReferences(queries, indexCaches, { repositoryId, oid, now: clock.now() });
        const wanted = sources.filter((source) => kind === undefined || source.kind === kind);
        return ok({ generation, references: await pageOf(wanted, place, page.limit) });
      })
      .andThen((listed) => listed);
