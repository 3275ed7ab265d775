import type { Instant, Oid, RepositoryId } from '../../model/values/index.js';
import type { Queries } from '../../ports/unit-of-work.js';
import type { IndexCaches } from '../git-history/index-caches.js';
import { openHistory } from '../git-history/open-history.js';
import type { ArtifactReference, ReferenceSource } from './artifact-reference.js';
import { gitReferences } from './history-of-object.js';
import { findOpenUploads } from './open-uploads.js';

/** More sessions, or snapshots, of one object are shown to nobody. */
const maxShown = 100;

/** All of a kind of which there are few, page by page. */
const ofFew = <Kind extends 'upload' | 'snapshot'>(
  kind: Kind,
  all: () => Promise<readonly { readonly id: string; readonly reference: Extract<ArtifactReference, { readonly kind: Kind }> }[]>,
): ReferenceSource => ({
  kind,
  list: async (after, limit) => {
    const found = await all();
    const begin = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
    return found.slice(begin, begin + limit).map(({ id, reference }) => ({ reference, place: id }));
  },
});

export interface AskedReferences {
  readonly repositoryId: RepositoryId;
  readonly oid: Oid;
  readonly now: Instant;
}

const uploads = (queries: Queries, asked: AskedReferences): ReferenceSource =>
  ofFew('upload', async () => {
    const sessions = await findOpenUploads(queries, asked, maxShown);
    return sessions.map(({ id, kind, createdAt, expiresAt }) => ({
      id,
      reference: { kind: 'upload', session: { id, kind, createdAt, expiresAt } },
    }));
  });

const snapshots = ({ snapshots: records }: Queries, { repositoryId, oid }: AskedReferences): ReferenceSource =>
  ofFew('snapshot', async () => {
    const holding = await records.listHolding(repositoryId, oid, maxShown);
    return holding.map(({ id, name, createdAt }) => ({ id, reference: { kind: 'snapshot', snapshot: { id, name, createdAt } } }));
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
