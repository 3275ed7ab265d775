import { authenticate } from './access/authenticate.js';
import { authorizeOrganization, authorizeRepository } from './access/authorize.js';
import { authorizeSignedDownload, authorizeSignedUpload } from './access/authorize-signed-url.js';
import { authorizeVerifyLink } from './access/authorize-verify-link.js';
import { finalizeTree } from './chunk-tree/finalize-tree.js';
import { listTransfers } from './chunk-tree/list-transfers.js';
import { lookUpChunks } from './chunk-tree/look-up-chunks.js';
import { proveNext } from './chunk-tree/prove-next.js';
import { readTreeFile } from './chunk-tree/read-tree-file.js';
import { receiveTreeFile } from './chunk-tree/receive-tree-file.js';
import { recordTransfer } from './chunk-tree/record-transfer.js';
import { authorizeDownloads } from './downloads/authorize-downloads.js';
import { checkReadiness } from './health/check-readiness.js';
import { batchDownload } from './lfs/batch-download.js';
import { batchUpload } from './lfs/batch-upload.js';
import { verifyLfsObject } from './lfs/verify-lfs-object.js';
import { createLock } from './locks/create-lock.js';
import { listLocks, verifyLocks } from './locks/list-locks.js';
import { unlock } from './locks/unlock.js';
import { reconcileUsage } from './maintenance/reconcile-usage.js';
import { sweep } from './maintenance/sweep.js';
import { listObjects } from './objects/list-objects.js';
import { addUser } from './operator/add-user.js';
import { createSession } from './operator/create-session.js';
import { ensureOwner } from './operator/ensure-owner.js';
import { setByosAddOn } from './operator/set-byos-add-on.js';
import { setMember } from './operator/set-member.js';
import { resumeUser, suspendUser } from './operator/suspend-user.js';
import { createOrganization } from './organizations/create-organization.js';
import { deleteOrganization } from './organizations/delete-organization.js';
import { getOrganization } from './organizations/get-organization.js';
import { listOrganizations } from './organizations/list-organizations.js';
import { updateOrganization } from './organizations/update-organization.js';
import type { Ports } from './ports/ports.js';
import { createRepository } from './repositories/create-repository.js';
import { deleteRepository } from './repositories/delete-repository.js';
import { getRepository } from './repositories/get-repository.js';
import { listRepositories } from './repositories/list-repositories.js';
import { listRepositoryMembers, removeRepositoryMember, setRepositoryMember } from './repositories/repository-members.js';
import { repositoryUsage } from './repositories/repository-usage.js';
import { updateRepository } from './repositories/update-repository.js';
import { openSignedDownload } from './signed-transfers/open-signed-download.js';
import { receiveSignedUpload } from './signed-transfers/receive-signed-upload.js';
import { checkConnections } from './storage-connections/check-connections.js';
import { createConnectionChecker } from './storage-connections/connection-checker.js';
import { createConnection } from './storage-connections/create-connection.js';
import { deleteConnection } from './storage-connections/delete-connection.js';
import { getConnection, listConnections } from './storage-connections/list-connections.js';
import { testConnection } from './storage-connections/test-connection.js';
import { updateConnection } from './storage-connections/update-connection.js';
import { createToken } from './tokens/create-token.js';
import { listTokens } from './tokens/list-tokens.js';
import { revokeToken } from './tokens/revoke-token.js';
import { authorizeObjects } from './uploads/authorize-objects.js';
import { completeUpload } from './uploads/complete-upload.js';
import { finalizeUploadSession } from './uploads/finalize-upload-session.js';
import { listParts } from './uploads/list-parts.js';
import { mintParts } from './uploads/mint-parts.js';
import { openUploadSession } from './uploads/open-upload-session.js';
import { exchangeSession } from './users/exchange-session.js';
import { me } from './users/me.js';
import { renameUser } from './users/rename-user.js';

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
 * The service: every use case over one set of ports. A use case demands a grant, which only `authorize` makes, so what may not be done cannot be
 * called.
 */
export const createApplication = (ports: Ports) => ({
  authenticate: authenticate(ports),
  authorize: {
    repository: authorizeRepository(ports),
    organization: authorizeOrganization(ports),
    verifyLink: authorizeVerifyLink(ports),
    signedUpload: authorizeSignedUpload(ports),
    signedDownload: authorizeSignedDownload(ports),
  },
  checkReadiness: checkReadiness(ports),
  downloads: { authorize: authorizeDownloads(ports) },
  lfs: { batchDownload: batchDownload(ports), batchUpload: batchUpload(ports), verify: verifyLfsObject(ports) },
  locks: { create: createLock(ports), list: listLocks(ports), verify: verifyLocks(ports), unlock: unlock(ports) },
  maintenance: { sweep: sweep(ports), reconcileUsage: reconcileUsage(ports), checkConnections: checkConnections(ports) },
  objects: { list: listObjects(ports) },
  operator: {
    addUser: addUser(ports),
    suspendUser: suspendUser(ports),
    resumeUser: resumeUser(ports),
    setMember: setMember(ports),
    setByosAddOn: setByosAddOn(ports),
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
  repositories: {
    list: listRepositories(ports),
    create: createRepository(ports),
    get: getRepository(ports),
    update: updateRepository(ports),
    remove: deleteRepository(ports),
    usage: repositoryUsage(ports),
    listMembers: listRepositoryMembers(ports),
    setMember: setRepositoryMember(ports),
    removeMember: removeRepositoryMember(ports),
  },
  signedTransfers: { receive: receiveSignedUpload(ports), open: openSignedDownload(ports) },
  storageConnections: storageConnections(ports),
  tokens: { list: listTokens(ports), create: createToken(ports), revoke: revokeToken(ports) },
  tree: {
    read: readTreeFile(ports),
    receive: receiveTreeFile(ports),
    lookUp: lookUpChunks(ports),
    finalize: finalizeTree(ports),
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
  users: { me: me(ports), rename: renameUser(ports), exchangeSession: exchangeSession(ports) },
});

/** All use cases, grouped by what they are about. */
export type Application = ReturnType<typeof createApplication>;
