import {
  type CheckOutcome,
  connectionChecks,
  type ConnectionHealth,
  type OrganizationId,
  type StorageConnection,
  type StorageConnectionId,
  trusted,
} from '@svc/core/model';
import { builtAt, uniqueId } from './builders.js';

/** Of a bucket that has passed everything. */
export const aHealth = (part: Partial<ConnectionHealth> = {}): ConnectionHealth => ({
  isHealthy: true,
  checkedAt: builtAt,
  checks: connectionChecks.map((check): CheckOutcome => ({ check, outcome: 'passed' })),
  capabilities: { checksumEnforced: true, createOnce: false, copyComputesSha256: true },
  ...part,
});

/** Reached by keys, with nothing left out that may be. */
export const aConnection = (organizationId: OrganizationId, part: Partial<StorageConnection> = {}): StorageConnection => ({
  id: trusted<StorageConnectionId>(uniqueId()),
  organizationId,
  name: 'Our bucket',
  scope: 'organization',
  address: {
    provider: 'minio',
    endpoint: 'https://storage.example.org:9000',
    region: 'us-east-1',
    bucket: 'models',
    prefix: 'svc/data',
    pathStyle: true,
    tlsVerify: false,
    kmsKeyId: 'key-1',
    storageClass: 'STANDARD',
  },
  access: { method: 'access_keys', accessKeyId: 'AKID', secretAccessKey: 'k1.sealed' },
  health: aHealth(),
  revision: 1,
  createdAt: builtAt,
  updatedAt: builtAt,
  ...part,
});
