import { err, ok, type Result } from 'neverthrow';
import { type BadRequest, badRequest } from '../../model/app-error.js';
import { maxWebhookUrlLength, webhookEvents, type WebhookEvent } from '../../model/webhook.js';
import type { WebhookSender } from '../../ports/webhook-sender.js';

/** The canonical spelling of an http or https URL with a host, without user, password and fragment; undefined for any other text (spec 2.6). */
const webhookUrl = (text: string): string | undefined => {
  if (text.length > maxWebhookUrlLength || !/^https?:\/\/[^/?#@]+(?:[/?][^#]*)?$/i.test(text)) return undefined;
  if (/[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return undefined;
  const { hostname, href } = new URL(text);
  return hostname !== '' && href.length <= maxWebhookUrlLength ? href : undefined;
};

/** A URL that the service may call; what its name stands for is judged at each delivery. */
export const acceptedUrl = (sender: WebhookSender | undefined, text: string): Result<string, BadRequest> => {
  const url = webhookUrl(text);
  if (url === undefined) return err(badRequest('url', 'malformed'));
  if (sender === undefined) return err(badRequest('url', 'unsupported'));
  return sender.isAllowed(url) ? ok(url) : err(badRequest('url', 'unsupported', 'address_forbidden'));
};

/** Each once, in the order in which they are documented. */
export const acceptedEvents = (events: readonly WebhookEvent[]): Result<readonly WebhookEvent[], BadRequest> => {
  const accepted = webhookEvents.filter((event) => events.includes(event));
  return accepted.length === 0 ? err(badRequest('events', 'missing')) : ok(accepted);
};
