import type { Queries, Records } from '@svc/core';
import { accessQueries } from './access-queries.js';
import { auditRecords } from './audit-records.js';
import { connectionQueries, connectionRecords } from './connection-records.js';
import { credentialQueries, credentialRecords } from './credential-records.js';
import { idempotencyQueries, idempotencyRecords } from './idempotency-records.js';
import { leaseRecords } from './lease-records.js';
import { lockQueries, lockRecords } from './lock-records.js';
import { objectQueries, objectRecords } from './object-records.js';
import { organizationQueries, organizationRecords } from './organization-records.js';
import { outboxRecords } from './outbox-records.js';
import { repositoryQueries, repositoryRecords } from './repository-records.js';
import type { SqlSource } from './sql-source.js';
import { tokenQueries, tokenRecords } from './token-records.js';
import { treeQueries } from './tree-queries.js';
import { treeRecords } from './tree-records.js';
import { uploadQueries } from './upload-queries.js';
import { uploadRecords } from './upload-records.js';
import { usageQueries, usageRecords } from './usage-records.js';
import { userQueries, userRecords } from './user-records.js';

export const queriesOf = (source: SqlSource): Queries => ({
  access: accessQueries(source),
  connections: connectionQueries(source),
  credentials: credentialQueries(source),
  idempotency: idempotencyQueries(source),
  locks: lockQueries(source),
  objects: objectQueries(source),
  organizations: organizationQueries(source),
  repositories: repositoryQueries(source),
  tokens: tokenQueries(source),
  tree: treeQueries(source),
  uploads: uploadQueries(source),
  usage: usageQueries(source),
  users: userQueries(source),
});

/** `source` must be a transaction: whatever these write is part of it alone. */
export const recordsOf = (source: SqlSource): Records => ({
  access: accessQueries(source),
  audit: auditRecords(source),
  connections: connectionRecords(source),
  credentials: credentialRecords(source),
  idempotency: idempotencyRecords(source),
  leases: leaseRecords(source),
  locks: lockRecords(source),
  objects: objectRecords(source),
  organizations: organizationRecords(source),
  outbox: outboxRecords(source),
  repositories: repositoryRecords(source),
  tokens: tokenRecords(source),
  tree: treeRecords(source),
  uploads: uploadRecords(source),
  usage: usageRecords(source),
  users: userRecords(source),
});
