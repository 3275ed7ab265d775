import type { TokenScope } from './permissions/token-scope.js';
import type { Instant, OrganizationId, RepositoryId, TokenId, UserId } from './values/index.js';

export const tokenKinds = ['PAT', 'REPO', 'CI'] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** The leading part of a token's secret, by which its kind is recognised (spec 2.5). */
export const prefixOfTokenKind: Readonly<Record<TokenKind, string>> = { PAT: 'svc_pat', REPO: 'svc_repo', CI: 'svc_ci' };

/** A credential for machines; its secret is shown once and only the SHA-256 of it is kept. */
export interface ApiToken {
  readonly id: TokenId;
  readonly organizationId: OrganizationId;
  /** Its maker: a token never exceeds what this user may do at the time of the request. */
  readonly userId: UserId;
  readonly name: string;
  readonly kind: TokenKind;
  readonly scopes: readonly TokenScope[];
  /** Present for `REPO` tokens only. */
  readonly repositoryId: RepositoryId | undefined;
  readonly createdAt: Instant;
  readonly expiresAt: Instant | undefined;
}
/** Ten years: what is to hold longer is a token without an end. */

export const maxTokenLifetimeDays = 3650;
