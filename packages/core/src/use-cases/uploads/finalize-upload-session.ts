import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withRegrantedRepository } from '../../access/lock-granted.js';
import {
  type Conflict,
  conflict,
  type Forbidden,
  invariant,
  type NotFound,
  notFound,
  type Unavailable,
} from '../../model/app-error.js';
import { auditEvent, auditFacts } from '../../model/audit-event.js';
import type { Caller } from '../../model/permissions/caller.js';
import { isClientSession } from '../../model/uploads/session-guard.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import type { Instant, UploadSessionId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { registerObjects } from '../../steps/objects/register-objects.js';

export interface FinalizedUploadSession {
  readonly session: UploadSession;
  readonly generation: number;
}

type Problem = Conflict | NotFound | Forbidden;

const settledAnswer = (session: UploadSession): Result<FinalizedUploadSession, Conflict> => {
  if (session.status === 'ABORTED') return err(conflict('session_aborted'));
  if (session.status !== 'FINALIZED') return err(conflict('session_expired'));
  invariant(session.generation !== undefined, 'a finalized session keeps its generation');
  return ok({ session, generation: session.generation });
};

/** What is registered is counted as that; what else the session holds back may have come, and is counted until it was swept. */
const handOver = async ({ uploads, usage }: Records, session: UploadSession): Promise<void> => {
  await usage.release(session.organizationId, await uploads.takeRegistered(session));
  await usage.keep(session.organizationId, await uploads.heldBySession(session.id));
};

/** The generation after the session's objects are visible; a session without any leaves it as it is. */
const verifyAndRegisterAll = async (
  records: Records,
  caller: Caller,
  session: UploadSession,
  at: Instant,
): Promise<Result<number, NotFound>> => {
  // A session may have very many objects, and uploads go on while they are looked for.
  await records.usage.hold(session);
  const completed = await records.uploads.completedObjects(session.id);
  if (completed.length > 0) {
    const registered = await registerObjects(records, session, completed, caller.userId, 'upload_session.finalized', at);
    if (registered.isErr()) return err(registered.error);
    await handOver(records, session);
    return ok(registered.value.generation);
  }
  await handOver(records, session);
  const repository = await records.repositories.find(session.repositoryId);
  return repository === undefined ? err(notFound) : ok(repository.generation);
};

const declare = async (
  records: Records,
  caller: Caller,
  session: UploadSession,
  generation: number,
  at: Instant,
): Promise<void> => {
  const { organizationId, repositoryId } = session;
  const event = { organizationId, repositoryId, occurredAt: at, data: { session_id: session.id, generation } };
  await records.outbox.append({ type: 'upload.session.finalized', ...event });
  await records.outbox.append({ type: 'repository.push', ...event });
  const { uploadedObjects: objects, uploadedBytes: bytes } = session;
  const details = auditFacts({ session_id: session.id, generation, objects, bytes });
  await records.audit.append(auditEvent(caller, organizationId, 'repository.push', repositoryId, at, details));
};

export const finalizeUploadSession =
  (ports: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (
    grant: RepositoryGrant<'repository.push'>,
    command: { readonly sessionId: UploadSessionId },
  ): ResultAsync<FinalizedUploadSession, Problem | Unavailable> =>
    withRegrantedRepository(ports, grant, (records) =>
      safeTry(async function* () {
        const at = ports.clock.now();
        const { repositoryId } = grant.repository;
        const found = await records.uploads.find(repositoryId, command.sessionId);
        if (!isClientSession(found)) return err(notFound);
        const isWinner = await records.uploads.finalize(found.id, at);
        const session = await records.uploads.find(repositoryId, found.id);
        if (session === undefined) return err(notFound);
        if (!isWinner) return settledAnswer(session);
        const generation = yield* await verifyAndRegisterAll(records, grant.caller, session, at);
        await records.uploads.setGeneration(session.id, generation);
        await declare(records, grant.caller, session, generation, at);
        return ok({ session: { ...session, generation }, generation });
      }),
    );
