import { authenticate } from './access/authenticate.js';
import { authorizeProviderEvent } from './access/authorize-provider-event.js';
import { authorizeSignedDownload, authorizeSignedUpload } from './access/authorize-signed-url.js';
import { authorizeVerifyLink } from './access/authorize-verify-link.js';
import { authorizeOrganization, authorizeRepository } from './access/authorize.js';
import type { Ports } from './ports/ports.js';
import { createDownloadMeter, type Metered } from './steps/accounting/download-meter.js';
import { artifactTimeline, getArtifact } from './use-cases/artifacts/get-artifact.js';
import { indexNames } from './use-cases/artifacts/index-names.js';
import { listArtifacts } from './use-cases/artifacts/list-artifacts.js';
import { auditLog } from './use-cases/audit-log.js';
import { authorizeDownloads } from './use-cases/authorize-downloads.js';
import { confirmPlan } from './use-cases/billing/confirm-plan.js';
import { getBilling } from './use-cases/billing/get-billing.js';
import { openCheckout } from './use-cases/billing/open-checkout.js';
import { openPortal } from './use-cases/billing/open-portal.js';
import { receiveBillingEvent } from './use-cases/billing/receive-event.js';
import { switchByosAddOn } from './use-cases/billing/switch-byos-add-on.js';
import { declareChunks } from './use-cases/chunk-tree/files/declare-chunks.js';
import { finalizeTree, maxVerifiedPerCallBytes } from './use-cases/chunk-tree/files/finalize-tree.js';
import { listTransfers } from './use-cases/chunk-tree/files/list-transfers.js';
import { lookUpChunks } from './use-cases/chunk-tree/files/look-up-chunks.js';
import { readTreeFile } from './use-cases/chunk-tree/files/read-tree-file.js';
import { receiveTreeFile } from './use-cases/chunk-tree/files/receive-tree-file.js';
import { reconcileStaleFiles } from './use-cases/chunk-tree/files/reconcile-stale-files.js';
import { recordTransfer } from './use-cases/chunk-tree/files/record-transfer.js';
import { openAssembledObject } from './use-cases/chunk-tree/read/open-assembled-object.js';
import { createEagerVerifications, type EagerVerifications } from './use-cases/chunk-tree/verify/eager-verifications.js';
import { verifyNext } from './use-cases/chunk-tree/verify/verify-next.js';
import { acceptById, acceptByLink } from './use-cases/invitations/accept-invitation.js';
import { inviteToOrganization } from './use-cases/invitations/invite-to-organization.js';
import { inviteToRepository } from './use-cases/invitations/invite-to-repository.js';
import {
  listMyInvitations,
  listOrganizationInvitations,
  listRepositoryInvitations,
} from './use-cases/invitations/list-invitations.js';
import { renewInvitation } from './use-cases/invitations/renew-invitation.js';
import { revokeOrganizationInvitation, revokeRepositoryInvitation } from './use-cases/invitations/revoke-invitation.js';
import { batchDownload } from './use-cases/lfs/batch-download.js';
import { batchUpload } from './use-cases/lfs/batch-upload.js';
import { verifyLfsObject } from './use-cases/lfs/verify-lfs-object.js';
import { listActivity, listRepositoryActivity } from './use-cases/list-activity.js';
import { listObjects } from './use-cases/list-objects.js';
import { createLock } from './use-cases/locks/create-lock.js';
import { listLocks, verifyLocks } from './use-cases/locks/list-locks.js';
import { unlock } from './use-cases/locks/unlock.js';
import { checkReadiness } from './use-cases/maintenance/check-readiness.js';
import { reconcileUsage } from './use-cases/maintenance/reconcile-usage.js';
import { sweep } from './use-cases/maintenance/sweep.js';
import { changeRole } from './use-cases/members/change-role.js';
import { listMembers } from './use-cases/members/list-members.js';
import { leaveOrganization, removeMember } from './use-cases/members/remove-member.js';
import { listNotifications } from './use-cases/notifications/list-notifications.js';
import { readNotification } from './use-cases/notifications/read-notification.js';
import { addUser } from './use-cases/operator/add-user.js';
import { createSession } from './use-cases/operator/create-session.js';
import { ensureOwner } from './use-cases/operator/ensure-owner.js';
import { setMember } from './use-cases/operator/set-member.js';
import { setPlan } from './use-cases/operator/set-plan.js';
import { resumeUser, suspendUser } from './use-cases/operator/suspend-user.js';
import { createOrganization } from './use-cases/organizations/create-organization.js';
import { deleteOrganization } from './use-cases/organizations/delete-organization.js';
import { getOrganization } from './use-cases/organizations/get-organization.js';
import { listOrganizations } from './use-cases/organizations/list-organizations.js';
import { updateOrganization } from './use-cases/organizations/update-organization.js';
import { dismissRecommendation } from './use-cases/recommendations/dismiss-recommendation.js';
import { recommendOfRepository } from './use-cases/recommendations/recommend-of-repository.js';
import { recommend } from './use-cases/recommendations/recommend.js';
import { createRepository } from './use-cases/repositories/create-repository.js';
import { deleteRepository } from './use-cases/repositories/delete-repository.js';
import { getRepository } from './use-cases/repositories/get-repository.js';
import { listFolders } from './use-cases/repositories/list-folders.js';
import { listRepositories } from './use-cases/repositories/list-repositories.js';
import { listSharedRepositories } from './use-cases/repositories/list-shared-repositories.js';
import { repositoryHealth } from './use-cases/repositories/repository-health.js';
import {
  listRepositoryMembers,
  removeRepositoryMember,
  setRepositoryMember,
} from './use-cases/repositories/repository-members.js';
import { repositoryUsage } from './use-cases/repositories/repository-usage.js';
import { storageSeries } from './use-cases/repositories/storage-series.js';
import { storageSummary } from './use-cases/repositories/storage-summary.js';
import { updateRepository } from './use-cases/repositories/update-repository.js';
import { search } from './use-cases/search.js';
import { sendNextMail } from './use-cases/send-next-mail.js';
import { openSignedDownload } from './use-cases/signed-transfers/open-signed-download.js';
import { receiveSignedUpload } from './use-cases/signed-transfers/receive-signed-upload.js';
import { checkConnections } from './use-cases/storage-connections/check-connections.js';
import { createConnectionChecker } from './use-cases/storage-connections/connection-checker.js';
import { createConnection } from './use-cases/storage-connections/create-connection.js';
import { deleteConnection } from './use-cases/storage-connections/delete-connection.js';
import { getConnection, listConnections } from './use-cases/storage-connections/list-connections.js';
import { testConnection } from './use-cases/storage-connections/test-connection.js';
import { updateConnection } from './use-cases/storage-connections/update-connection.js';
import { createGroup } from './use-cases/storage-groups/create-group.js';
import { deleteGroup } from './use-cases/storage-groups/delete-group.js';
import { getGroup, listGroups } from './use-cases/storage-groups/list-groups.js';
import { updateGroup } from './use-cases/storage-groups/update-group.js';
import { createToken } from './use-cases/tokens/create-token.js';
import { listTokens } from './use-cases/tokens/list-tokens.js';
import { revokeToken } from './use-cases/tokens/revoke-token.js';
import { authorizeObjects } from './use-cases/uploads/authorize-objects.js';
import { completeUpload } from './use-cases/uploads/complete-upload.js';
import { finalizeUploadSession } from './use-cases/uploads/finalize-upload-session.js';
import { listParts } from './use-cases/uploads/list-parts.js';
import { openUploadSession } from './use-cases/uploads/open-upload-session.js';
import { presignParts } from './use-cases/uploads/presign-parts.js';
import { dashboard } from './use-cases/usage/dashboard.js';
import { organizationUsage } from './use-cases/usage/organization-usage.js';
import { usageSeries } from './use-cases/usage/usage-series.js';
import { writeDownloads } from './use-cases/usage/write-downloads.js';
import { exchangeSession } from './use-cases/users/exchange-session.js';
import { me } from './use-cases/users/me.js';
import { renameUser } from './use-cases/users/rename-user.js';
import { createWebhook } from './use-cases/webhooks/create-webhook.js';
import { deleteWebhook } from './use-cases/webhooks/delete-webhook.js';
import { deliverBatch } from './use-cases/webhooks/deliver-batch.js';
import { fanOutNext } from './use-cases/webhooks/fan-out-next.js';
import { leaseWebhook } from './use-cases/webhooks/lease-webhook.js';
import { listDeliveries, listWebhooks } from './use-cases/webhooks/list-webhooks.js';
import { redeliver } from './use-cases/webhooks/redeliver.js';
import { resealWebhooks } from './use-cases/webhooks/reseal-webhooks.js';
import { updateWebhook } from './use-cases/webhooks/update-webhook.js';

