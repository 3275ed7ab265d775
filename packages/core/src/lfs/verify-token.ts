import { err, ok, type Result } from 'neverthrow';
import type { RepositoryGrant } from '../access/grant.js';
import { type Forbidden, invariant } from '../app-error.js';
import { linkMac } from '../links/link-mac.js';
import type { LinkKey } from '../ports/ports.js';
import { isId, type RepositoryId, type TokenId, type UploadSessionId } from '../values/index.js';

/** What a verify link says once its signature is proven. */
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
 * upload: it holds as long as its session is open and its maker may push.
 */
export const signVerifyToken = (
  keys: readonly LinkKey[],
  grant: RepositoryGrant<'repository.push'>,
  sessionId: UploadSessionId,
): string => {
  const { credential } = grant.caller;
  const tokenId = credential.kind === 'token' ? credential.tokenId : none;
  const [key] = keys;
  invariant(key !== undefined, 'there is a link key');
  return [sessionId, tokenId, key.id, linkMac(key).sign(textToSign(grant.repository.repositoryId, sessionId, tokenId))].join('.');
};

/** Reads a verify link's credential; anything but an unaltered one for this repository is the same refusal. */
export const readVerifyToken = (
  keys: readonly LinkKey[],
  repositoryId: RepositoryId,
  token: string,
): Result<VerifyClaim, Forbidden> => {
  const [sessionId, tokenId, keyId, mac, ...rest] = token.split('.');
  if (sessionId === undefined || tokenId === undefined || mac === undefined || rest.length > 0) return err(invalid);
  const key = keys.find((candidate) => candidate.id === keyId);
  if (key === undefined || !linkMac(key).matches(textToSign(repositoryId, sessionId, tokenId), mac)) return err(invalid);
  if (!isId<UploadSessionId>(sessionId)) return err(invalid);
  if (tokenId === none) return ok({ sessionId, tokenId: undefined });
  return isId<TokenId>(tokenId) ? ok({ sessionId, tokenId }) : err(invalid);
};
