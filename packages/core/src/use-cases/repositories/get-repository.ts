import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { Repository } from '../../model/repository.js';
import type { Ports } from '../../ports/ports.js';

export const getRepository =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (grant: RepositoryGrant<'repository.pull'>): ResultAsync<Repository, NotFound | Unavailable> =>
    ports.unitOfWork
      .read((queries) => queries.repositories.find(grant.repository.repositoryId))
      .andThen((repository): Result<Repository, NotFound> => (repository === undefined ? err(notFound) : ok(repository)));
