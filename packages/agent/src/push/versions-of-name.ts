import { isOid } from '@svc/core';
import type { TransferContext } from '../transfer-context.js';
import type { PreviousVersions } from './previous-versions.js';

/** Names that have this one in them are found too, so a few more are asked for than are wanted. */
const mostFound = 20;

/**
 * The objects of the repository that have the name which a file is going to have, the last one that was registered first; none where the service does not say.
 * Asks once which organization the repository is of.
 */
export const createVersionsOfName = ({
  client,
  repositoryId,
  signal,
}: TransferContext): ((name: string | undefined) => PreviousVersions) => {
  let repository: ReturnType<typeof client.repositories.get> | undefined;
  return (name) =>
    async function* () {
      if (name === undefined) return;
      const known = await (repository ??= client.repositories.get(repositoryId, { signal }));
      if (known.isErr()) return;
      const found = await client.api.GET('/api/v1/organizations/{orgID}/artifacts', {
        params: { path: { orgID: known.value.organizationId }, query: { repo: repositoryId, q: name, limit: mostFound } },
        signal,
      });
      if (found.isErr()) return;
      for (const artifact of found.value.data.artifacts) if (artifact.name === name && isOid(artifact.oid)) yield artifact.oid;
    };
};
