import { listActivity, listRepositoryActivity } from './activity/list-activity.js';
import { authenticate } from './access/authenticate.js';
import { authorizeProviderEvent } from './access/authorize-provider-event.js';
import { authorizeOrganization, authorizeRepository } from './access/authorize.js';
import { authorizeSignedDownload, authorizeSignedUpload } from './access/authorize-signed-url.js';
import { authorizeVerifyLink } from './access/authorize-verify-link.js';
import { indexNames } from './artifacts/index-names.js';
import { artifactTimeline, getArtifact } from './artifacts/get-artifact.js';
import { listArtifacts } from './artifacts/list-artifacts.js';
import { auditLog } from './audit/audit-log.js';
import { confirmPlan } from './billing/confirm-plan.js';
import { getBilling } from './billing/get-billing.js';
import { openCheckout } from './billing/open-checkout.js';
import { openPortal } from './billing/open-portal.js';
import { receiveBillingEvent } from './billing/receive-event.js';
import { switchByosAddOn } from './billing/switch-byos-add-on.js';
import { announceChunks } from './chunk-tree/announce-chunks.js';
import { finalizeTree, maxProvenPerCallBytes } from './chunk-tree/finalize-tree.js';
import { listTransfers } from './chunk-tree/list-transfers.js';
import { lookUpChunks } from './chunk-tree/look-up-chunks.js';
import { createProofsAhead, type ProofsAhead } from './chunk-tree/proofs-ahead.js';
import { proveNext } from './chunk-tree/prove-next.js';
import { readTreeFile } from './chunk-tree/read-tree-file.js';
import { receiveTreeFile } from './chunk-tree/receive-tree-file.js';
import { recordTransfer } from './chunk-tree/record-transfer.js';
import { authorizeDownloads } from './downloads/authorize-downloads.js';
import { checkReadiness } from './health/check-readiness.js';
import { acceptById, acceptByLink } from './invitations/accept-invitation.js';
import { inviteToOrganization } from './invitations/invite-to-organization.js';
import { inviteToRepository } from './invitations/invite-to-repository.js';
import { listMyInvitations, listOrganizationInvitations, listRepositoryInvitations } from './invitations/list-invitations.js';
import { renewInvitation } from './invitations/renew-invitation.js';
import { revokeOrganizationInvitation, revokeRepositoryInvitation } from './invitations/revoke-invitation.js';
import { batchDownload } from './lfs/batch-download.js';
import { batchUpload } from './lfs/batch-upload.js';
import { verifyLfsObject } from './lfs/verify-lfs-object.js';
import { createLock } from './locks/create-lock.js';
import { listLocks, verifyLocks } from './locks/list-locks.js';
import { unlock } from './locks/unlock.js';
import { reconcileUsage } from './maintenance/reconcile-usage.js';
import { sweep } from './maintenance/sweep.js';
import { changeRole } from './members/change-role.js';
import { listMembers } from './members/list-members.js';
import { leaveOrganization, removeMember } from './members/remove-member.js';
import { listObjects } from './objects/list-objects.js';
import { addUser } from './operator/add-user.js';
import { createSession } from './operator/create-session.js';
import { ensureOwner } from './operator/ensure-owner.js';
import { setMember } from './operator/set-member.js';
import { setPlan } from './operator/set-plan.js';
import { resumeUser, suspendUser } from './operator/suspend-user.js';
import { sendNextMail } from './mails/send-next-mail.js';
import { listNotifications } from './notifications/list-notifications.js';
import { readNotification } from './notifications/read-notification.js';
import { createOrganization } from './organizations/create-organization.js';
import { deleteOrganization } from './organizations/delete-organization.js';
import { getOrganization } from './organizations/get-organization.js';
import { listOrganizations } from './organizations/list-organizations.js';
import { updateOrganization } from './organizations/update-organization.js';
import type { Ports } from './ports/ports.js';
import { dismissRecommendation } from './recommendations/dismiss-recommendation.js';
import { recommend } from './recommendations/recommend.js';
import { recommendOfRepository } from './recommendations/recommend-of-repository.js';
import { createRepository } from './repositories/create-repository.js';
import { deleteRepository } from './repositories/delete-repository.js';
import { getRepository } from './repositories/get-repository.js';
import { listFolders } from './repositories/list-folders.js';
import { listRepositories } from './repositories/list-repositories.js';
import { listSharedRepositories } from './repositories/list-shared-repositories.js';
import { listRepositoryMembers, removeRepositoryMember, setRepositoryMember } from './repositories/repository-members.js';
import { repositoryHealth } from './repositories/repository-health.js';
import { repositoryUsage } from './repositories/repository-usage.js';
import { storageSeries } from './repositories/storage-series.js';
import { storageSummary } from './repositories/storage-summary.js';
import { updateRepository } from './repositories/update-repository.js';
import { search } from './search/search.js';
import { openSignedDownload } from './signed-transfers/open-signed-download.js';
import { receiveSignedUpload } from './signed-transfers/receive-signed-upload.js';
import { checkConnections } from './storage-connections/check-connections.js';
import { createConnectionChecker } from './storage-connections/connection-checker.js';
import { createConnection } from './storage-connections/create-connection.js';
import { deleteConnection } from './storage-connections/delete-connection.js';
import { getConnection, listConnections } from './storage-connections/list-connections.js';
import { testConnection } from './storage-connections/test-connection.js';
import { updateConnection } from './storage-connections/update-connection.js';
import { createGroup } from './storage-groups/create-group.js';
import { deleteGroup } from './storage-groups/delete-group.js';
import { getGroup, listGroups } from './storage-groups/list-groups.js';
import { updateGroup } from './storage-groups/update-group.js';
import { createToken } from './tokens/create-token.js';
import { listTokens } from './tokens/list-tokens.js';
import { revokeToken } from './tokens/revoke-token.js';
import { authorizeObjects } from './uploads/authorize-objects.js';
import { completeUpload } from './uploads/complete-upload.js';
import { finalizeUploadSession } from './uploads/finalize-upload-session.js';
import { listParts } from './uploads/list-parts.js';
import { mintParts } from './uploads/mint-parts.js';
import { openUploadSession } from './uploads/open-upload-session.js';
import { dashboard } from './usage/dashboard.js';
import { createDownloadMeter, type Metered } from './usage/download-meter.js';
import { organizationUsage } from './usage/organization-usage.js';
import { usageSeries } from './usage/usage-series.js';
import { writeDownloads } from './usage/write-downloads.js';
import { exchangeSession } from './users/exchange-session.js';
import { me } from './users/me.js';
import { renameUser } from './users/rename-user.js';
import { claimTurn } from './webhooks/claim-turn.js';
import { createWebhook } from './webhooks/create-webhook.js';
import { deleteWebhook } from './webhooks/delete-webhook.js';
import { deliverTurn } from './webhooks/deliver-turn.js';
import { fanOutEvents } from './webhooks/fan-out-events.js';
import { listDeliveries, listWebhooks } from './webhooks/list-webhooks.js';
import { redeliver } from './webhooks/redeliver.js';
import { resealWebhooks } from './webhooks/reseal-webhooks.js';
import { updateWebhook } from './webhooks/update-webhook.js';

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
const useCasesOf = (ports: Ports & Metered, proofsAhead: ProofsAhead) => ({
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
    sweep: sweep(ports),
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
  signedTransfers: { receive: receiveSignedUpload(ports), open: openSignedDownload(ports) },
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
    announce: announceChunks(proofsAhead),
    finalize: finalizeTree(ports, maxProvenPerCallBytes, proofsAhead),
    recordTransfer: recordTransfer(ports),
    listTransfers: listTransfers(ports),
    proveNext: proveNext(ports),
  },
  uploads: {
    open: openUploadSession(ports),
    authorize: authorizeObjects(ports),
    mintParts: mintParts(ports),
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
    fanOut: fanOutEvents(ports),
    claimTurn: claimTurn(ports),
    deliver: deliverTurn(ports),
  },
});

/** The service over one set of ports. Downloads are counted in it: `usage.writeDownloads` is due every few seconds, and before the process ends. */
export const createApplication = (ports: Ports) =>
  useCasesOf({ ...ports, meter: createDownloadMeter() }, createProofsAhead(ports));

/** All use cases, grouped by what they are about. */
export type Application = ReturnType<typeof createApplication>;
