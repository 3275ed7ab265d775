import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Haystack } from './secret-book.js';

/** The server that listens at a webhook's URL. */
export interface WebhookReceiver {
  readonly url: string;
  /** What was sent there. */
  readonly received: readonly Haystack[];
  stop(): Promise<void>;
}

/** Refuses the first delivery and takes the others. */
export const startWebhookReceiver = async (): Promise<WebhookReceiver> => {
  const received: Haystack[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const head = Buffer.from(`${request.url} ${JSON.stringify(request.headers)}\n`);
      received.push({ name: 'what a webhook was sent', bytes: Buffer.concat([head, body]) });
      response.writeHead(received.length === 1 ? 500 : 204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('a TCP server has a port');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
