import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import { type NotFound, type Unavailable, unavailable } from '../../../model/app-error.js';
import type { Instant, TreePath } from '../../../model/values/index.js';
import type { Records } from '../../../ports/unit-of-work.js';
import { lockOrganizationOf } from '../../../steps/lock-organization-of.js';
import type { TreeOwner } from '../files/tree-charge.js';
import { bringBack } from './condemned.js';

/**
 * Keeps a file that is there for a day, as a step of a transaction: somebody counts on it who does not send it. Unavailable when it is being deleted, or gone
 * meanwhile: then it is sent anew.
 */
export const touchFile = (
  records: Records,
  owner: TreeOwner,
  path: TreePath,
  at: Instant,
): ResultAsync<void, NotFound | Unavailable> =>
  safeTry(async function* () {
    yield* await lockOrganizationOf(records, owner);
    const { repositoryId } = owner;
    yield* await bringBack(records, repositoryId, path);
    const file = await records.tree.findFile(repositoryId, path);
    if (file?.state !== 'stored') return err(unavailable('storage'));
    await records.tree.putFile(repositoryId, { ...file, changedAt: at });
    return ok();
  });
