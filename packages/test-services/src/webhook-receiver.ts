import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { runSources } from './run-sources.js';
import type { ReceivedRequest, ReceiverManner, ToParent, ToReceiver } from './webhook-receiver/messages.js';

export type { ReceivedRequest, ReceiverManner } from './webhook-receiver/messages.js';

/** Receivers of webhooks, all in one process of their own. */
export interface WebhookReceivers {
  readonly port: number;
  /** A new receiver, at a URL that ends in `/`. */
  receive(manner: ReceiverManner): Promise<{ readonly id: string; readonly url: string }>;
  /** From now on the receiver has another manner. */
  change(id: string, manner: ReceiverManner): Promise<void>;
  /** Whole requests that it has got, oldest first. */
  received(id: string): Promise<readonly ReceivedRequest[]>;
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('./webhook-receiver/process.ts', import.meta.url));

export const startWebhookReceivers = async (): Promise<WebhookReceivers> => {
  const child = fork(program, { execArgv: [...runSources] });
  const answers = new Map<number, (message: ToParent) => void>();
  let count = 0;
  child.on('message', (message: ToParent) => {
    answers.get(message.number)?.(message);
    answers.delete(message.number);
  });
  const ask = (message: ToReceiver): Promise<ToParent> =>
    new Promise((resolve) => {
      count += 1;
      answers.set(count, resolve);
      child.send({ ...message, number: count });
    });
  const { port } = await ask({ kind: 'port' });
  return {
    port,
    receive: async (manner) => {
      const id = `r${count}`;
      await ask({ kind: 'manner', id, manner });
      return { id, url: `http://127.0.0.1:${port}/${id}/` };
    },
    change: async (id, manner) => {
      await ask({ kind: 'manner', id, manner });
    },
    received: async (id) => (await ask({ kind: 'received', id })).received,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
};
