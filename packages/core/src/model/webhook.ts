import { type PublicEventType, publicEventTypes } from './domain-event.js';
import type { DeliveryId, Instant, OrganizationId, WebhookId } from './values/index.js';

/** What a webhook can be told of: single public events, or everything. */
export type WebhookEvent = PublicEventType | '*';

/** Why an attempt failed, in words of the service's own: nothing that the receiver says is ever repeated. */
export const deliveryFaults = [
  'address_forbidden',
  'unreachable',
  'tls_invalid',
  'timeout',
  'invalid_answer',
  /** A redirect is not followed. */
  'redirect',
  /** Any other status that is not 2xx. */
  'http_status',
  /** The service can no longer open the secret that it keeps: the webhook has to be made anew. */
  'secret_unreadable',
] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

/** Spec 2.6. */
export interface Webhook {
  readonly id: WebhookId;
  readonly organizationId: OrganizationId;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly isActive: boolean;
  /** Deliveries that have failed since the last one that did not. */
  readonly consecutiveFailures: number;
  readonly sealedSecret: string;
  /** Of the last attempt; undefined when it went well. */
  readonly lastError: DeliveryFault | undefined;
  /** When the last attempt ended. */
  readonly lastDeliveryAt: Instant | undefined;
  readonly createdAt: Instant;
}

/** One event on its way to one webhook. Its id stays the same over all attempts. */
export interface Delivery {
  readonly id: DeliveryId;
  readonly webhookId: WebhookId;
  readonly eventType: PublicEventType;
  /** What is sent, made once: the same bytes at each attempt. */
  readonly body: string;
  /** Attempts that were begun; one that a crash cut off is begun again under its number. */
  readonly attempts: number;
  /** Undefined until it is over. */
  readonly isSuccess: boolean | undefined;
  /** Of the last attempt, as are the following. */
  readonly httpStatus: number | undefined;
  readonly fault: DeliveryFault | undefined;
  readonly durationMs: number | undefined;
  readonly createdAt: Instant;
}

/** What became of one attempt. */
export interface AttemptOutcome {
  /** Undefined where no answer came. */
  readonly httpStatus: number | undefined;
  /** Undefined when it went well. */
  readonly fault: DeliveryFault | undefined;
  readonly durationMs: number;
}

/** Whether the webhook is told of events of this type. */
export const isSubscribed = ({ events }: Pick<Webhook, 'events'>, type: PublicEventType): boolean =>
  events.includes('*') || events.includes(type);

/** Spec 6.3. */
export const maxAttempts = 3;
/** Spec 3.2: so many deliveries that fail in a row switch a webhook off. */
export const maxConsecutiveFailures = 10;
/** How long to wait before the second attempt, and before the third. */
export const retryDelaysMs = [500, 1000] as const;
/** How many webhooks an organization can have, since each event goes to all of them. */
export const maxWebhooks = 20;
export const maxWebhookUrlLength = 2048;

/** Everything that a webhook can subscribe to. */
export const webhookEvents: readonly [WebhookEvent, ...WebhookEvent[]] = ['*', ...publicEventTypes];
