import { type AppError, type Caller, isSlug, type Origin, type Slug } from '@svc/core';
import { invariant, isId, notFound, type OrganizationId, type RepositoryId } from '@svc/core/model';
import { err, ok, type Result } from 'neverthrow';
import type { Access } from '../endpoint/access.js';
import type { TellCaller } from './note-answer.js';
import type { Query } from './query.js';
import type { Service } from './service.js';

type OrganizationAccess = Extract<Access, { readonly kind: 'organization' }>;

/** What a request has shown of itself so far. */
export interface Claim {
  readonly caller: Caller | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Query;
  readonly origin: Origin;
  /** Hears for whom a link was made. */
  readonly tellCaller: TellCaller;
  readonly isInternal: () => boolean;
  /** A header by its name in lower case. */
  readonly headerOf: (name: string) => string | undefined;
  /** The whole body, for the row that its signature is the credential of. */
  readonly readBody: () => Promise<Result<Uint8Array, AppError>>;
}

const identified = ({ caller }: Claim): Caller => {
  invariant(caller !== undefined, 'a row with a grant for a caller has identified one');
  return caller;
};

const repositoryIdOf = ({ params: { repoID } }: Claim): RepositoryId => {
  invariant(typeof repoID === 'string' && isId<RepositoryId>(repoID), 'the path names a repository');
  return repoID;
};

const organizationOf = ({ params: { orgID } }: Claim): OrganizationId | Slug => {
  invariant(typeof orgID === 'string', 'the path names an organization');
  if (isId<OrganizationId>(orgID)) return orgID;
  invariant(isSlug(orgID), 'the path names an organization by id or slug');
  return orgID;
};

const keyOf = ({ params: { wildcard } }: Claim): string => {
  invariant(typeof wildcard === 'string', 'the path ends in a key');
  return wildcard;
};

const authorizeVerifyLink = async ({ application }: Service, claim: Claim): Promise<Result<unknown, AppError>> => {
  const link = await application.authorize.verifyLink(repositoryIdOf(claim), claim.query['token'] ?? '', claim.origin);
  if (link.isOk()) claim.tellCaller(link.value.caller);
  return link;
};

const authorizeOrganization = async (
  { application }: Service,
  { permission, isSessionOnly }: OrganizationAccess,
  claim: Claim,
): Promise<Result<unknown, AppError>> => {
  const caller = identified(claim);
  const granted = await application.authorize.organization(caller, organizationOf(claim), permission);
  if (isSessionOnly !== true) return granted;
  return granted.andThen((grant) => application.authorize.session(caller).map(() => grant));
};

/** The grant that the row's handler needs, or why there is none: `not_found` where the caller may not even know of the thing. */
export const authorize = async (service: Service, access: Access, claim: Claim): Promise<Result<unknown, AppError>> => {
  const { application } = service;
  switch (access.kind) {
    case 'open':
      return ok(undefined);
    case 'internal':
      return claim.isInternal() ? ok(undefined) : err(notFound);
    case 'monitoring':
      return claim.isInternal() || service.isMonitoring(claim.headerOf('authorization')) ? ok(undefined) : err(notFound);
    case 'signed-in':
      return ok(application.authorize.signedIn(identified(claim)));
    case 'session':
      return application.authorize.session(identified(claim));
    case 'repository':
      return application.authorize.repository(identified(claim), repositoryIdOf(claim), access.permission);
    case 'organization':
      return authorizeOrganization(service, access, claim);
    case 'provider-signed':
      return application.authorize.providerEvent(claim.headerOf, claim.readBody);
    case 'verify-link':
      return authorizeVerifyLink(service, claim);
    case 'signed-upload':
      return application.authorize.signedUpload(keyOf(claim), claim.query);
    case 'signed-download':
      return application.authorize.signedDownload(keyOf(claim), claim.query);
  }
};
