import type { CreateConnection, UpdateConnection } from '@svc/core';
import {
  accessKeyIdPattern,
  authMethods,
  bucketNamePattern,
  connectionChecks,
  connectionFaults,
  type ConnectionHealth,
  connectionScopes,
  kmsKeyIdPattern,
  maxEndpointLength,
  maxPrefixLength,
  regionPattern,
  roleArnPattern,
  secretAccessKeyPattern,
  type StorageConnection,
  storageClassPattern,
  storageProviders,
} from '@svc/core/model';
import { z } from 'zod';
import { displayName, timestamp, timestampOf, uuid } from './fields.js';
import { nextCursor } from './parameters.js';

/** Of a check: `fault` only where it failed. Nothing that the bucket's own server has said is in it. */
const checkSchema = z.strictObject({
  check: z.enum(connectionChecks),
  outcome: z.enum(['passed', 'failed', 'skipped']),
  fault: z.enum(connectionFaults).optional(),
});

const healthSchema = z.strictObject({
  status: z.enum(['healthy', 'unhealthy']),
  checked_at: timestamp,
  checks: z.array(checkSchema),
  capabilities: z.strictObject({
    checksum_enforced: z.boolean(),
    create_once: z.boolean(),
    copy_computes_sha256: z.boolean(),
  }),
});

/** Spec 2.7, without the secret: it never goes out. */
export const storageConnectionSchema = z.strictObject({
  id: uuid,
  organization_id: uuid,
  name: z.string(),
  provider: z.enum(storageProviders),
  scope: z.enum(connectionScopes),
  endpoint: z.string().optional(),
  region: z.string(),
  bucket: z.string(),
  prefix: z.string().optional(),
  path_style: z.boolean(),
  tls_verify: z.boolean(),
  kms_key_id: z.string().optional(),
  storage_class: z.string().optional(),
  auth_method: z.enum(authMethods),
  access_key_id: z.string().optional(),
  role_arn: z.string().optional(),
  external_id: z.string().optional(),
  health: healthSchema,
  created_at: timestamp,
  updated_at: timestamp,
});

export const storageConnectionReply = z.strictObject({ connection: storageConnectionSchema });
export const storageConnectionsReply = z.strictObject({
  connections: z.array(storageConnectionSchema),
  next_cursor: nextCursor,
});

const endpointField = z
  .string()
  .max(maxEndpointLength)
  .meta({ description: 'http(s)://host[:port]; only aws_s3 can do without' });
const kmsKeyId = z.string().regex(kmsKeyIdPattern);
const storageClass = z.string().regex(storageClassPattern);
const bucket = z.string().regex(bucketNamePattern).meta({ description: 'Without `..`, and no IPv4 address' });

/** What may be given at any time. */
const optionalFields = {
  scope: z.enum(connectionScopes).optional(),
  region: z.string().regex(regionPattern).optional(),
  prefix: z.string().max(maxPrefixLength).optional().meta({
    description:
      'What all keys begin with: segments of `A-Z a-z 0-9 . _ -`, each beginning with a letter or digit, and none of a repository of a service like this one; a slash at its end means nothing',
  }),
  path_style: z.boolean().optional(),
  tls_verify: z.boolean().optional(),
  access_key_id: z.string().regex(accessKeyIdPattern).optional(),
  secret_access_key: z.string().regex(secretAccessKeyPattern).optional().meta({ writeOnly: true }),
  role_arn: z.string().regex(roleArnPattern).optional(),
};

/** `external_id` is no field of it: the service makes it. */
export const createStorageConnectionBody = z.strictObject({
  name: displayName,
  provider: z.enum(storageProviders),
  endpoint: endpointField.optional(),
  bucket,
  kms_key_id: kmsKeyId.optional(),
  storage_class: storageClass.optional(),
  auth_method: z.enum(authMethods),
  ...optionalFields,
});

/** What is omitted stays as it is, the secret too; null takes away what may be absent. */
export const updateStorageConnectionBody = z.strictObject({
  name: displayName.optional(),
  provider: z.enum(storageProviders).optional(),
  endpoint: endpointField.nullable().optional(),
  bucket: bucket.optional(),
  kms_key_id: kmsKeyId.nullable().optional(),
  storage_class: storageClass.nullable().optional(),
  auth_method: z.enum(authMethods).optional(),
  ...optionalFields,
});

type ConnectionBody = z.output<typeof createStorageConnectionBody> | z.output<typeof updateStorageConnectionBody>;

/** The part of the address that both bodies spell alike. */
const placeOf = (body: ConnectionBody) => ({
  region: body.region,
  prefix: body.prefix,
  pathStyle: body.path_style,
  tlsVerify: body.tls_verify,
});

const accessOf = (body: ConnectionBody) => ({
  authMethod: body.auth_method,
  accessKeyId: body.access_key_id,
  secretAccessKey: body.secret_access_key,
  roleArn: body.role_arn,
});

export const createConnectionOf = (body: z.output<typeof createStorageConnectionBody>): CreateConnection => ({
  name: body.name,
  scope: body.scope,
  address: {
    ...placeOf(body),
    provider: body.provider,
    endpoint: body.endpoint,
    bucket: body.bucket,
    kmsKeyId: body.kms_key_id,
    storageClass: body.storage_class,
  },
  access: accessOf(body),
});

export const updateConnectionOf = (body: z.output<typeof updateStorageConnectionBody>): UpdateConnection => ({
  name: body.name,
  scope: body.scope,
  address: {
    ...placeOf(body),
    provider: body.provider,
    endpoint: body.endpoint,
    bucket: body.bucket,
    kmsKeyId: body.kms_key_id,
    storageClass: body.storage_class,
  },
  access: accessOf(body),
});

const healthView = ({ isHealthy, checkedAt, checks, capabilities }: ConnectionHealth): z.input<typeof healthSchema> => ({
  status: isHealthy ? 'healthy' : 'unhealthy',
  checked_at: timestampOf(checkedAt),
  checks: checks.map((outcome) => ({ ...outcome })),
  capabilities: {
    checksum_enforced: capabilities.checksumEnforced,
    create_once: capabilities.createOnce,
    copy_computes_sha256: capabilities.copyComputesSha256,
  },
});

const accessView = (access: StorageConnection['access']) =>
  access.method === 'access_keys'
    ? { auth_method: access.method, access_key_id: access.accessKeyId }
    : { auth_method: access.method, role_arn: access.roleArn, external_id: access.externalId };

export const storageConnectionView = (connection: StorageConnection): z.input<typeof storageConnectionSchema> => {
  const { address, access } = connection;
  return {
    id: connection.id,
    organization_id: connection.organizationId,
    name: connection.name,
    provider: address.provider,
    scope: connection.scope,
    endpoint: address.endpoint,
    region: address.region,
    bucket: address.bucket,
    prefix: address.prefix === '' ? undefined : address.prefix,
    path_style: address.pathStyle,
    tls_verify: address.tlsVerify,
    kms_key_id: address.kmsKeyId,
    storage_class: address.storageClass,
    ...accessView(access),
    health: healthView(connection.health),
    created_at: timestampOf(connection.createdAt),
    updated_at: timestampOf(connection.updatedAt),
  };
};
