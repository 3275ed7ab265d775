import type { ResultAsync } from 'neverthrow';
import { demandSession, type SignedIn } from '../../access/grant.js';
import type { Forbidden, Unavailable } from '../../model/app-error.js';
import type { SharedRepository } from '../../model/repository.js';
import type { Page, PageRequest } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

export const listSharedRepositories =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (signedIn: SignedIn, page: PageRequest): ResultAsync<Page<SharedRepository>, Forbidden | Unavailable> =>
    demandSession(signedIn).asyncAndThen(({ caller }) =>
      ports.unitOfWork.read((queries) => queries.repositories.listShared(caller.userId, page)),
    );
