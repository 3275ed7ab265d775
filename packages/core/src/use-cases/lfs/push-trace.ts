import type { RepositoryGrant } from '../../access/grant.js';
import { type AuditEvent, auditEvent, auditFacts } from '../../model/audit-event.js';
import type { UploadSession } from '../../model/uploads/upload-session.js';
import { HOUR_MS, type Instant } from '../../model/values/index.js';
import type { Queries, Records } from '../../ports/unit-of-work.js';

type Push = RepositoryGrant<'repository.push'>;

/** One push of many batches is one line of the audit log, not hundreds that push everything else out of it. */
const tracedForMs = HOUR_MS;

const traceOf = ({ caller, repository }: Push, { id }: UploadSession, at: Instant): AuditEvent => {
  const { organizationId, repositoryId } = repository;
  return auditEvent(caller, organizationId, 'repository.push', repositoryId, at, auditFacts({ session_id: id }));
};

const lastTraced = (queries: Pick<Queries, 'audit'>, trace: AuditEvent): Promise<Instant | undefined> =>
  queries.audit.lastSame(trace, trace.at - tracedForMs);

/** Credentials in sessions that are remembered at once. */
const maxRemembered = 10_000;

export interface PushTraces {
  /** Whether the audit log has told within the hour that the caller pushes into the session with this credential. */
  isTraced(queries: Queries, grant: Push, session: UploadSession, now: Instant): Promise<boolean>;
}

/** Remembers what the log was found to tell, so that it is not asked again for each batch of a push. */
export const createPushTraces = (): PushTraces => {
  const traced = new Map<string, Instant>();
  return {
    isTraced: async (queries, grant, session, now) => {
      const trace = traceOf(grant, session, now);
      const name = `${session.id} ${trace.actorId} ${trace.actorTokenId}`;
      const last = traced.get(name);
      if (last !== undefined && last >= now - tracedForMs && last <= now) return true;
      const found = await lastTraced(queries, trace);
      traced.delete(name);
      if (found !== undefined) traced.set(name, found);
      const [oldest] = traced.keys();
      if (traced.size > maxRemembered && oldest !== undefined) traced.delete(oldest);
      return found !== undefined;
    },
  };
};

/**
 * Has the audit log tell of it. Told is who is given URLs, with the credential that is known then: the request or job that finds first what is sent to
 * them registers it, and may have no credential.
 */
export const tracePush = async (records: Records, grant: Push, session: UploadSession, now: Instant): Promise<void> => {
  const trace = traceOf(grant, session, now);
  if ((await lastTraced(records, trace)) === undefined) await records.audit.append(trace);
};
