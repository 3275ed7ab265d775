import { err, ok, type Result } from 'neverthrow';
import { type NotFound, notFound } from '../model/app-error.js';
import type { Repository } from '../model/repository.js';
import type { OrganizationId, RepositoryId } from '../model/values/index.js';
import type { Records } from '../ports/unit-of-work.js';

/** Holds the repository's organization until the transaction ends and reads the repository as it is now; either may be gone since the grant. */
export const lockOrganizationOf = async (
  records: Records,
  { organizationId, repositoryId }: { readonly organizationId: OrganizationId; readonly repositoryId: RepositoryId },
): Promise<Result<Repository, NotFound>> => {
  const isThere = await records.organizations.lock(organizationId);
  const repository = isThere ? await records.repositories.find(repositoryId) : undefined;
  return repository === undefined ? err(notFound) : ok(repository);
};
