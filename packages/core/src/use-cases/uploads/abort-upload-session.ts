import { err, ok, okAsync, type Result, type ResultAsync } from 'neverthrow';
import { alsoHolds } from '../../access/also-holds.js';
import type { RepositoryGrant } from '../../access/grant.js';
import { withLockedRepository } from '../../access/lock-granted.js';
import { type Conflict, conflict, type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditEvent, auditFacts } from '../../model/audit-event.js';
import { lastActiveBy } from '../../model/uploads/idle-session.js';
import { isClientSession } from '../../model/uploads/session-guard.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { UploadSessionId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { endSession } from '../../steps/objects/end-session.js';
import type { Receiving } from '../../steps/objects/incoming-bodies.js';
import { releaseUnsent } from './release-unsent.js';

interface AbortUpload {
  readonly sessionId: UploadSessionId;
}

type Problem = NotFound | Forbidden | Conflict;
type AbortPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'> & Receiving;

/** The session that was aborted now; undefined when it was over before. */
const abort = (
  ports: AbortPorts,
  grant: RepositoryGrant<'repository.push'>,
  { sessionId }: AbortUpload,
): ResultAsync<UploadSession | undefined, Problem | Unavailable> =>
  withLockedRepository(ports, grant, async (records, granted): Promise<Result<UploadSession | undefined, Problem>> => {
    const { caller, repository } = granted;
    const session = await records.uploads.lock(repository.repositoryId, sessionId);
    if (!isClientSession(session)) return err(notFound);
    const isOwn = session.userId === caller.userId;
    // Who does not see it in the list does not learn that it is there.
    if (!isOwn && !(await alsoHolds(records, granted, 'repository.admin'))) return err(notFound);
    if (session.status === 'FINALIZED') return err(conflict('session_finalized'));
    const now = ports.clock.now();
    if (!(await endSession(records, session, now))) return ok(undefined);
    // Its last URL was given when something was last done in it, so what it holds back need not wait for longer than from then on.
    await records.uploads.postponeSweep(session.id, lastActiveBy(session, now));
    if (!isOwn) {
      const { organizationId, repositoryId } = repository;
      const details = auditFacts({ repository_id: repositoryId, user_id: session.userId });
      await records.audit.append(auditEvent(caller, organizationId, 'repository.upload.abort', session.id, now, details));
    }
    return ok(session);
  });

export const abortUploadSession =
  (ports: AbortPorts) =>
  (grant: RepositoryGrant<'repository.push'>, command: AbortUpload): ResultAsync<void, Problem | Unavailable> =>
    abort(ports, grant, command).andThen((session) =>
      // It is aborted, whatever becomes of this: the sweep gives back what is still held.
      session === undefined ? okAsync() : releaseUnsent(ports, session).orElse(() => ok()),
    );
