import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withLockedRepository } from '../../access/lock-granted.js';
import {
  type Conflict,
  conflict,
  type Forbidden,
  invariant,
  type NotFound,
  type RateLimited,
  secondsUntil,
  type Unavailable,
} from '../../model/app-error.js';
import { plans } from '../../model/quotas/plan.js';
import { makeRoom } from '../../model/uploads/idle-session.js';
import { statusAt, type UploadSession, uploadSessionLifetimeMs } from '../../model/uploads/upload-session.js';
import { type Instant, isId, trusted, type UploadSessionId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { IdempotencyScope } from '../../ports/records/idempotency-records.js';
import type { Records } from '../../ports/unit-of-work.js';
import { endSession } from '../../steps/objects/end-session.js';

export interface OpenUploadSession {
  /** Advisory (spec 2.3). */
  readonly expectedObjects?: number | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface OpenedUploadSession {
  readonly session: UploadSession;
  /** True when an earlier request with the same key had opened it. */
  readonly replayed: boolean;
}

type Problem = Conflict | RateLimited | NotFound | Forbidden;
type OpenPorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random'>;

const scopeOf = (grant: RepositoryGrant<'repository.push'>, key: string): IdempotencyScope => ({
  userId: grant.caller.userId,
  operation: 'uploads.open',
  repositoryId: grant.repository.repositoryId,
  key,
});

const replay = async (
  records: Records,
  scope: IdempotencyScope,
  fingerprint: string,
  now: Instant,
): Promise<Result<OpenedUploadSession, Conflict> | undefined> => {
  const earlier = await records.idempotency.find(scope);
  if (earlier === undefined) return undefined;
  if (earlier.requestFingerprint !== fingerprint) return err(conflict('idempotency_key_reused'));
  invariant(isId<UploadSessionId>(earlier.outcomeId), 'an idempotency key of uploads.open keeps a session id');
  const session = await records.uploads.find(scope.repositoryId, earlier.outcomeId);
  invariant(session !== undefined, 'a session outlives its idempotency key');
  return ok({ session: { ...session, status: statusAt(session, now) }, replayed: true });
};

const newSession = (ports: OpenPorts, grant: RepositoryGrant<'repository.push'>, command: OpenUploadSession): UploadSession => {
  const now = ports.clock.now();
  return {
    id: trusted<UploadSessionId>(ports.random.uuid()),
    kind: 'session',
    repositoryId: grant.repository.repositoryId,
    organizationId: grant.repository.organizationId,
    namespace: grant.repository.namespace,
    userId: grant.caller.userId,
    expectedObjects: command.expectedObjects,
    uploadedObjects: 0,
    uploadedBytes: 0,
    status: 'OPEN',
    generation: undefined,
    createdAt: now,
    expiresAt: now + uploadSessionLifetimeMs,
    activeAt: now,
  };
};

const add = async (records: Records, session: UploadSession, maxOpenUploads: number): Promise<Result<void, RateLimited>> => {
  const now = session.createdAt;
  const room = makeRoom(await records.uploads.listOpen(session.organizationId, now), maxOpenUploads, now);
  if ('roomAt' in room) {
    return err({ kind: 'rate_limited', reason: 'concurrent_uploads', retryAfterSeconds: secondsUntil(now, room.roomAt) });
  }
  for (const idle of room.leaving) await endSession(records, idle, now);
  await records.uploads.add(session);
  const { organizationId, repositoryId, id, createdAt: occurredAt } = session;
  await records.outbox.append({
    type: 'upload.session.created',
    organizationId,
    repositoryId,
    occurredAt,
    data: { session_id: id },
  });
  return ok(undefined);
};

export const openUploadSession =
  (ports: OpenPorts) =>
  (
    grant: RepositoryGrant<'repository.push'>,
    command: OpenUploadSession,
  ): ResultAsync<OpenedUploadSession, Problem | Unavailable> =>
    withLockedRepository(ports, grant, (records, { repository }) =>
      safeTry(async function* () {
        // With the organization held, rivals with the same key and rivals for the last open upload come one after the other.
        const fingerprint = String(command.expectedObjects ?? '');
        const scope = command.idempotencyKey === undefined ? undefined : scopeOf(grant, command.idempotencyKey);
        const replayed = scope === undefined ? undefined : await replay(records, scope, fingerprint, ports.clock.now());
        if (replayed !== undefined) return replayed;
        const session = newSession(ports, grant, command);
        yield* await add(records, session, plans[repository.planId].maxOpenUploads);
        if (scope !== undefined) {
          const isFirst = await records.idempotency.add(
            scope,
            { requestFingerprint: fingerprint, outcomeId: session.id },
            session.createdAt,
          );
          invariant(isFirst, 'nobody else uses a key while the organization is held');
        }
        return ok({ session, replayed: false });
      }),
    );
