import type { Instant, OrganizationId, StorageConnectionId } from '../values/index.js';

/** Spec 2.7. */
export const storageProviders = ['aws_s3', 'r2', 'wasabi', 'b2', 'minio', 'generic'] as const;
export type StorageProvider = (typeof storageProviders)[number];

/** Whom a connection is meant for: all repositories of the organization, or single ones. */
export const connectionScopes = ['organization', 'repository'] as const;
export type ConnectionScope = (typeof connectionScopes)[number];

/** Where the bucket is and how it is spoken to. */
export interface BucketAddress {
  readonly provider: StorageProvider;
  /** Undefined: the provider's own for the region; only AWS has one. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** What all keys begin with, without slashes at its ends; empty for none. */
  readonly prefix: string;
  readonly pathStyle: boolean;
  readonly tlsVerify: boolean;
  readonly kmsKeyId: string | undefined;
  readonly storageClass: string | undefined;
}

/** How the service proves to the bucket who it is; `Secret` is the sealed one where it is stored and the plain one where it is used. */
export type BucketAccess<Secret> =
  | { readonly method: 'access_keys'; readonly accessKeyId: string; readonly secretAccessKey: Secret }
  /** `externalId` is made by the service, one for each connection, and never chosen by a client (the confused deputy). */
  | { readonly method: 'assume_role'; readonly roleArn: string; readonly externalId: string };

/** The seven checks, in their order. A later one is not tried when an earlier one has failed. */
export const connectionChecks = ['address', 'credentials', 'write', 'read', 'signed_urls', 'capabilities', 'delete'] as const;
export type ConnectionCheck = (typeof connectionChecks)[number];

/** Why a check failed, in words of the service's own: nothing that the bucket's server says is ever repeated. */
export const connectionFaults = [
  'address_forbidden',
  'unreachable',
  'tls_invalid',
  'credentials_refused',
  'bucket_missing',
  'permission_refused',
  'unexpected_answer',
  'wrong_bytes',
  'signed_url_refused',
  'length_not_enforced',
  'timeout',
  /** The service can no longer open the secret that it keeps: it has to be given again. */
  'secret_unreadable',
] as const;
export type ConnectionFault = (typeof connectionFaults)[number];

/** What the server has proved to do. None of it is needed for correctness; it saves work where it is there. */
export interface BucketCapabilities {
  /** A wrong signed checksum on an upload is refused. */
  readonly checksumEnforced: boolean;
  /** A second creation with `If-None-Match: *` is refused. */
  readonly createOnce: boolean;
  /** A copy answers the SHA-256 of what it has written. */
  readonly copyComputesSha256: boolean;
}

export type CheckOutcome =
  | { readonly check: ConnectionCheck; readonly outcome: 'passed' | 'skipped' }
  | { readonly check: ConnectionCheck; readonly outcome: 'failed'; readonly fault: ConnectionFault };

export interface ConnectionHealth {
  readonly isHealthy: boolean;
  readonly checkedAt: Instant;
  /** All seven. */
  readonly checks: readonly CheckOutcome[];
  readonly capabilities: BucketCapabilities;
}

export interface StorageConnection {
  readonly id: StorageConnectionId;
  readonly organizationId: OrganizationId;
  readonly name: string;
  readonly scope: ConnectionScope;
  readonly address: BucketAddress;
  /** With the secret as it is sealed. */
  readonly access: BucketAccess<string>;
  readonly health: ConnectionHealth;
  /** Rises with every change, so that a process that keeps an open bucket sees that it is out of date. */
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
