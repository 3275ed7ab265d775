import { err, ok, type ResultAsync } from 'neverthrow';
import { unavailable, type Unavailable } from '../../model/app-error.js';
import type { Oid, RepositoryId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

const askAgainAfterSeconds = 5;

/**
 * To be asked after the session's row of the object is committed and before the final key is looked at. Bytes there that nothing has registered may be about
 * to be removed; nobody must find them there and take them for its own.
 */
export const demandUnreclaimed = (
  { unitOfWork }: Pick<Ports, 'unitOfWork'>,
  repositoryId: RepositoryId,
  oid: Oid,
): ResultAsync<void, Unavailable> =>
  unitOfWork
    .read((queries) => queries.uploads.isReclaimed(repositoryId, oid))
    .andThen((isReclaimed) => (isReclaimed ? err(unavailable('storage', askAgainAfterSeconds)) : ok()));
