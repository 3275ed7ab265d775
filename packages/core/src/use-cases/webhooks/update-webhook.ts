import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import { type BadRequest, type Forbidden, type NotFound, notFound, type Unavailable } from '../../model/app-error.js';
import { auditChanges, auditEvent, auditFacts } from '../../model/audit-event.js';
import type { WebhookId } from '../../model/values/index.js';
import type { Webhook, WebhookEvent } from '../../model/webhook.js';
import type { Ports } from '../../ports/ports.js';
import type { WebhookSender } from '../../ports/webhook-sender.js';
import { fanOutAll, type FanOutPorts } from './fan-out.js';
import { acceptedEvents, acceptedUrl } from './webhook-fields.js';
import { webhookDetails } from './webhook-details.js';

/** What is omitted stays as it is. */
export interface UpdateWebhook {
  readonly url?: string | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly isActive?: boolean | undefined;
}

type Problem = BadRequest | NotFound | Forbidden;

/** Spec 3.2: switching on, also what is on, clears the counter of failures. */
const changed = (
  sender: WebhookSender | undefined,
  before: Webhook,
  { url, events, isActive }: UpdateWebhook,
): Result<Webhook, BadRequest> =>
  safeTry(function* () {
    return ok({
      ...before,
      url: url === undefined ? before.url : yield* acceptedUrl(sender, url),
      events: events === undefined ? before.events : yield* acceptedEvents(events),
      isActive: isActive ?? before.isActive,
      consecutiveFailures: isActive === true ? 0 : before.consecutiveFailures,
    });
  });

export const updateWebhook =
  (ports: FanOutPorts & Pick<Ports, 'unitOfWork' | 'clock' | 'webhookSender'>) =>
  (
    grant: OrganizationGrant<'organization.update'>,
    id: WebhookId,
    command: UpdateWebhook,
  ): ResultAsync<Webhook, Problem | Unavailable> =>
    withLockedOrganization(ports, grant, (records, { caller, organization }) =>
      safeTry(async function* () {
        const organizationId = organization.id;
        const before = await records.webhooks.find(organizationId, id);
        if (before === undefined) return err(notFound);
        const after = yield* changed(ports.webhookSender, before, command);
        const details = {
          ...auditFacts({ url_changed: before.url === after.url ? undefined : true }),
          ...auditChanges(webhookDetails(before), webhookDetails(after)),
        };
        const isSame = Object.keys(details).length === 0 && after.consecutiveFailures === before.consecutiveFailures;
        if (isSame) return ok(before);
        const now = ports.clock.now();
        await fanOutAll(ports, records, organizationId, now);
        if (!(await records.webhooks.update(after))) return err(notFound);
        await records.audit.append(auditEvent(caller, organizationId, 'webhook.update', id, now, details));
        return ok(after);
      }),
    );
