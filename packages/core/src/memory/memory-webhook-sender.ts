import type { Clock } from '../ports/clock.js';
import type { WebhookAnswer, WebhookRequest, WebhookSender } from '../ports/webhook-sender.js';

/** What stands at a URL, and at those below it: it answers each request. */
export type MemoryReceiver = (request: WebhookRequest) => WebhookAnswer | Promise<WebhookAnswer>;

/** Receivers in memory, by their URLs; nobody is reached at any other. */
export interface MemoryWebhookSender extends WebhookSender {
  /** Answers 204 when `receiver` is absent. A new one takes the place of the one before. */
  listen(url: string, receiver?: MemoryReceiver): void;
  /** Everything that was sent to receivers, oldest first. */
  readonly sent: readonly WebhookRequest[];
}

export interface MemoryWebhookSenderOptions {
  /** By which receivers are given up; without it none is. */
  readonly clock?: Pick<Clock, 'after'> | undefined;
  /** 10 s when absent. */
  readonly timeoutMs?: number | undefined;
}

const defaultTimeoutMs = 10_000;

/** Hosts that stand for an address of the machine itself, as far as a sender without a network can tell. */
const isAllowed = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && new URL(url).hostname !== 'localhost';

export const createMemoryWebhookSender = ({
  clock,
  timeoutMs = defaultTimeoutMs,
}: MemoryWebhookSenderOptions = {}): MemoryWebhookSender => {
  const receivers = new Map<string, MemoryReceiver>();
  const sent: WebhookRequest[] = [];
  const receiverAt = (url: string): MemoryReceiver | undefined =>
    receivers.get(url) ?? [...receivers].find(([above]) => above.endsWith('/') && url.startsWith(above))?.[1];
  const answerOf = (receiver: MemoryReceiver, request: WebhookRequest): Promise<WebhookAnswer> =>
    new Promise((resolve, reject) => {
      const callOff = clock?.after?.(timeoutMs, () => resolve({ kind: 'failed', fault: 'timeout' }));
      void Promise.resolve(receiver(request))
        .then(resolve, reject)
        .finally(() => callOff?.());
    });
  return {
    sent,
    listen: (url, receiver = () => ({ kind: 'answered', status: 204 })) => void receivers.set(url, receiver),
    isAllowed,
    send: async (request) => {
      if (!isAllowed(request.url)) return { kind: 'failed', fault: 'address_forbidden' };
      const receiver = receiverAt(request.url);
      if (receiver === undefined) return { kind: 'failed', fault: 'unreachable' };
      sent.push(request);
      return answerOf(receiver, request);
    },
  };
};
