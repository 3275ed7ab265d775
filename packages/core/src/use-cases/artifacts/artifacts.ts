import type { ResultAsync } from 'neverthrow';
import type { OrganizationGrant, RepositoryGrant } from '../../access/grant.js';
import type { BadRequest, NotFound, Unavailable } from '../../model/app-error.js';
import type { InstantMicros } from '../../model/artifacts/artifact.js';
import type { Oid } from '../../model/values/oid.js';
import type { Ports } from '../../ports/ports.js';
import {
  type ArtifactComparison,
  type AssembledArtifacts,
  type CompareArtifacts,
  compareArtifacts,
} from './compare-artifacts.js';
import { artifactTimeline, type ArtifactTimeline } from './artifact-timeline.js';
import { type ExplainedArtifact, getArtifact } from './get-artifact.js';
import { type ArtifactReferences, listReferences, type ListReferences } from './list-references.js';
import { listSharing, type ListSharing } from './shared-chunks.js';
import type { OnUnreadable } from '../../steps/integrity/on-unreadable.js';
import type { WithIndexCaches } from '../../steps/git-history/index-caches.js';
import { listArtifacts, type ListArtifacts, type ListedArtifacts } from './list-artifacts.js';

/** Stored objects as people browse them: with names, types and versions (spec 4.4, 4.9, 4.14). */
export interface Artifacts {
  /**
   * Lists the objects of all repositories of the organization that no override hides from the caller (spec 4.4). `before` continues
   * a list; it must come from a list of the same order.
   */
  readonly list: (
    grant: OrganizationGrant<'repositories.read'>,
    command: ListArtifacts,
  ) => ResultAsync<ListedArtifacts, BadRequest | Unavailable>;

  /** Reads one object of the repository with its name, type and layout, the first references that keep it, and objects that share chunks with it (spec 4.9). */
  readonly get: (grant: RepositoryGrant<'repository.pull'>, oid: Oid) => ResultAsync<ExplainedArtifact, NotFound | Unavailable>;

  /**
   * Lists the versions of an artifact, newest first: the objects that were given the same name (spec 4.9, 4.14). An object without a
   * name is its only version.
   */
  readonly timeline: (
    grant: RepositoryGrant<'repository.pull'>,
    oid: Oid,
    command: { readonly limit: number; readonly before?: InstantMicros | undefined },
  ) => ResultAsync<ArtifactTimeline, NotFound | Unavailable>;

  /**
   * Lists what keeps an object: branches and tags that have it, or behind which a commit has it, the commits that have put it at a path, and open upload
   * sessions.
   */
  readonly references: (
    grant: RepositoryGrant<'repository.pull'>,
    command: ListReferences,
  ) => ResultAsync<ArtifactReferences, BadRequest | NotFound | Unavailable>;

  /** Lists other objects that have chunks of this one: of its other versions and of the newest objects of the repository. A page may be short, or empty. */
  readonly sharing: ListSharing;

  /**
   * Tells which tensors of a safetensors or GGUF file differ from those of another one, such as its version before, by their headers and chunk maps: no
   * tensor is read. `bad_request` with the reason why two objects cannot be compared.
   */
  readonly compare: (
    grant: RepositoryGrant<'repository.pull'>,
    command: CompareArtifacts,
  ) => ResultAsync<ArtifactComparison, BadRequest | NotFound | Unavailable>;
}

export const createArtifacts = (
  ports: Ports & WithIndexCaches,
  assembled: AssembledArtifacts,
  onUnreadable: OnUnreadable,
): Artifacts => {
  const sharing = listSharing(ports, assembled, onUnreadable);
  return {
    list: listArtifacts(ports),
    get: getArtifact(ports, sharing),
    timeline: artifactTimeline(ports),
    references: listReferences(ports),
    sharing,
    compare: compareArtifacts(ports, assembled, onUnreadable),
  };
};
