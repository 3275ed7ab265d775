import { err, ok, type Result } from 'neverthrow';
import { type Forbidden, invariant } from '../model/app-error.js';
import { constantTimeEqual } from '../model/values/constant-time-equal.js';
import { isId, type RepositoryId, type TokenId, type UploadSessionId } from '../model/values/index.js';
import type { Ports } from '../ports/ports.js';
import type { RepositoryGrant } from './grant.js';

/** What a verify link says once its signature is verified. */
export interface VerifyClaim {
  readonly sessionId: UploadSessionId;
  /** The token that asked for the upload; the link dies with it. Undefined when a session did. */
  readonly tokenId: TokenId | undefined;
}

const invalid: Forbidden = { kind: 'forbidden', reason: 'invalid_signature' };
const none = '-';

const textToSign = (repositoryId: RepositoryId, sessionId: string, tokenId: string): string =>
  ['lfs-verify/1', repositoryId, sessionId, tokenId].join('\n');

/**
 * The credential of a verify link, `<session>.<token or ->.<key id>.<mac>`. It has no end of its own, since clients call it long after a slow
 * upload: it holds as long as its session's bytes are staged and its maker may push.
 */
export const signVerifyToken = (
  { hasher, settings }: Pick<Ports, 'hasher' | 'settings'>,
  grant: RepositoryGrant<'repository.push'>,
  sessionId: UploadSessionId,
): string => {
  const { credential } = grant.caller;
  const tokenId = credential.kind === 'token' ? credential.tokenId : none;
  const [key] = settings.linkKeys;
  invariant(key !== undefined, 'there is a link key');
  return [
    sessionId,
    tokenId,
    key.id,
    hasher.hmacSha256(key.secret)(textToSign(grant.repository.repositoryId, sessionId, tokenId)),
  ].join('.');
};

/** Reads a verify link's credential; anything but an unaltered one for this repository is the same refusal. */
export const readVerifyToken = (
  { hasher, settings }: Pick<Ports, 'hasher' | 'settings'>,
  repositoryId: RepositoryId,
  token: string,
): Result<VerifyClaim, Forbidden> => {
  const [sessionId, tokenId, keyId, mac, ...rest] = token.split('.');
  if (sessionId === undefined || tokenId === undefined || mac === undefined || rest.length > 0) return err(invalid);
  const key = settings.linkKeys.find((candidate) => candidate.id === keyId);
  if (key === undefined) return err(invalid);
  const expected = hasher.hmacSha256(key.secret)(textToSign(repositoryId, sessionId, tokenId));
  if (!constantTimeEqual(expected, mac)) return err(invalid);
  if (!isId<UploadSessionId>(sessionId)) return err(invalid);
  if (tokenId === none) return ok({ sessionId, tokenId: undefined });
  return isId<TokenId>(tokenId) ? ok({ sessionId, tokenId }) : err(invalid);
};
