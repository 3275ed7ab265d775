import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { RepositoryGrant } from '../access/grant.js';
import { type Conflict, type NotFound, notFound, type Unavailable } from '../app-error.js';
import type { Ports } from '../ports/ports.js';
import type { Queries, Records } from '../ports/unit-of-work.js';
import type { Instant, Oid, UploadSessionId } from '../values/index.js';
import { promoteStaged } from '../verify/promote-staged.js';
import { decideCompletion, isClientSession, whyNotOpen } from './session-guard.js';
import type { UploadSession } from './upload-session.js';

export interface CompleteUpload {
  readonly sessionId: UploadSessionId;
  readonly oid: Oid;
  readonly sizeBytes: number;
}

type Problem = Conflict | NotFound;
type CompletePorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'clock'>;

interface Facts {
  readonly session: UploadSession;
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
  if (completion.step === 'done') return ok({ session, step: 'done' });
  const stored = await queries.objects.findSizes(repositoryId, [command.oid]);
  return ok({ session, step: stored.has(command.oid) ? 'stored' : 'verify' });
};

/** Counts the verified object into its session; a rival's count, finalize or expiry that came first decides. */
const count = async (
  records: Records,
  { session, step }: Facts,
  command: CompleteUpload,
  now: Instant,
): Promise<Result<void, Problem>> => {
  if (await records.uploads.completeObject(session.id, command.oid, now)) {
    if (step === 'verify') await records.usage.countUpload(session.repositoryId, command.sizeBytes);
    return ok(undefined);
  }
  const current = await records.uploads.find(session.repositoryId, session.id);
  const object = await records.uploads.findObject(session.id, command.oid);
  if (object?.state === 'COMPLETED') return ok(undefined);
  return err((current === undefined ? undefined : whyNotOpen(current, now)) ?? notFound);
};

/**
 * Spec 4.11 step 4: proves the uploaded bytes and moves them to their final key. Idempotent. The object stays invisible until finalize.
 * An object that the repository has already is complete without an upload.
 */
export const completeUpload =
  (ports: CompletePorts) =>
  (grant: RepositoryGrant<'repository.push'>, command: CompleteUpload): ResultAsync<void, Problem | Unavailable> => {
    const run = async (): Promise<Result<void, Problem | Unavailable>> => {
      const facts = await ports.unitOfWork
        .read((queries) => gather(queries, grant, command, ports.clock.now()))
        .andThen((result) => result);
      if (facts.isErr()) return err(facts.error);
      const { session, step } = facts.value;
      if (step === 'done') return ok(undefined);
      if (step === 'verify') {
        const promoted = await promoteStaged(ports)(session, command.oid, command.sizeBytes);
        if (promoted.isErr()) return err(promoted.error);
      }
      // Hashing a large object takes a while, so the end of the session is judged again by the time of counting.
      return ports.unitOfWork.transact((records) => count(records, facts.value, command, ports.clock.now()));
    };
    return new ResultAsync(run());
  };
