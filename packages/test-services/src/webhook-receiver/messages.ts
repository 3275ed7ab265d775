/** Names of headers are in lower case. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** When its head had come and when its answer was sent or its connection lost, on the receivers' clock; the end is absent while it is under way. */
  readonly beganAtMs: number;
  readonly endedAtMs?: number;
}

/** How a receiver treats the sender of a request. */
export type ReceiverManner =
  | {
      readonly kind: 'answers';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** How long it takes; at once when absent. */
      readonly afterMs?: number;
    }
  | { readonly kind: 'silent' | 'slow' | 'endless' | 'slow-body' | 'hangs-up' | 'babbles' };

export type ToReceiver =
  | { readonly kind: 'port' }
  | { readonly kind: 'manner'; readonly id: string; readonly manner: ReceiverManner }
  | { readonly kind: 'received'; readonly id: string };

/** Answers the message of the same number. */
export interface ToParent {
  readonly number: number;
  readonly port: number;
  readonly received: readonly ReceivedRequest[];
}
