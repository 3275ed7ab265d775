import type { Queries, Records } from '@svc/core';
import { accessQueries } from './access-queries.js';
import { activityQueries, activityRecords } from './activity-records.js';
import { artifactQueries, artifactRecords } from './artifact-queries.js';
import { auditQueries, auditRecords } from './audit-records.js';
import { billingQueries, billingRecords } from './billing-records.js';
import { connectionQueries, connectionRecords } from './connection-records.js';
import { credentialQueries, credentialRecords } from './credential-records.js';
import { groupQueries, groupRecords } from './group-records.js';
import { deliveryQueries, deliveryRecords } from './delivery-records.js';
import { idempotencyQueries, idempotencyRecords } from './idempotency-records.js';
import { invitationQueries, invitationRecords } from './invitation-records.js';
import { leaseRecords } from './lease-records.js';
import { lockQueries, lockRecords } from './lock-records.js';
import { mailRecords } from './mail-records.js';
import { notificationQueries, notificationRecords } from './notification-records.js';
import { objectQueries, objectRecords } from './object-records.js';
import { organizationQueries, organizationRecords } from './organization-records.js';
import { outboxQueries, outboxRecords } from './outbox-records.js';
import { recommendationQueries, recommendationRecords } from './recommendation-records.js';
import { repositoryQueries, repositoryRecords } from './repository-records.js';
import { searchQueries } from './search-queries.js';
import type { SqlSource } from './sql-source.js';
import { storageQueries } from './storage-queries.js';
import { tokenQueries, tokenRecords } from './token-records.js';
import { trafficQueries, trafficRecords } from './traffic-records.js';
import { treeQueries } from './tree-queries.js';
import { treeRecords } from './tree-records.js';
import { uploadQueries } from './upload-queries.js';
import { uploadRecords } from './upload-records.js';
import { usageQueries, usageRecords } from './usage-records.js';
import { userQueries, userRecords } from './user-records.js';
import { webhookQueries, webhookRecords } from './webhook-records.js';

export const queriesOf = (source: SqlSource): Queries => ({
  access: accessQueries(source),
  activity: activityQueries(source),
  artifacts: artifactQueries(source),
  audit: auditQueries(source),
  billing: billingQueries(source),
  connections: connectionQueries(source),
  credentials: credentialQueries(source),
  groups: groupQueries(source),
  deliveries: deliveryQueries(source),
  idempotency: idempotencyQueries(source),
  invitations: invitationQueries(source),
  locks: lockQueries(source),
  notifications: notificationQueries(source),
  objects: objectQueries(source),
  organizations: organizationQueries(source),
  outbox: outboxQueries(source),
  recommendations: recommendationQueries(source),
  repositories: repositoryQueries(source),
  search: searchQueries(source),
  storage: storageQueries(source),
  tokens: tokenQueries(source),
  traffic: trafficQueries(source),
  tree: treeQueries(source),
  uploads: uploadQueries(source),
  usage: usageQueries(source),
  users: userQueries(source),
  webhooks: webhookQueries(source),
});

/**
 * `source` must be a transaction: whatever these write is part of it alone. Each kind is made when somebody asks for it, since a transaction needs few of
 * them, and making all takes longer than some statements.
 */
export const recordsOf = (source: SqlSource): Records => ({
  get access() {
    return accessQueries(source);
  },
  get activity() {
    return activityRecords(source);
  },
  get artifacts() {
    return artifactRecords(source);
  },
  get audit() {
    return auditRecords(source);
  },
  get billing() {
    return billingRecords(source);
  },
  get connections() {
    return connectionRecords(source);
  },
  get credentials() {
    return credentialRecords(source);
  },
  get groups() {
    return groupRecords(source);
  },
  get deliveries() {
    return deliveryRecords(source);
  },
  get idempotency() {
    return idempotencyRecords(source);
  },
  get invitations() {
    return invitationRecords(source);
  },
  get leases() {
    return leaseRecords(source);
  },
  get locks() {
    return lockRecords(source);
  },
  get mails() {
    return mailRecords(source);
  },
  get notifications() {
    return notificationRecords(source);
  },
  get objects() {
    return objectRecords(source);
  },
  get organizations() {
    return organizationRecords(source);
  },
  get outbox() {
    return outboxRecords(source);
  },
  get recommendations() {
    return recommendationRecords(source);
  },
  get repositories() {
    return repositoryRecords(source);
  },
  get search() {
    return searchQueries(source);
  },
  get storage() {
    return storageQueries(source);
  },
  get tokens() {
    return tokenRecords(source);
  },
  get traffic() {
    return trafficRecords(source);
  },
  get tree() {
    return treeRecords(source);
  },
  get uploads() {
    return uploadRecords(source);
  },
  get usage() {
    return usageRecords(source);
  },
  get users() {
    return userRecords(source);
  },
  get webhooks() {
    return webhookRecords(source);
  },
});
