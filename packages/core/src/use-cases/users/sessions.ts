import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { demandSession, type SignedIn } from '../../access/grant.js';
import { withSignedIn } from '../../access/lock-granted.js';
import { type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import type { Caller } from '../../model/permissions/caller.js';
import type { Session } from '../../model/users/session.js';
import type { Page, PageRequest, SessionId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

/** A session, and whether it is the one that the caller asks with. */
export interface ListedSession extends Session {
  readonly isCurrent: boolean;
}

const currentOf = ({ credential }: Caller): SessionId | undefined =>
  credential.kind === 'session' ? credential.sessionId : undefined;

export const listSessions =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (signedIn: SignedIn, page: PageRequest): ResultAsync<Page<ListedSession>, Forbidden | Unavailable> =>
    demandSession(signedIn).asyncAndThen(({ caller }) =>
      ports.unitOfWork
        .read(({ credentials }) => credentials.listSessions(caller.userId, ports.clock.now(), page))
        .map(({ items, nextCursor }) => ({
          items: items.map((session) => ({ ...session, isCurrent: session.id === currentOf(caller) })),
          nextCursor,
        })),
    );

export const endSession =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (signedIn: SignedIn, id: SessionId): ResultAsync<void, NotFound | Forbidden | Unavailable> =>
    demandSession(signedIn).asyncAndThen((session) =>
      withSignedIn(ports, session, async ({ credentials }, { caller }): Promise<Result<void, NotFound>> =>
        (await credentials.removeSession(caller.userId, id)) ? ok() : err(notFound),
      ),
    );

export const endOtherSessions =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (signedIn: SignedIn): ResultAsync<void, Forbidden | Unavailable> =>
    demandSession(signedIn).asyncAndThen((session) =>
      withSignedIn(ports, session, async ({ credentials }, { caller }): Promise<Result<void, never>> => {
        await credentials.removeSessionsOf(caller.userId, currentOf(caller));
        return ok();
      }),
    );
