import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { ArtifactDetail } from '../../model/artifacts/artifact.js';
import type { Oid } from '../../model/values/index.js';
import type { ArtifactReference, ReferenceKind } from '../../steps/keepers/artifact-reference.js';
import { openReferences } from '../../steps/keepers/open-references.js';
import type { ReferencePorts } from './list-references.js';
import type { ListSharing, SharingObject } from './shared-chunks.js';

/** The first references of each kind that keep an object. */
export interface KeptBy {
  readonly references: readonly ArtifactReference[];
  /** Kinds of which there are more. */
  readonly more: readonly ReferenceKind[];
}

export interface ExplainedArtifact extends ArtifactDetail {
  readonly keptBy: KeptBy;
  /** Those of the first candidates that share chunks with it; undefined without chunks, and where storage does not answer now. */
  readonly sharedWith: readonly SharingObject[] | undefined;
}

const referencesPerKind = 10;
const candidatesLookedAt = 5;

type Grant = RepositoryGrant<'repository.pull'>;
type Kept = Omit<ExplainedArtifact, 'sharedWith'>;

/** One object, what keeps it, and what shares its chunks. */
export const getArtifact =
  ({ unitOfWork, clock, indexCaches }: ReferencePorts, sharing: ListSharing) =>
  (grant: Grant, oid: Oid): ResultAsync<ExplainedArtifact, NotFound | Unavailable> => {
    const { repositoryId } = grant.repository;
    const read = unitOfWork.read(async (queries): Promise<Result<Kept, NotFound>> => {
      const artifact = await queries.artifacts.find(repositoryId, oid);
      if (artifact === undefined) return err(notFound);
      const { sources } = await openReferences(queries, indexCaches, { repositoryId, oid, now: clock.now() });
      const references: ArtifactReference[] = [];
      const more: ReferenceKind[] = [];
      for (const { kind, list } of sources) {
        const found = await list(undefined, referencesPerKind + 1);
        references.push(...found.slice(0, referencesPerKind).map(({ reference }) => reference));
        if (found.length > referencesPerKind) more.push(kind);
      }
      return ok({ ...artifact, keptBy: { references, more } });
    });
    return read
      .andThen((kept) => kept)
      .andThen((kept) =>
        sharing(grant, { oid, page: { limit: candidatesLookedAt } })
          .map(({ items }): ExplainedArtifact => ({ ...kept, sharedWith: kept.chunkCount === undefined ? undefined : items }))
          // All the rest is known without the storage.
          .orElse((error) => (error.kind === 'unavailable' ? ok({ ...kept, sharedWith: undefined }) : err(error))),
      );
  };
