import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { lockGrantedOrganization } from '../../access/lock-granted.js';
import { type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditEvent } from '../../model/audit-event.js';
import type { WebhookId } from '../../model/values/index.js';
import type { Ports } from '../../ports/ports.js';

export const deleteWebhook =
  ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>) =>
  (grant: OrganizationGrant<'organization.update'>, id: WebhookId): ResultAsync<void, NotFound | Forbidden | Unavailable> =>
    unitOfWork.transact(async (records): Promise<Result<void, NotFound | Forbidden>> => {
      const held = await lockGrantedOrganization(records, grant);
      if (held.isErr()) return err(held.error);
      const { caller } = held.value;
      const organizationId = held.value.organization.id;
      if (!(await records.webhooks.remove(organizationId, id))) return err(notFound);
      await records.audit.append(auditEvent(caller, organizationId, 'webhook.delete', id, clock.now()));
      return ok();
    });
