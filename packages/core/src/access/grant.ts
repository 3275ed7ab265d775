import { err, ok, type Result } from 'neverthrow';
import type { Forbidden } from '../model/app-error.js';
import type { Organization } from '../model/organizations/organization.js';
import type { Caller } from '../model/permissions/caller.js';
import type { AtLeast, OrganizationPermission, RepositoryPermission } from '../model/permissions/permission.js';
import type { Role } from '../model/permissions/role.js';
import type { PlanId } from '../model/quotas/plan.js';
import type { RepositoryVisibility } from '../model/repository.js';
import type { ObjectKey, OrganizationId, RepositoryId, StorageNamespace, UploadSessionId } from '../model/values/index.js';
import type { BillingEvent } from '../ports/billing-provider.js';

// The key never leaves this module, so nothing else can write a grant down. Never spread a grant into another.
const granted: unique symbol = Symbol('granted');

/** What authorizing has read of the repository, so that no use case reads it again. */
export interface RepositoryFacts {
  readonly repositoryId: RepositoryId;
  readonly organizationId: OrganizationId;
  readonly namespace: StorageNamespace;
  readonly visibility: RepositoryVisibility;
  readonly planId: PlanId;
}

export interface Granted<P extends RepositoryPermission> {
  readonly [granted]: P;
  readonly caller: Caller;
  readonly repository: RepositoryFacts;
  readonly held: ReadonlySet<RepositoryPermission>;
}

/** What a use case demands: P, or anything that includes it. */
export type RepositoryGrant<P extends RepositoryPermission> = Granted<AtLeast<P>>;

export interface OrganizationGrant<P extends OrganizationPermission> {
  readonly [granted]: P;
  readonly caller: Caller;
  readonly organization: Organization;
  readonly role: Role;
}

/** Says that the caller has a valid credential, and nothing else. */
export interface SignedIn {
  readonly [granted]: 'signed-in';
  readonly caller: Caller;
}

/** Says that the service signed this upload: exactly `sizeBytes` bytes to `key`, until the link expires. */
export interface SignedUpload {
  readonly [granted]: 'signed-upload';
  readonly key: ObjectKey;
  readonly sizeBytes: number;
}

/** Says that the service signed this download of the blob at `key`. */
export interface SignedDownload {
  readonly [granted]: 'signed-download';
  readonly key: ObjectKey;
  /** What the bytes are to be called where they are kept. */
  readonly fileName: string | undefined;
}

/** Says that the billing provider has signed exactly the bytes that told of this event. */
export interface ProviderSigned {
  readonly [granted]: 'provider-signed';
  readonly event: BillingEvent;
}

/** Says that the service made this LFS verify link, and that its maker may still push to the repository. */
export interface VerifyLink {
  readonly [granted]: 'verify-link';
  readonly caller: Caller;
  readonly repository: RepositoryFacts;
  readonly sessionId: UploadSessionId;
}

/** What a grant is for. */
export const permissionOf = <P>(grant: { readonly [granted]: P }): P => grant[granted];

export const grantRepository = <P extends RepositoryPermission>(
  caller: Caller,
  repository: RepositoryFacts,
  held: ReadonlySet<RepositoryPermission>,
  permission: P,
): Result<Granted<P>, Forbidden> =>
  held.has(permission)
    ? ok({ [granted]: permission, caller, repository, held })
    : err({ kind: 'forbidden', reason: 'permission', permission });

/** A grant remembers what its caller holds, so a stronger one needs no second look-up. */
export const strengthen = <P extends RepositoryPermission>(
  grant: Granted<RepositoryPermission>,
  permission: P,
): Result<Granted<P>, Forbidden> => grantRepository(grant.caller, grant.repository, grant.held, permission);

export const grantOrganization = <P extends OrganizationPermission>(
  caller: Caller,
  organization: Organization,
  role: Role,
  held: ReadonlySet<OrganizationPermission>,
  permission: P,
): Result<OrganizationGrant<P>, Forbidden> =>
  held.has(permission)
    ? ok({ [granted]: permission, caller, organization, role })
    : err({ kind: 'forbidden', reason: 'permission', permission });

export const grantSignedIn = (caller: Caller): SignedIn => ({ [granted]: 'signed-in', caller });

/** Spec 5.3 caps a token by its scopes, so what no scope names needs the user's own session. */
export const demandSession = (signedIn: SignedIn): Result<SignedIn, Forbidden> =>
  signedIn.caller.credential.kind === 'session' ? ok(signedIn) : err({ kind: 'forbidden', reason: 'session_required' });

export const grantSignedUpload = (key: ObjectKey, sizeBytes: number): SignedUpload => ({
  [granted]: 'signed-upload',
  key,
  sizeBytes,
});
export const grantSignedDownload = (key: ObjectKey, fileName?: string): SignedDownload => ({
  [granted]: 'signed-download',
  key,
  fileName,
});
export const grantProviderSigned = (event: BillingEvent): ProviderSigned => ({ [granted]: 'provider-signed', event });
export const grantVerifyLink = (push: Granted<'repository.push'>, sessionId: UploadSessionId): VerifyLink => ({
  [granted]: 'verify-link',
  caller: push.caller,
  repository: push.repository,
  sessionId,
});
