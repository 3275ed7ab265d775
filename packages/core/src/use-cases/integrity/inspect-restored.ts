import { ok, type Result } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { RepositoryId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { hasDamagedFile } from '../../steps/integrity/find-damaged.js';

/**
 * Has a repository looked at in which removed objects were restored, where a file of its chunk tree is damaged: nobody has asked yet whether they need it, for
 * while they were removed they were in no look for those that do. Nobody waits for it.
 */
export const inspectRestored =
  (
    { unitOfWork }: Pick<Ports, 'unitOfWork'>,
    inspectIncomplete: (repositoryId: RepositoryId) => Promise<Result<void, Unavailable>>,
  ) =>
  async (repositoryId: RepositoryId): Promise<Result<void, Unavailable>> => {
    const isInDoubt = await unitOfWork.read((queries) => hasDamagedFile(queries, repositoryId));
    return isInDoubt.isOk() && isInDoubt.value ? inspectIncomplete(repositoryId) : isInDoubt.andThen(() => ok());
  };
