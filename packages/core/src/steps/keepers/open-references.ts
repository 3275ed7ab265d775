import type { Instant, Oid, RepositoryId } from '../../model/values/index.js';
import type { Queries } from '../../ports/unit-of-work.js';
import type { IndexCaches } from '../git-history/index-caches.js';
import { openHistory } from '../git-history/open-history.js';
import type { ArtifactReference, ReferenceSource } from './artifact-reference.js';
import { gitReferences } from './history-of-object.js';
import { findOpenUploads } from './open-uploads.js';

/** More sessions, or snapshots, of one object are shown to nobody. */
const maxShown = 100;

/** One of a kind of which there are few, with its place: a text that tells of two which of them comes first. */
interface Few<Kind extends 'upload' | 'snapshot'> {
  readonly place: string;
  readonly reference: Extract<ArtifactReference, { readonly kind: Kind }>;
}

/** All of a kind of which there are few, page by page, in their order. The one that a page ended with may have gone since. */
const ofFew = <Kind extends 'upload' | 'snapshot'>(kind: Kind, all: () => Promise<readonly Few<Kind>[]>): ReferenceSource => ({
  kind,
  list: async (after, limit) => {
    const found = await all();
    return found.filter(({ place }) => after === undefined || place > after).slice(0, limit);
  },
});

export interface AskedReferences {
  readonly repositoryId: RepositoryId;
  readonly oid: Oid;
  readonly now: Instant;
}

/** As many digits as the latest instant has. */
const instantDigits = 16;

const uploads = (queries: Queries, asked: AskedReferences): ReferenceSource =>
  ofFew('upload', async () => {
    const sessions = await findOpenUploads(queries, asked, maxShown);
    return sessions.map(({ id, kind, createdAt, expiresAt }) => ({
      place: `${String(createdAt).padStart(instantDigits, '0')} ${id}`,
      reference: { kind: 'upload', session: { id, kind, createdAt, expiresAt } },
    }));
  });

const snapshots = ({ snapshots: records }: Queries, { repositoryId, oid }: AskedReferences): ReferenceSource =>
  ofFew('snapshot', async () => {
    const holding = await records.listHolding(repositoryId, oid, maxShown);
    return holding.map(({ id, name, createdAt }) => ({
      place: id,
      reference: { kind: 'snapshot', snapshot: { id, name, createdAt } },
    }));
  });

/** All that people can see of what keeps the object, kind by kind, and of which state of the Git index that is. */
export const openReferences = async (
  queries: Queries,
  indexCaches: IndexCaches,
  asked: AskedReferences,
): Promise<{ readonly generation: number | undefined; readonly sources: readonly ReferenceSource[] }> => {
  const history = await openHistory(queries.gitIndex, asked.repositoryId, indexCaches);
  const ofGit = history.isOk() ? gitReferences(history.value, asked.oid) : [];
  return {
    generation: history.isOk() ? history.value.index.generation : undefined,
    sources: [...ofGit, uploads(queries, asked), snapshots(queries, asked)],
  };
};
