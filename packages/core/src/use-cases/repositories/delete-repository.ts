import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { lockGrantedRepository } from '../../access/lock-granted.js';
import { type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';
import { removeRepository } from '../../steps/objects/remove-repository.js';

export const deleteRepository =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (grant: RepositoryGrant<'repository.admin'>): ResultAsync<void, NotFound | Forbidden | Unavailable> =>
    ports.unitOfWork.transact(async (records): Promise<Result<void, NotFound | Forbidden>> => {
      const held = await lockGrantedRepository(records, grant);
      if (held.isErr()) return err(held.error);
      const repository = await records.repositories.find(held.value.repository.repositoryId);
      if (repository === undefined) return err(notFound);
      await removeRepository(records, repository, held.value.caller, ports.clock.now());
      return ok();
    });
