import { errAsync, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { badRequest, type BadRequest, type Unavailable } from '../../model/app-error.js';
import type { ArtifactType } from '../../model/artifacts/artifact-type.js';
import { type Artifact, type ArtifactSort, foldedName, type InstantMicros } from '../../model/artifacts/artifact.js';
import type { RepositoryId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

export interface ListArtifacts {
  readonly repositoryId?: RepositoryId | undefined;
  readonly type?: ArtifactType | undefined;
  /** Part of a name, in whatever case. */
  readonly namePart?: string | undefined;
  readonly sort: ArtifactSort;
  readonly limit: number;
  /** Only what was registered before it; for `recent` alone. */
  readonly before?: InstantMicros | undefined;
}

export interface ListedArtifacts {
  readonly artifacts: readonly Artifact[];
  /** How many there are in all, whatever part of them this is. */
  readonly total: number;
  /** Whether there are more than `total`, which is where counting by a part of the name ends. */
  readonly hasUncounted: boolean;
  /** Where the next part begins; undefined at the end, and for other sorts than `recent`. */
  readonly nextBefore: InstantMicros | undefined;
}

export const listArtifacts =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (
    { caller, organization }: OrganizationGrant<'repositories.read'>,
    { repositoryId, type, namePart, sort, limit, before }: ListArtifacts,
  ): ResultAsync<ListedArtifacts, BadRequest | Unavailable> => {
    if (before !== undefined && sort !== 'recent') return errAsync(badRequest('before', 'contradictory'));
    const nameKeyPart = namePart === undefined || namePart === '' ? undefined : foldedName(namePart);
    const filter = { repositoryId, type, nameKeyPart, hiddenFrom: caller.userId };
    return ports.unitOfWork.read(async ({ artifacts: queries }) => {
      const { artifacts: found, ...counted } = await queries.list(organization.id, filter, { sort, limit: limit + 1, before });
      const artifacts = found.slice(0, limit);
      const hasMore = sort === 'recent' && found.length > limit;
      const nextBefore = hasMore ? artifacts.at(-1)?.registeredAt : undefined;
      return { artifacts, ...counted, nextBefore };
    });
  };
