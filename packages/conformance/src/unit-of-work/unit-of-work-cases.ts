import { accessCases } from './access-cases.js';
import { auditCases } from './audit-cases.js';
import { activityCases } from './activity-cases.js';
import { billingCases } from './billing-cases.js';
import { artifactCases } from './artifact-cases.js';
import { artifactNameCases } from './artifact-name-cases.js';
import { condemnedCases } from './tree-condemned-cases.js';
import { connectionCases } from './connection-cases.js';
import { conversionCases } from './conversion-cases.js';
import { requestedConversionCases } from './requested-conversion-cases.js';
import { credentialCases } from './credential-cases.js';
import { damageCases } from './damage-cases.js';
import { deletedRepositoryCases } from './deleted-repository-cases.js';
import { deliveryCases } from './delivery-cases.js';
import type { UnitOfWorkCase } from './harness.js';
import { gitCommitCases } from './git-commit-cases.js';
import { gitIndexCases } from './git-index-cases.js';
import { gitObjectCases } from './git-object-cases.js';
import { snapshotCases } from './snapshot-cases.js';
import { groupCases } from './group-cases.js';
import { idempotencyCases } from './idempotency-cases.js';
import { journalCases } from './journal-cases.js';
import { integrityCases } from './integrity-cases.js';
import { invitationCases } from './invitation-cases.js';
import { leaseCases } from './lease-cases.js';
import { lineageCases } from './lineage-cases.js';
import { lockCases } from './lock-cases.js';
import { mailCases } from './mail-cases.js';
import { membershipCases } from './membership-cases.js';
import { notificationCases } from './notification-cases.js';
import { objectCases } from './object-cases.js';
import { organizationCases } from './organization-cases.js';
import { outboxCases } from './outbox-cases.js';
import { quarantineCases } from './quarantine-cases.js';
import { quarantinedUploadCases } from './quarantined-upload-cases.js';
import { queueCases } from './queue-cases.js';
import { recommendationCases } from './recommendation-cases.js';
import { releaseCases } from './release-cases.js';
import { removedRepositoryCases } from './removed-repository-cases.js';
import { repositoryCases } from './repository-cases.js';
import { repositoryMemberCases } from './repository-member-cases.js';
import { searchCases } from './search-cases.js';
import { storageCases } from './storage-cases.js';
import { tokenCases } from './token-cases.js';
import { trafficCases } from './traffic-cases.js';
import { chunkCases } from './tree-chunk-cases.js';
import { chunkIndexCases } from './chunk-index-cases.js';
import { treeFileCases } from './tree-file-cases.js';
import { manifestCases } from './tree-manifest-cases.js';
import { verificationCases } from './tree-verification-cases.js';
import { transferCases } from './tree-transfer-cases.js';
import { transactionCases } from './transaction-cases.js';
import { unreachableCases } from './unreachable-cases.js';
import { uploadObjectCases } from './upload-object-cases.js';
import { uploadPartCases } from './upload-part-cases.js';
import { reservationCases } from './upload-reservation-cases.js';
import { uploadSessionCases } from './upload-session-cases.js';
import { uploadAwaitedCases } from './upload-awaited-cases.js';
import { uploadSweepCases } from './upload-sweep-cases.js';
import { usageCases } from './usage-cases.js';
import { usageDayCases } from './usage-day-cases.js';
import { userCases } from './user-cases.js';
import { webhookCases } from './webhook-cases.js';

/** The whole law of `UnitOfWork`, by subject. */
export const unitOfWorkCases: Readonly<Record<string, readonly UnitOfWorkCase[]>> = {
  transactions: transactionCases,
  access: accessCases,
  'audit log': auditCases,
  activity: activityCases,
  artifacts: artifactCases,
  'names of artifacts': artifactNameCases,
  'audit and outbox': journalCases,
  billing: billingCases,
  'storage connections': connectionCases,
  conversions: conversionCases,
  'requested conversions': requestedConversionCases,
  credentials: credentialCases,
  damage: damageCases,
  'webhook deliveries': deliveryCases,
  'the Git index': gitIndexCases,
  'the commits of a Git index': gitCommitCases,
  'the objects of a Git index': gitObjectCases,
  idempotency: idempotencyCases,
  'what is kept': integrityCases,
  invitations: invitationCases,
  leases: leaseCases,
  lineage: lineageCases,
  locks: lockCases,
  'queued mails': mailCases,
  memberships: membershipCases,
  notifications: notificationCases,
  objects: objectCases,
  organizations: organizationCases,
  outbox: outboxCases,
  quarantine: quarantineCases,
  'uploads of what is in quarantine': quarantinedUploadCases,
  'what waits in queues': queueCases,
  recommendations: recommendationCases,
  releases: releaseCases,
  repositories: repositoryCases,
  'removed repositories': removedRepositoryCases,
  'deleted repositories': deletedRepositoryCases,
  'repository members': repositoryMemberCases,
  search: searchCases,
  snapshots: snapshotCases,
  'storage groups': groupCases,
  'storage of repositories': storageCases,
  tokens: tokenCases,
  traffic: trafficCases,
  'tree files': treeFileCases,
  'tree chunks': chunkCases,
  'sparse chunk indexes': chunkIndexCases,
  'tree manifests': manifestCases,
  'condemned tree files': condemnedCases,
  'tree verifications': verificationCases,
  'tree transfers': transferCases,
  'unreachable objects': unreachableCases,
  'upload objects': uploadObjectCases,
  'multipart uploads': uploadPartCases,
  'upload sessions': uploadSessionCases,
  'reservations of uploads': reservationCases,
  'awaited uploads': uploadAwaitedCases,
  'sweeping uploads': uploadSweepCases,
  usage: usageCases,
  'usage by day': usageDayCases,
  users: userCases,
  webhooks: webhookCases,
};
