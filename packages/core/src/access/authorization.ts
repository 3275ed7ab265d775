import { errAsync, type Result, ResultAsync } from 'neverthrow';
import { authorizeSignedDownload, authorizeSignedUpload, type SignedUrlQuery } from './authorize-signed-url.js';
import { authorizeVerifyLink } from './authorize-verify-link.js';
import { authorizeOrganization, authorizeRepository, findRepository, type RepositoryName } from './authorize.js';
import {
  demandSession,
  type Granted,
  grantProviderSigned,
  grantSignedIn,
  type OrganizationGrant,
  type ProviderSigned,
  type SignedDownload,
  type SignedIn,
  type SignedUpload,
  strengthen,
  type VerifyLink,
} from './grant.js';
import { type BadRequest, badRequest, type Forbidden, type NotFound, type Unavailable } from '../model/app-error.js';
import type { Caller, Origin } from '../model/permissions/caller.js';
import type { OrganizationPermission, RepositoryPermission } from '../model/permissions/permission.js';
import type { OrganizationId, RepositoryId } from '../model/values/ids.js';
import type { Slug } from '../model/values/slug.js';
import type { Ports } from '../ports/ports.js';

/**
 * The only place that makes grants. A grant proves that the caller may do one thing; every use case demands one, so what is not allowed cannot
 * be called.
 */
export interface Authorize {
  /** Grants what needs a valid credential and nothing else. */
  readonly signedIn: (caller: Caller) => SignedIn;

  /** Grants what needs the user's own session. A token is capped by its scopes (spec 5.3), so it gets `forbidden` with `session_required`. */
  readonly session: (caller: Caller) => Result<SignedIn, Forbidden>;

  /** Grants another permission on the repository of a grant, from what that grant has read: no second look-up. */
  readonly strengthen: <P extends RepositoryPermission>(
    grant: Granted<RepositoryPermission>,
    permission: P,
  ) => Result<Granted<P>, Forbidden>;

  /** Grants one permission on one repository. `not_found` when the caller may not know of it. */
  readonly repository: <P extends RepositoryPermission>(
    caller: Caller,
    repositoryId: RepositoryId,
    permission: P,
  ) => ResultAsync<Granted<P>, NotFound | Forbidden | Unavailable>;

  /**
   * Finds the id of a repository by the slugs in its Git URL. `not_found` when the caller may not know of it, `forbidden` when they may not pull. It
   * grants nothing: pass the id to `repository`.
   */
  readonly findRepository: (
    caller: Caller,
    name: RepositoryName,
  ) => ResultAsync<RepositoryId, NotFound | Forbidden | Unavailable>;

  /** Grants one permission in one organization, named by id or slug. */
  readonly organization: <P extends OrganizationPermission>(
    caller: Caller,
    reference: OrganizationId | Slug,
    permission: P,
  ) => ResultAsync<OrganizationGrant<P>, NotFound | Forbidden | Unavailable>;

  /**
   * Grants what an LFS verify link carries. Its maker must still be allowed to push: a suspended user, a revoked token or a lost
   * role refuses the link at the next request.
   */
  readonly verifyLink: (
    repositoryId: RepositoryId,
    token: string,
    origin: Origin,
  ) => ResultAsync<VerifyLink, NotFound | Forbidden | Unavailable>;

  /**
   * Grants the event in a body that the billing provider has signed. `headerOf` finds a header of the request by its lower-case
   * name. The body is not read when the signature is missing or malformed.
   */
  readonly providerEvent: <E>(
    headerOf: (name: string) => string | undefined,
    readBody: () => Promise<Result<Uint8Array, E>>,
  ) => ResultAsync<ProviderSigned, BadRequest | E>;

  /** Grants one upload from the key and the query of an upload URL. `forbidden` with `invalid_signature`. */
  readonly signedUpload: (key: string, query: SignedUrlQuery) => Result<SignedUpload, Forbidden>;

  /** Grants one download from the key and the query of a download URL. `forbidden` with `invalid_signature`. */
  readonly signedDownload: (key: string, query: SignedUrlQuery) => Result<SignedDownload, Forbidden>;
}

/** Nobody can have signed it. */
const noProvider = badRequest('signature', 'not_for_sale', 'no_billing_provider');

const authorizeProviderEvent =
  ({ billingProvider }: Pick<Ports, 'billingProvider'>) =>
  <E>(
    headerOf: (name: string) => string | undefined,
    readBody: () => Promise<Result<Uint8Array, E>>,
  ): ResultAsync<ProviderSigned, BadRequest | E> => {
    if (billingProvider === undefined) return errAsync(noProvider);
    const signature = headerOf(billingProvider.signatureHeader);
    const problem = billingProvider.signatureProblem(signature);
    if (problem !== undefined) return errAsync(problem);
    return new ResultAsync(readBody()).andThen((body) => billingProvider.readEvent(body, signature)).map(grantProviderSigned);
  };

export const createAuthorize = (ports: Ports): Authorize => ({
  signedIn: grantSignedIn,
  session: (caller) => demandSession(grantSignedIn(caller)),
  strengthen,
  repository: authorizeRepository(ports),
  findRepository: findRepository(ports),
  organization: authorizeOrganization(ports),
  verifyLink: authorizeVerifyLink(ports),
  providerEvent: authorizeProviderEvent(ports),
  signedUpload: authorizeSignedUpload(ports),
  signedDownload: authorizeSignedDownload(ports),
});
