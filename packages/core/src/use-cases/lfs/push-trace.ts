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

/** Whether the audit log has told within the hour that the caller pushes into the session with this credential. */
export const isPushTraced = (queries: Queries, grant: Push, session: UploadSession, now: Instant): Promise<boolean> =>
  queries.audit.hasSince(traceOf(grant, session, now), now - tracedForMs);

/**
 * Has the audit log tell of it. Told is who is given URLs, with the credential that is known then: the request or job that finds first what is sent to
 * them registers it, and may have no credential.
 */
export const tracePush = async (records: Records, grant: Push, session: UploadSession, now: Instant): Promise<void> => {
  if (!(await isPushTraced(records, grant, session, now))) await records.audit.append(traceOf(grant, session, now));
};
