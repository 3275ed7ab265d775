import { err, ok, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withLockedRepository } from '../../access/lock-granted.js';
import { type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';
import { removeRepository } from '../../steps/objects/remove-repository.js';

export const deleteRepository =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'settings'>) =>
  (grant: RepositoryGrant<'repository.admin'>): ResultAsync<void, NotFound | Forbidden | Unavailable> =>
    withLockedRepository(ports, grant, async (records, { caller, repository: { repositoryId } }) => {
      const repository = await records.repositories.find(repositoryId);
      if (repository === undefined) return err(notFound);
      await removeRepository(records, repository, caller, ports.clock.now(), ports.settings.deletedRepositoryGraceMs);
      return ok();
    });
