import { auditEvent, auditFacts } from '../../model/audit-event.js';
import type { Caller } from '../../model/permissions/caller.js';
import type { Repository } from '../../model/repository.js';
import type { Instant } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';
import type { Records } from '../../ports/unit-of-work.js';
import { notifyManagers } from './notify-managers.js';

/** Tells the audit log and those who manage the organization that everybody may read the repository from now on; a step of the change's transaction. */
export const announcePublic = async (
  ports: Pick<Ports, 'random' | 'mailer' | 'settings'>,
  records: Records,
  caller: Caller,
  { id, organizationId, name, slug }: Repository,
  at: Instant,
): Promise<void> => {
  await records.audit.append(auditEvent(caller, organizationId, 'repository.publish', id, at, auditFacts({ name, slug })));
  const data = { repository_id: id, repository_slug: slug, actor_name: caller.userName };
  await notifyManagers(ports, records, { organizationId, type: 'repository.published', data }, { isMailed: true }, at);
};
