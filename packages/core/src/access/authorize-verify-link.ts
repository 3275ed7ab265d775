import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { type Forbidden, type NotFound, notFound, type Unavailable } from '../model/app-error.js';
import type { Caller, Credential, Origin } from '../model/permissions/caller.js';
import type { User } from '../model/users/user.js';
import type { Instant, RepositoryId } from '../model/values/index.js';
import type { Ports } from '../ports/ports.js';
import type { Queries } from '../ports/unit-of-work.js';
import { callerOf } from './authenticate.js';
import { authorizeRepository } from './authorize.js';
import { grantVerifyLink, type VerifyLink } from './grant.js';
import { readVerifyToken, type VerifyClaim } from './verify-token.js';

type Refusal = Forbidden | NotFound;

/** Only who has a genuine link hears of its token. */
const ended: Forbidden = { kind: 'forbidden', reason: 'token_ended' };

interface Maker {
  readonly user: User;
  readonly credential: Credential;
}

/** The user who asked for the upload, with what they asked with, as it is now. */
const findMaker = async (
  queries: Queries,
  repositoryId: RepositoryId,
  claim: VerifyClaim,
  now: Instant,
): Promise<Result<Maker, Refusal>> => {
  const session = await queries.uploads.find(repositoryId, claim.sessionId);
  if (session === undefined) return err(notFound);
  if (claim.tokenId === undefined) {
    const user = await queries.users.find(session.userId);
    return user === undefined ? err(notFound) : ok({ user, credential: { kind: 'session' } });
  }
  const found = await queries.credentials.findTokenById(claim.tokenId);
  if (found === undefined || (found.token.expiresAt ?? Infinity) <= now) return err(ended);
  const { id: tokenId, organizationId, repositoryId: boundTo, scopes } = found.token;
  return ok({ user: found.user, credential: { kind: 'token', tokenId, organizationId, repositoryId: boundTo, scopes } });
};

export const authorizeVerifyLink =
  (ports: Pick<Ports, 'unitOfWork' | 'clock' | 'hasher' | 'settings'>) =>
  (repositoryId: RepositoryId, token: string, origin: Origin): ResultAsync<VerifyLink, Refusal | Unavailable> =>
    readVerifyToken(ports, repositoryId, token).asyncAndThen((claim) =>
      ports.unitOfWork
        .read((queries) => findMaker(queries, repositoryId, claim, ports.clock.now()))
        .andThen((maker) => maker)
        .andThen(({ user, credential }): Result<Caller, Forbidden> => callerOf(user, credential, origin))
        .andThen((caller) => authorizeRepository(ports)(caller, repositoryId, 'repository.push'))
        .map((push) => grantVerifyLink(push, claim.sessionId)),
    );
