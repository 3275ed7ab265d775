import type { RepositoryPermission } from '../model/permissions/permission.js';
import type { Queries } from '../ports/unit-of-work.js';
import { decideRepositoryGrant } from './decide-grant.js';
import type { Granted } from './grant.js';

/** Whether the caller of a grant holds another permission on the same repository, too. */
export const alsoHolds = async <P extends RepositoryPermission>(
  { access }: Queries,
  { caller, repository }: Granted<P>,
  permission: RepositoryPermission,
): Promise<boolean> =>
  decideRepositoryGrant(await access.ofRepository(caller.userId, repository.repositoryId), caller, permission).isOk();
