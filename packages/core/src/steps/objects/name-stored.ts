import { artifactTypeOfName } from '../../model/artifacts/artifact-type-of.js';
import type { ObjectRequest } from '../../model/objects/object-request.js';
import type { Instant, Oid, RepositoryId } from '../../model/values/index.js';
import type { Records } from '../../ports/unit-of-work.js';

/**
 * Calls those of the objects that the repository has without a name by the names that come with them now, as a step of a transaction. One that has a name keeps
 * it, and one that is not stored gets none. `added`: those that have just come with their names, which need not be looked at.
 */
export const nameStored = async (
  { objects }: Pick<Records, 'objects'>,
  repositoryId: RepositoryId,
  requested: readonly Pick<ObjectRequest, 'oid' | 'name'>[],
  at: Instant,
  added: readonly { readonly oid: Oid }[] = [],
): Promise<void> => {
  const isAdded = new Set(added.map(({ oid }) => oid));
  const named = requested.flatMap(({ oid, name }) =>
    name === undefined || isAdded.has(oid) ? [] : [{ oid, name, type: artifactTypeOfName(name) }],
  );
  if (named.length > 0) await objects.name(repositoryId, named, at);
};
