import type { DeliveryFault } from '../model/webhook.js';

export interface WebhookRequest {
  /** http or https, without user and fragment. */
  readonly url: string;
  /** Names in any case; content length and connection are the sender's own. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in UTF-8. */
  readonly body: string;
}

/** What came back; nothing of the answer but its status is told. */
export type WebhookAnswer =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly fault: Exclude<DeliveryFault, 'redirect' | 'http_status' | 'secret_unreadable'> };

/**
 * Posts to receivers that users name. It connects to no address that is forbidden, follows no redirect, reads a bounded part of the answer and forgets
 * it.
 */
export interface WebhookSender {
  /** Whether the text of the URL alone lets it be connected to. */
  isAllowed(url: string): boolean;
  /** One POST; always answers, within 10 seconds or little more. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}
