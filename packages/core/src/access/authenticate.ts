import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { Forbidden, Unauthorized, Unavailable } from '../model/app-error.js';
import type { Caller, Credential, Origin } from '../model/permissions/caller.js';
import type { User } from '../model/users/user.js';
import type { Ports } from '../ports/ports.js';
import { provisionUser } from './provision-user.js';
import { secretSha256 } from './secret-sha256.js';
import { parseTokenSecret } from './token-secret.js';

type Refusal = Unauthorized | Forbidden;

const refused: Unauthorized = { kind: 'unauthorized', reason: 'invalid_credential' };
const missing: Unauthorized = { kind: 'unauthorized', reason: 'missing_credential' };
const suspended: Forbidden = { kind: 'forbidden', reason: 'account_suspended' };

/** No shorter than what Node takes of headers: a JWT may name some hundred groups of a person. */
const longestCredential = 16_384;

/** The user behind a good credential, as long as the account is active (spec 5.1). */
export const callerOf = (user: User, credential: Credential, origin: Origin): Result<Caller, Forbidden> =>
  user.status === 'ACTIVE' ? ok({ userId: user.id, userName: user.name, credential, origin }) : err(suspended);

type AuthenticatePorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'hasher' | 'identityProvider'>;

const byToken = (ports: AuthenticatePorts, secret: string, origin: Origin): ResultAsync<Caller, Refusal | Unavailable> =>
  ports.unitOfWork
    .read((queries) => queries.credentials.findToken(secretSha256(secret, ports.hasher)))
    .andThen((found): Result<Caller, Refusal> => {
      if (found === undefined) return err(refused);
      const { token, user } = found;
      if (token.expiresAt !== undefined && token.expiresAt <= ports.clock.now()) return err(refused);
      const { id: tokenId, organizationId, repositoryId, scopes } = token;
      return callerOf(user, { kind: 'token', tokenId, organizationId, repositoryId, scopes }, origin);
    });

const bySession = (ports: AuthenticatePorts, secret: string, origin: Origin): ResultAsync<Caller, Refusal | Unavailable> =>
  ports.unitOfWork
    .read((queries) => queries.credentials.findSession(secretSha256(secret, ports.hasher)))
    .andThen((found): Result<Caller, Refusal> => {
      if (found === undefined || found.expiresAt <= ports.clock.now()) return err(refused);
      return callerOf(found.user, { kind: 'session', sessionId: found.id }, origin);
    });

export const authenticate =
  (ports: AuthenticatePorts) =>
  (credential: string | undefined, origin: Origin): ResultAsync<Caller, Refusal | Unavailable> => {
    const answer = (result: Result<Caller, Refusal>): ResultAsync<Caller, Refusal | Unavailable> =>
      new ResultAsync(Promise.resolve(result));
    if (credential === undefined || credential === '') return answer(err(missing));
    if (credential.length > longestCredential) return answer(err(refused));
    // A mistyped token is recognised by its check digits, without a look at the database.
    const shape = parseTokenSecret(credential);
    if (shape.kind === 'mistyped') return answer(err(refused));
    if (shape.kind === 'token') return byToken(ports, credential, origin);
    const provider = ports.identityProvider;
    if (provider?.recognises(credential) === true) {
      return provider
        .verify(credential)
        .andThen((identity) => provisionUser(ports)(identity))
        .andThen((user) => callerOf(user, { kind: 'session' }, origin));
    }
    return bySession(ports, credential, origin);
  };
