import type {
  ErrorOf,
  Granted,
  OrganizationGrant,
  ProviderSigned,
  SignedDownload,
  SignedIn,
  SignedUpload,
  VerifyLink,
} from '@svc/core';
import type { OrganizationPermission, RepositoryPermission } from '@svc/core/model';
import type { Result } from 'neverthrow';

/** What a request must prove before its handler runs. */
export type Access =
  | { readonly kind: 'open' }
  | { readonly kind: 'internal' }
  | { readonly kind: 'monitoring' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'session' }
  | {
      readonly kind: 'organization';
      readonly permission: OrganizationPermission;
      /** API tokens are refused, whatever their scopes. */
      readonly isSessionOnly?: true;
    }
  | {
      readonly kind: 'repository';
      readonly permission: RepositoryPermission;
      readonly also: readonly RepositoryPermission[];
    }
  | { readonly kind: 'provider-signed' }
  | { readonly kind: 'verify-link' }
  | { readonly kind: 'signed-upload' }
  | { readonly kind: 'signed-download' };

/** Anybody. */
export const open = () => ({ kind: 'open' }) as const;
/** Probes from inside: to everybody else the path does not exist (spec 4.1). */
export const internal = () => ({ kind: 'internal' }) as const;
/** Monitoring: from inside, or with the operator's token; to everybody else the path does not exist. */
export const monitoring = () => ({ kind: 'monitoring' }) as const;
/** Any valid credential: "authenticated" in the spec. */
export const signedIn = () => ({ kind: 'signed-in' }) as const;
/** A credential that a person has signed in with: no token scope reaches this (spec 5.3). */
export const session = () => ({ kind: 'session' }) as const;
export const organization = <const P extends OrganizationPermission>(permission: P) =>
  ({ kind: 'organization', permission }) as const;
/** By a session alone: the permission is one that tokens reach, but not for this. */
export const organizationBySession = <const P extends OrganizationPermission>(permission: P) =>
  ({ kind: 'organization', permission, isSessionOnly: true }) as const;
/** `also` names what some bodies demand on top of `permission`; the handler gets it through `strengthen`. */
export const repository = <const P extends RepositoryPermission, const Also extends RepositoryPermission = never>(
  permission: P,
  ...also: readonly Also[]
) => ({ kind: 'repository', permission, also }) as const;
/** The billing provider's signature over the body is the credential. The body is read for it, and no handler sees it again. */
export const providerSigned = () => ({ kind: 'provider-signed' }) as const;
/** The `token` of the query is the credential. */
export const verifyLink = () => ({ kind: 'verify-link' }) as const;
/** The query's signature is the credential, for one PUT. */
export const signedUpload = () => ({ kind: 'signed-upload' }) as const;
/** The query's signature is the credential, for reading. */
export const signedDownload = () => ({ kind: 'signed-download' }) as const;

interface GrantOf {
  readonly open: undefined;
  readonly internal: undefined;
  readonly monitoring: undefined;
  readonly 'signed-in': SignedIn;
  readonly session: SignedIn;
  readonly 'provider-signed': ProviderSigned;
  readonly 'verify-link': VerifyLink;
  readonly 'signed-upload': SignedUpload;
  readonly 'signed-download': SignedDownload;
}

/** What the handler of a row holds in its hand. */
export type Grant<A extends Access> = A extends { kind: 'repository'; permission: infer P extends RepositoryPermission }
  ? Granted<P>
  : A extends { kind: 'organization'; permission: infer P extends OrganizationPermission }
    ? OrganizationGrant<P>
    : A['kind'] extends keyof GrantOf
      ? GrantOf[A['kind']]
      : never;

/** Turns the grant of a repository row into one for a permission that the row declares under `also`. */
export type Strengthen<A extends Access> = A extends { also: readonly (infer P)[] }
  ? <Q extends P & RepositoryPermission>(
      grant: Granted<RepositoryPermission>,
      permission: Q,
    ) => Result<Granted<Q>, ErrorOf<'forbidden'>>
  : undefined;
