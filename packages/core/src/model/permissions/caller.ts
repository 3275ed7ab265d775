import type { OrganizationId, RepositoryId, SessionId, TokenId, UserId } from '../values/index.js';
import type { TokenScope } from './token-scope.js';

/** Where a request came from, for the audit log. */
export interface Origin {
  /** The peer's address, as text. */
  readonly address: string;
  readonly userAgent: string | undefined;
}

/** A session reaches all that its user reaches; a token is capped by its scopes and bound to one organization or repository. */
export type Credential =
  | {
      readonly kind: 'session';
      /** Undefined for a sign-in of the identity provider: the service keeps no record of it that could be ended. */
      readonly sessionId?: SessionId | undefined;
    }
  | {
      readonly kind: 'token';
      readonly tokenId: TokenId;
      readonly organizationId: OrganizationId;
      /** Present for a REPO token: the only repository that it reaches. */
      readonly repositoryId: RepositoryId | undefined;
      readonly scopes: readonly TokenScope[];
    };

/** Who asks, with what, from where. The user was ACTIVE and the credential good when this was made. */
export interface Caller {
  readonly userId: UserId;
  readonly userName: string;
  readonly credential: Credential;
  readonly origin: Origin;
}
