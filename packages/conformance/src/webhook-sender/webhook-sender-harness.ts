import type { WebhookSender } from '@svc/core/ports';
import type { Closable } from '../run-cases.js';

/** What a receiver has got. Names of headers are in lower case. */
export interface ReceivedWebhook {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** How a receiver treats the sender of a request. */
export type ReceiverManner =
  | { readonly kind: 'answers'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Takes the request and says nothing. */
  | { readonly kind: 'silent' }
  /** Says one byte of its answer's head each second. */
  | { readonly kind: 'slow' }
  /** Says 200, then bytes without an end. */
  | { readonly kind: 'endless' }
  /** Says 200, then one byte of the body each second. */
  | { readonly kind: 'slow-body' }
  /** Cuts the connection without an answer. */
  | { readonly kind: 'hangs-up' }
  /** Answers in no HTTP. */
  | { readonly kind: 'babbles' };

export interface Receiver {
  readonly url: string;
  received(): Promise<readonly ReceivedWebhook[]>;
}

export interface WebhookSenderHarness extends Closable {
  /** May reach the receivers of the harness and waits for them no longer than `timeoutMs`. */
  readonly sender: WebhookSender;
  readonly timeoutMs: number;
  receive(manner: ReceiverManner): Promise<Receiver>;
  /** The same receiver at an address that the sender must not reach. */
  forbidden(receiver: Receiver): string;
  /** A URL at which nobody listens. */
  nobody(): Promise<string>;
}
