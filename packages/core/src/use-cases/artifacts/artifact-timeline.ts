import { err, ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { ArtifactDetail, InstantMicros } from '../../model/artifacts/artifact.js';
import type { Oid } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

type Grant = RepositoryGrant<'repository.pull'>;

export interface ArtifactTimeline {
  /** Newest first. */
  readonly versions: readonly ArtifactDetail[];
  /** Where the next part begins; undefined at the end. */
  readonly nextBefore: InstantMicros | undefined;
}

export const artifactTimeline =
  ({ unitOfWork }: Pick<Ports, 'unitOfWork'>) =>
  (
    { repository: { repositoryId } }: Grant,
    oid: Oid,
    { limit, before = Infinity }: { readonly limit: number; readonly before?: InstantMicros | undefined },
  ): ResultAsync<ArtifactTimeline, NotFound | Unavailable> =>
    unitOfWork
      .read(async ({ artifacts }): Promise<ArtifactTimeline | undefined> => {
        const artifact = await artifacts.find(repositoryId, oid);
        if (artifact === undefined) return undefined;
        if (artifact.name === undefined) {
          return { versions: [artifact].filter(({ registeredAt }) => registeredAt < before), nextBefore: undefined };
        }
        const part = { limit: limit + 1, before: Math.min(before, Number.MAX_SAFE_INTEGER) };
        const found = await artifacts.listVersions(repositoryId, artifact.name, part);
        const versions = found.slice(0, limit);
        return { versions, nextBefore: found.length > limit ? versions.at(-1)?.registeredAt : undefined };
      })
      .andThen((timeline) => (timeline === undefined ? err(notFound) : ok(timeline)));
