import { type BucketAccess, type ConnectionHealth, invariant, type StorageConnection } from '@svc/core/model';
import type { Selectable } from 'kysely';
import { checksFromText, checksToText } from '../connection-health.js';
import type { Schema } from '../schema.js';

type Row = Selectable<Schema['storage_connections']>;

const accessOf = (row: Row): BucketAccess<string> => {
  if (row.auth_method === 'access_keys') {
    invariant(row.access_key_id !== null && row.sealed_secret !== null, 'access by keys has both of them');
    return { method: 'access_keys', accessKeyId: row.access_key_id, secretAccessKey: row.sealed_secret };
  }
  invariant(row.role_arn !== null && row.external_id !== null, 'access by a role has its ARN and an external id');
  return { method: 'assume_role', roleArn: row.role_arn, externalId: row.external_id };
};

export const connectionOfRow = (row: Row): StorageConnection => ({
  id: row.id,
  organizationId: row.organization_id,
  name: row.name,
  scope: row.scope,
  address: {
    provider: row.provider,
    endpoint: row.endpoint ?? undefined,
    region: row.region,
    bucket: row.bucket,
    prefix: row.prefix,
    pathStyle: row.path_style === 1,
    tlsVerify: row.tls_verify === 1,
    kmsKeyId: row.kms_key_id ?? undefined,
    storageClass: row.storage_class ?? undefined,
  },
  access: accessOf(row),
  health: {
    isHealthy: row.is_healthy === 1,
    checkedAt: row.checked_at,
    checks: checksFromText(row.checks),
    capabilities: {
      checksumEnforced: row.checksum_enforced === 1,
      createOnce: row.create_once === 1,
      copyComputesSha256: row.copy_computes_sha256 === 1,
    },
  },
  revision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const bit = (value: boolean): number => (value ? 1 : 0);

export const healthColumns = ({ isHealthy, checkedAt, checks, capabilities }: ConnectionHealth) => ({
  is_healthy: bit(isHealthy),
  checked_at: checkedAt,
  checks: checksToText(checks),
  checksum_enforced: bit(capabilities.checksumEnforced),
  create_once: bit(capabilities.createOnce),
  copy_computes_sha256: bit(capabilities.copyComputesSha256),
});

/** Everything that a change of the connection may write. */
export const changeableColumns = ({ name, scope, address, access, health, revision, updatedAt }: StorageConnection) => ({
  name,
  scope,
  provider: address.provider,
  endpoint: address.endpoint ?? null,
  region: address.region,
  bucket: address.bucket,
  prefix: address.prefix,
  path_style: bit(address.pathStyle),
  tls_verify: bit(address.tlsVerify),
  kms_key_id: address.kmsKeyId ?? null,
  storage_class: address.storageClass ?? null,
  auth_method: access.method,
  access_key_id: access.method === 'access_keys' ? access.accessKeyId : null,
  sealed_secret: access.method === 'access_keys' ? access.secretAccessKey : null,
  role_arn: access.method === 'assume_role' ? access.roleArn : null,
  external_id: access.method === 'assume_role' ? access.externalId : null,
  ...healthColumns(health),
  revision,
  updated_at: updatedAt,
});
