import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { alsoHolds } from '../../access/also-holds.js';
import type { RepositoryGrant } from '../../access/grant.js';
import { withLockedRepository } from '../../access/lock-granted.js';
import { type Conflict, conflict, type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditEvent, auditFacts } from '../../model/audit-event.js';
import { lastActiveBy } from '../../model/uploads/idle-session.js';
import { isClientSession } from '../../model/uploads/session-guard.js';
import type { UploadSessionId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import { endSession } from '../../steps/objects/end-session.js';

type Problem = NotFound | Forbidden | Conflict;

export const abortUploadSession =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (
    grant: RepositoryGrant<'repository.push'>,
    command: { readonly sessionId: UploadSessionId },
  ): ResultAsync<void, Problem | Unavailable> =>
    withLockedRepository(ports, grant, async (records, granted): Promise<Result<void, Problem>> => {
      const { caller, repository } = granted;
      const session = await records.uploads.lock(repository.repositoryId, command.sessionId);
      if (!isClientSession(session)) return err(notFound);
      const isOwn = session.userId === caller.userId;
      // Who does not see it in the list does not learn that it is there.
      if (!isOwn && !(await alsoHolds(records, granted, 'repository.admin'))) return err(notFound);
      if (session.status === 'FINALIZED') return err(conflict('session_finalized'));
      const now = ports.clock.now();
      const isEnded = await endSession(records, session, now);
      // Its last URL was given when something was last done in it, so what it holds back need not wait for longer than from then on.
      if (isEnded) await records.uploads.postponeSweep(session.id, lastActiveBy(session, now));
      if (isEnded && !isOwn) {
        const { organizationId, repositoryId } = repository;
        const details = auditFacts({ repository_id: repositoryId, user_id: session.userId });
        await records.audit.append(auditEvent(caller, organizationId, 'repository.upload.abort', session.id, now, details));
      }
      return ok();
    });
