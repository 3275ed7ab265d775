import { authenticate } from './access/authenticate.js';
import { authorizeOrganization, authorizeRepository } from './access/authorize.js';
import { authorizeVerifyLink } from './access/authorize-verify-link.js';
import { authorizeDownloads } from './downloads/authorize-downloads.js';
import { checkReadiness } from './health/check-readiness.js';
import { batchDownload } from './lfs/batch-download.js';
import { batchUpload } from './lfs/batch-upload.js';
import { verifyLfsObject } from './lfs/verify-lfs-object.js';
import { createLock } from './locks/create-lock.js';
import { listLocks, verifyLocks } from './locks/list-locks.js';
import { unlock } from './locks/unlock.js';
import { sweep } from './maintenance/sweep.js';
import { listObjects } from './objects/list-objects.js';
import type { Ports } from './ports/ports.js';
import { openSignedDownload } from './signed-transfers/open-signed-download.js';
import { receiveSignedUpload } from './signed-transfers/receive-signed-upload.js';
import { authorizeObjects } from './uploads/authorize-objects.js';
import { completeUpload } from './uploads/complete-upload.js';
import { finalizeUploadSession } from './uploads/finalize-upload-session.js';
import { openUploadSession } from './uploads/open-upload-session.js';

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
  },
  checkReadiness: checkReadiness(ports),
  downloads: { authorize: authorizeDownloads(ports) },
  lfs: { batchDownload: batchDownload(ports), batchUpload: batchUpload(ports), verify: verifyLfsObject(ports) },
  locks: { create: createLock(ports), list: listLocks(ports), verify: verifyLocks(ports), unlock: unlock(ports) },
  maintenance: { sweep: sweep(ports) },
  objects: { list: listObjects(ports) },
  signedTransfers: { receive: receiveSignedUpload(ports), open: openSignedDownload(ports) },
  uploads: {
    open: openUploadSession(ports),
    authorize: authorizeObjects(ports),
    complete: completeUpload(ports),
    finalize: finalizeUploadSession(ports),
  },
});

/** All use cases, grouped by what they are about. */
export type Application = ReturnType<typeof createApplication>;
