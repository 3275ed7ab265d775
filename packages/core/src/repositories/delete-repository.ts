import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../access/grant.js';
import type { NotFound, Unavailable } from '../app-error.js';
import type { Ports } from '../ports/ports.js';
import { holdRepository } from './hold-repository.js';
import { removeRepository } from './remove-repository.js';

/** Removes the repository: its uploads end, its bytes leave the account, its tokens die. Deleting it twice at once removes it once. */
export const deleteRepository =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  ({ caller, repository }: RepositoryGrant<'repository.admin'>): ResultAsync<void, NotFound | Unavailable> =>
    ports.unitOfWork.transact(async (records): Promise<Result<void, NotFound>> => {
      const held = await holdRepository(records, repository);
      if (held.isErr()) return err(held.error);
      await removeRepository(records, held.value, caller, ports.clock.now());
      return ok();
    });