const storageConnections = (ports: Ports) => {
  const check = createConnectionChecker(ports);
  return {
    list: listConnections(ports),
    get: getConnection(ports),
    create: createConnection(ports, check),
    update: updateConnection(ports, check),
    test: testConnection(ports, check),
    remove: deleteConnection(ports),
  };
};

/**
 * Every use case over one set of ports. A use case demands a grant, which only `authorize` makes, so what may not be done cannot be
 * called.
 */
const useCasesOf = (ports: Ports & Metered, eagerVerifications: EagerVerifications) => ({
  authenticate: authenticate(ports),
  authorize: {
    repository: authorizeRepository(ports),
    organization: authorizeOrganization(ports),
    verifyLink: authorizeVerifyLink(ports),
    providerEvent: authorizeProviderEvent(ports),
    signedUpload: authorizeSignedUpload(ports),
    signedDownload: authorizeSignedDownload(ports),
  },
  activity: { list: listActivity(ports), listOfRepository: listRepositoryActivity(ports) },
  billing: {
    get: getBilling(ports),
    openCheckout: openCheckout(ports),
    openPortal: openPortal(ports),
    confirm: confirmPlan(ports),
    switchByosAddOn: switchByosAddOn(ports),
    receiveEvent: receiveBillingEvent(ports),
  },
  artifacts: { list: listArtifacts(ports), get: getArtifact(ports), timeline: artifactTimeline(ports) },
  audit: { list: auditLog(ports) },
  checkReadiness: checkReadiness(ports),
  downloads: { authorize: authorizeDownloads(ports) },
  invitations: {
    listOfOrganization: listOrganizationInvitations(ports),
    inviteToOrganization: inviteToOrganization(ports),
    renew: renewInvitation(ports),
    revokeOfOrganization: revokeOrganizationInvitation(ports),
    listOfRepository: listRepositoryInvitations(ports),
    inviteToRepository: inviteToRepository(ports),
    revokeOfRepository: revokeRepositoryInvitation(ports),
    listMine: listMyInvitations(ports),
    acceptByLink: acceptByLink(ports),
    acceptById: acceptById(ports),
  },
  lfs: { batchDownload: batchDownload(ports), batchUpload: batchUpload(ports), verify: verifyLfsObject(ports) },
  locks: { create: createLock(ports), list: listLocks(ports), verify: verifyLocks(ports), unlock: unlock(ports) },
  maintenance: {
    sweep: sweep(ports, reconcileStaleFiles(ports)),
    reconcileUsage: reconcileUsage(ports),
    checkConnections: checkConnections(ports),
    indexNames: indexNames(ports),
    resealWebhooks: resealWebhooks(ports),
  },
  mails: { sendNext: sendNextMail(ports) },
  notifications: { list: listNotifications(ports), read: readNotification(ports) },
  members: {
    list: listMembers(ports),
    changeRole: changeRole(ports),
    remove: removeMember(ports),
    leave: leaveOrganization(ports),
  },
  objects: { list: listObjects(ports) },
  operator: {
    addUser: addUser(ports),
    suspendUser: suspendUser(ports),
    resumeUser: resumeUser(ports),
    setMember: setMember(ports),
    setPlan: setPlan(ports),
    createSession: createSession(ports),
    ensureOwner: ensureOwner(ports),
  },
  organizations: {
    list: listOrganizations(ports),
    create: createOrganization(ports),
    get: getOrganization,
    update: updateOrganization(ports),
    remove: deleteOrganization(ports),
  },
  recommendations: {
    ofOrganization: recommend(ports),
    ofRepository: recommendOfRepository(ports),
    dismiss: dismissRecommendation(ports),
  },
  repositories: {
    list: listRepositories(ports),
    listShared: listSharedRepositories(ports),
    create: createRepository(ports),
    get: getRepository(ports),
    update: updateRepository(ports),
    remove: deleteRepository(ports),
    health: repositoryHealth(ports),
    usage: repositoryUsage(ports),
    storageSeries: storageSeries(ports),
    storageSummary: storageSummary(ports),
    listFolders: listFolders(ports),
    listMembers: listRepositoryMembers(ports),
    setMember: setRepositoryMember(ports),
    removeMember: removeRepositoryMember(ports),
  },
  search: search(ports),
  signedTransfers: { receive: receiveSignedUpload(ports), open: openSignedDownload(ports, openAssembledObject(ports)) },
  storageConnections: storageConnections(ports),
  storageGroups: {
    list: listGroups(ports),
    get: getGroup(ports),
    create: createGroup(ports),
    update: updateGroup(ports),
    remove: deleteGroup(ports),
  },
  tokens: { list: listTokens(ports), create: createToken(ports), revoke: revokeToken(ports) },
  tree: {
    read: readTreeFile(ports),
    receive: receiveTreeFile(ports),
    lookUp: lookUpChunks(ports),
    declare: declareChunks(eagerVerifications),
    finalize: finalizeTree(ports, maxVerifiedPerCallBytes, eagerVerifications),
    recordTransfer: recordTransfer(ports),
    listTransfers: listTransfers(ports),
    verifyNext: verifyNext(ports),
  },
  uploads: {
    open: openUploadSession(ports),
    authorize: authorizeObjects(ports),
    presignParts: presignParts(ports),
    listParts: listParts(ports),
    complete: completeUpload(ports),
    finalize: finalizeUploadSession(ports),
  },
  usage: {
    ofOrganization: organizationUsage(ports),
    series: usageSeries(ports),
    dashboard: dashboard(ports),
    writeDownloads: writeDownloads(ports),
  },
  users: { me: me(ports), rename: renameUser(ports), exchangeSession: exchangeSession(ports) },
  webhooks: {
    list: listWebhooks(ports),
    create: createWebhook(ports),
    update: updateWebhook(ports),
    remove: deleteWebhook(ports),
    listDeliveries: listDeliveries(ports),
    redeliver: redeliver(ports),
    fanOut: fanOutNext(ports),
    leaseWebhook: leaseWebhook(ports),
    deliver: deliverBatch(ports),
  },
});

/** The service over one set of ports. Downloads are counted in it: `usage.writeDownloads` is due every few seconds, and before the process ends. */
export const createApplication = (ports: Ports) =>
  useCasesOf({ ...ports, meter: createDownloadMeter() }, createEagerVerifications(ports));

/** All use cases, grouped by what they are about. */
export type Application = ReturnType<typeof createApplication>;
