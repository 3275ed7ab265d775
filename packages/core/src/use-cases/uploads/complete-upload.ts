import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { withRegrantedRepository } from '../../access/lock-granted.js';
import { createSingleFlight } from '../../concurrency/single-flight.js';
import {
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  notFound,
  type Unavailable,
  unavailable,
} from '../../model/app-error.js';
import type { ArtifactType } from '../../model/artifacts/artifact-type.js';
import type { Caller } from '../../model/permissions/caller.js';
import { isActivityDue } from '../../model/uploads/idle-session.js';
import { decideCompletion, isClientSession } from '../../model/uploads/session-guard.js';
import { movedEnd, type UploadObject, type UploadSession } from '../../model/uploads/upload-session.js';
import { type Instant, objectKey, type Oid, SECOND_MS, type UploadSessionId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import { releaseReservation } from '../../steps/accounting/release-reservation.js';
import { uploadOf } from '../../steps/accounting/upload-of.js';
import { findDamaged } from '../../steps/integrity/find-damaged.js';
import { healWhole } from '../../steps/integrity/heal-whole.js';
import { dropStaged } from '../../steps/objects/drop-staged.js';
import { noteActivity } from '../../steps/objects/note-activity.js';
import type { PromotedStaged } from '../../steps/objects/promote-staged.js';
import { sweepAgain } from '../../steps/objects/sweep-again.js';
import { typeOfStored } from '../../steps/objects/read-head.js';
import type { Verifying } from '../../steps/verification/verifications.js';
import { lockOpenObject } from './multipart-object.js';
import { verifyUpload } from './verify-upload.js';

export interface CompleteUpload {
  readonly sessionId: UploadSessionId;
  readonly oid: Oid;
  readonly sizeBytes: number;
}

type Problem = Conflict | Forbidden | NotFound;
type CompletePorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'> & Verifying;

/** How long a client waits for a verification before it is told to ask again: less than what stands between may cut off. */
export const completeWaitMs = 20 * SECOND_MS;
/** How soon it should. */
const askAgainAfterSeconds = 5;

const nameOfCredential = ({ userId, credential }: Caller): string =>
  (credential.kind === 'token' ? credential.tokenId : credential.sessionId) ?? userId;

interface Facts {
  readonly session: UploadSession;
  readonly object: UploadObject;
  readonly step: 'done' | 'verify' | 'stored';
}

const gather = async (
  queries: Queries,
  grant: RepositoryGrant<'repository.push'>,
  command: CompleteUpload,
  now: Instant,
): Promise<Result<Facts, Problem>> => {
  const { repositoryId } = grant.repository;
  const session = await queries.uploads.find(repositoryId, command.sessionId);
  if (!isClientSession(session)) return err(notFound);
  const object = await queries.uploads.findObject(session.id, command.oid);
  const completion = decideCompletion(session, object, command.sizeBytes, now);
  if (completion.step === 'refuse') return err(completion.error);
  if (object === undefined) return err(notFound);
  if (completion.step === 'done') return ok({ session, object, step: 'done' });
  const storedBytes = (await queries.objects.findSizes(repositoryId, [command.oid])).get(command.oid);
  if (storedBytes === undefined) return ok({ session, object, step: 'verify' });
  const damaged = await findDamaged(queries, repositoryId, [command.oid]);
  if (damaged.has(command.oid) && storedBytes === command.sizeBytes) return ok({ session, object, step: 'verify' });
  return storedBytes === command.sizeBytes ? ok({ session, object, step: 'stored' }) : err(conflict('size_mismatch'));
};

interface VerifiedNow extends PromotedStaged {
  readonly type?: ArtifactType | undefined;
}

/** A damaged object that is registered is sound again, and its bytes count as that: the session holds nothing back for them any more. */
const heal = async (records: Records, session: UploadSession, oid: Oid, now: Instant): Promise<void> => {
  const registered = await records.objects.findSizes(session.repositoryId, [oid]);
  const damaged = await findDamaged(records, session.repositoryId, [...registered.keys()]);
  if (damaged.has(oid)) await releaseReservation(records, session, await records.uploads.takeReservation(session.id, oid));
  await healWhole(records, session, oid, 'upload_session.finalized', now);
};

/** Counts the verified object into its session; a rival's count, finalize or expiry that came first decides. */
const count = async (
  records: Records,
  { session, step }: Facts,
  command: CompleteUpload,
  { type, isReplaced }: VerifiedNow,
  now: Instant,
): Promise<Result<void, Problem>> => {
  const { oid, sizeBytes } = command;
  if (await records.uploads.completeObject(session.id, { oid, sizeBytes, type }, now)) {
    await noteActivity(records, session, now);
    if (isReplaced) await heal(records, session, oid, now);
    if (step === 'verify') await records.usage.countUpload(uploadOf(session, sizeBytes, now));
    return ok(undefined);
  }
  const current = await records.uploads.find(session.repositoryId, session.id);
  if (current === undefined) return err(notFound);
  const completion = decideCompletion(current, await records.uploads.findObject(session.id, oid), sizeBytes, now);
  if (completion.step === 'done') return ok(undefined);
  return err(completion.step === 'refuse' ? completion.error : notFound);
};

/** Keeps the session from being taken for idle, and moves its end on while a large object is looked through. */
const keepOpen = async (
  ports: CompletePorts,
  grant: RepositoryGrant<'repository.push'>,
  command: CompleteUpload,
  { session, object }: Facts,
): Promise<Result<void, Problem | Unavailable>> => {
  const now = ports.clock.now();
  const isMoved = object.parts !== undefined && movedEnd(session, now) !== undefined;
  if (!isMoved && !isActivityDue(session, now)) return ok();
  if (!isMoved) {
    return ports.unitOfWork.transact(async (records): Promise<Result<void, never>> => {
      await noteActivity(records, session, now);
      return ok();
    });
  }
  const held = await withRegrantedRepository(ports, grant, (records, granted) => lockOpenObject(records, granted, command, now));
  return held.map(() => undefined);
};

export const completeUpload = (ports: CompletePorts) => {
  // What was refused may have been sent again since.
  const verify = createSingleFlight<Result<void, Problem | Unavailable>>(ports.clock, completeWaitMs, (outcome) =>
    outcome.isErr(),
  );

  const countNow = (
    grant: RepositoryGrant<'repository.push'>,
    facts: Facts,
    command: CompleteUpload,
    verified: VerifiedNow = { isReplaced: false },
  ): ResultAsync<void, Problem | Unavailable> =>
    // Hashing a large object takes a while, so the caller's rights and the end of the session are judged again by the time of counting.
    withRegrantedRepository(ports, grant, (records) => count(records, facts, command, verified, ports.clock.now()));

  const verifyAndCount = (
    grant: RepositoryGrant<'repository.push'>,
    facts: Facts,
    command: CompleteUpload,
  ): ResultAsync<void, Problem | Unavailable> =>
    safeTry(async function* () {
      const promoted = yield* await verifyUpload(ports, facts);
      const { session, object } = facts;
      const type = await typeOfStored(ports, objectKey(session.namespace, object.oid), object);
      return countNow(grant, facts, command, { ...promoted, type }).orElse(sweepAgain(ports, session));
    });

  return (grant: RepositoryGrant<'repository.push'>, command: CompleteUpload): ResultAsync<void, Problem | Unavailable> =>
    safeTry(async function* () {
      const facts = yield* await ports.unitOfWork
        .read((queries) => gather(queries, grant, command, ports.clock.now()))
        .andThen((result) => result);
      if (facts.step === 'done') return ok();
      if (facts.step === 'stored') {
        return dropStaged(ports, facts.session, facts.object).andThen(() => countNow(grant, facts, command));
      }
      yield* await keepOpen(ports, grant, command, facts);
      // Another upload of the object, or one of another size, is another verification; and what one credential is refused for is no answer to another.
      const { sessionId, oid, sizeBytes } = command;
      const name = [sessionId, oid, sizeBytes, facts.object.parts?.uploadId ?? '', nameOfCredential(grant.caller)].join(' ');
      const outcome = await verify(name, async () => verifyAndCount(grant, facts, command));
      return outcome ?? err(unavailable('verification', askAgainAfterSeconds));
    });
};
