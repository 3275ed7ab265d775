import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { RepositoryGrant } from '../../access/grant.js';
import { type Conflict, type NotFound, notFound } from '../../model/app-error.js';
import { isClientSession, whyNotOpen } from '../../model/uploads/session-guard.js';
import { movedEnd, type UploadObject, type UploadSession } from '../../model/uploads/upload-session.js';
import type { Instant, Oid, UploadSessionId } from '../../model/values/index.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';
import { noteActivity } from '../../steps/objects/note-activity.js';

/** One object of one session, as a client names it. */
export interface ObjectInSession {
  readonly sessionId: UploadSessionId;
  readonly oid: Oid;
}

export interface OpenObject {
  readonly session: UploadSession;
  readonly object: UploadObject;
}

/** The object, as long as its session takes anything. */
export const findOpenObject = async (
  queries: Queries,
  grant: RepositoryGrant<'repository.push'>,
  { sessionId, oid }: ObjectInSession,
  now: Instant,
): Promise<Result<OpenObject, Conflict | NotFound>> => {
  const session = await queries.uploads.find(grant.repository.repositoryId, sessionId);
  if (!isClientSession(session)) return err(notFound);
  const closed = whyNotOpen(session, now);
  if (closed !== undefined) return err(closed);
  const object = await queries.uploads.findObject(session.id, oid);
  return object === undefined ? err(notFound) : ok({ session, object });
};

/** The same, and the session is held and moved on, for somebody is at work in it. */
export const lockOpenObject = (
  records: Records,
  grant: RepositoryGrant<'repository.push'>,
  named: ObjectInSession,
  now: Instant,
): ResultAsync<OpenObject, Conflict | NotFound> =>
  safeTry(async function* () {
    await records.uploads.lock(grant.repository.repositoryId, named.sessionId);
    const found = yield* await findOpenObject(records, grant, named, now);
    const { session, object } = found;
    await noteActivity(records, session, now);
    const expiresAt = movedEnd(session, now);
    if (expiresAt === undefined) return ok(found);
    await records.uploads.extend(session.id, expiresAt);
    return ok({ session: { ...session, expiresAt }, object });
  });
