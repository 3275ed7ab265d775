import type { ResultAsync } from 'neverthrow';
import { demandSession, type SignedIn } from '../access/grant.js';
import type { Forbidden, Unavailable } from '../app-error.js';
import type { Ports } from '../ports/ports.js';
import type { Page, PageRequest } from '../values/index.js';
import type { SharedRepository } from './repository.js';

/** Spec 4.2: the repositories of others that the caller was let into, the last one first. */
export const listSharedRepositories =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (signedIn: SignedIn, page: PageRequest): ResultAsync<Page<SharedRepository>, Forbidden | Unavailable> =>
    demandSession(signedIn).asyncAndThen(({ caller }) =>
      ports.unitOfWork.read((queries) => queries.repositories.listShared(caller.userId, page)),
    );
