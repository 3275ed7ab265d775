import { err, ok, type ResultAsync, safeTry } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { withLockedOrganization } from '../../access/lock-granted.js';
import {
  type BadRequest,
  badRequest,
  type Conflict,
  conflict,
  type Forbidden,
  type NotFound,
  type Unavailable,
} from '../../model/app-error.js';
import { auditChanges, auditEvent } from '../../model/audit-event.js';
import { trusted, type WebhookId } from '../../model/values/index.js';
import { maxWebhooks, type Webhook, type WebhookEvent } from '../../model/webhook.js';
import type { Ports } from '../../ports/ports.js';
import { fanOutAll, type FanOutPorts } from './fan-out.js';
import { acceptedEvents, acceptedUrl } from './webhook-fields.js';
import { newWebhookSecret, webhookSecretContext } from './webhook-secret.js';
import { webhookDetails } from './webhook-details.js';

export interface CreateWebhook {
  readonly url: string;
  /** At least one. */
  readonly events: readonly WebhookEvent[];
  /** True when omitted. */
  readonly isActive?: boolean | undefined;
}

export interface CreatedWebhook {
  readonly webhook: Webhook;
  /** Shown this once; it is kept sealed. */
  readonly secret: string;
}

type Problem = BadRequest | NotFound | Forbidden | Conflict | Unavailable;
type CreatePorts = FanOutPorts & Pick<Ports, 'unitOfWork' | 'clock' | 'secretBox' | 'webhookSender'>;
type Manage = OrganizationGrant<'organization.update'>;

export const createWebhook =
  (ports: CreatePorts) =>
  (grant: Manage, command: CreateWebhook): ResultAsync<CreatedWebhook, Problem> => {
    const organizationId = grant.organization.id;
    return safeTry(async function* () {
      const url = yield* acceptedUrl(ports.webhookSender, command.url);
      const events = yield* acceptedEvents(command.events);
      // A service that keeps no secrets tells no webhooks.
      if (ports.secretBox === undefined) return err(badRequest('url', 'unsupported'));
      const place = { id: trusted<WebhookId>(ports.random.uuid()), organizationId };
      const secret = newWebhookSecret(ports.random);
      const webhook: Webhook = {
        ...place,
        url,
        events,
        isActive: command.isActive ?? true,
        consecutiveFailures: 0,
        sealedSecret: await ports.secretBox.seal(secret, webhookSecretContext(place)),
        lastError: undefined,
        lastDeliveryAt: undefined,
        createdAt: ports.clock.now(),
      };
      return withLockedOrganization(ports, grant, async (records, { caller }) => {
        if ((await records.webhooks.count(organizationId)) >= maxWebhooks) return err(conflict('webhook_limit'));
        await fanOutAll(ports, records, organizationId, webhook.createdAt);
        await records.webhooks.add(webhook);
        const details = auditChanges({}, webhookDetails(webhook));
        await records.audit.append(auditEvent(caller, organizationId, 'webhook.create', webhook.id, webhook.createdAt, details));
        return ok({ webhook, secret });
      });
    });
  };
