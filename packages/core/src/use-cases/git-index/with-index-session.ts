import { err, type Result, type ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withRegrantedRepository } from '../../access/lock-granted.js';
import {
  type BadRequest,
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  notFound,
  type QuotaExceeded,
  type Unavailable,
} from '../../model/app-error.js';
import type { GitIndex, IndexSession } from '../../model/git-index/git-index.js';
import type { IndexSessionId, RepositoryId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';

export type IndexError = BadRequest | Conflict | NotFound | Forbidden | QuotaExceeded | Unavailable;

/** What a request to an open session works with: the index stays as it is until the transaction ends. */
export interface LockedSession {
  readonly records: Records;
  readonly repositoryId: RepositoryId;
  readonly index: GitIndex;
  readonly session: IndexSession;
}

type Push = RepositoryGrant<'repository.push'>;

/** Runs the work in a transaction that locks the index of the session's repository, whatever became of the session. */
export const withIndexSession = <T>(
  ports: Pick<Ports, 'unitOfWork'>,
  grant: Push,
  sessionId: IndexSessionId,
  work: (locked: LockedSession, granted: Push) => Promise<Result<T, Exclude<IndexError, Unavailable>>>,
): ResultAsync<T, IndexError> =>
  withRegrantedRepository(ports, grant, async (records, granted): Promise<Result<T, Exclude<IndexError, Unavailable>>> => {
    const { repositoryId } = granted.repository;
    const index = await records.gitIndex.lock(repositoryId);
    const session = await records.gitIndex.findSession(repositoryId, sessionId);
    if (index === undefined || session === undefined) return err(notFound);
    return work({ records, repositoryId, index, session }, granted);
  });

/** The same for a session that takes commits and trees: one that is neither finalized nor over. */
export const withOpenIndexSession = <T>(
  ports: Pick<Ports, 'unitOfWork' | 'clock'>,
  grant: Push,
  sessionId: IndexSessionId,
  work: (locked: LockedSession) => Promise<Result<T, Exclude<IndexError, Unavailable>>>,
): ResultAsync<T, IndexError> =>
  withIndexSession(ports, grant, sessionId, async (locked) => {
    if (locked.session.outcome !== undefined) return err(conflict('session_finalized'));
    if (locked.session.expiresAt <= ports.clock.now()) return err(conflict('session_expired'));
    return work(locked);
  });
