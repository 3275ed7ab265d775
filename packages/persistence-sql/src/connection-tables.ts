import type {
  BucketAccess,
  ConnectionScope,
  Instant,
  OrganizationId,
  StorageConnectionId,
  StorageProvider,
} from '@svc/core/model';

/** 0 or 1. */
type Bit = number;

interface StorageConnectionsTable {
  id: StorageConnectionId;
  organization_id: OrganizationId;
  name: string;
  scope: ConnectionScope;
  provider: StorageProvider;
  endpoint: string | null;
  region: string;
  bucket: string;
  prefix: string;
  path_style: Bit;
  tls_verify: Bit;
  kms_key_id: string | null;
  storage_class: string | null;
  auth_method: BucketAccess<string>['method'];
  access_key_id: string | null;
  /** As the secret box has sealed it. */
  sealed_secret: string | null;
  role_arn: string | null;
  external_id: string | null;
  is_healthy: Bit;
  checked_at: Instant;
  /** `check:outcome[:fault]`, separated by blanks. */
  checks: string;
  checksum_enforced: Bit;
  create_once: Bit;
  copy_computes_sha256: Bit;
  revision: number;
  created_at: Instant;
  updated_at: Instant;
}

/** What is known of the buckets that customers bring. */
export interface ConnectionTables {
  storage_connections: StorageConnectionsTable;
  /** Those of which only deleted repositories have need; their organizations may be gone. */
  retired_connections: StorageConnectionsTable;
}
