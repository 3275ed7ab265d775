import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** Receivers of webhooks: one that answers at once, and as many as anybody likes that take what they are sent and never answer. */
export interface Receivers {
  readonly honestUrl: string;
  tarpitUrl(name: string): string;
  /** How many requests wait in the tarpits. */
  waitingCount(): number;
  /** When the honest one was told of the repository; undefined until then. */
  heardAt(repositoryId: string): number | undefined;
  stop(): Promise<void>;
}

const repositoryOf = (body: string): string => {
  const event: unknown = JSON.parse(body);
  const id: unknown = typeof event === 'object' && event !== null ? Reflect.get(event, 'repository_id') : undefined;
  return typeof id === 'string' ? id : '';
};

export const startReceivers = async (): Promise<Receivers> => {
  const heard = new Map<string, number>();
  let waitingCount = 0;
  const server = createServer((request, response) => {
    if (request.url !== '/honest') {
      waitingCount += 1;
      response.on('close', () => (waitingCount -= 1));
      request.resume();
      return;
    }
    void text(request).then(
      (body) => {
        heard.set(repositoryOf(body), performance.now());
        response.writeHead(204).end();
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receivers listen on a port');
  const baseUrl = `http://127.0.0.1:${address.port}`;
  return {
    honestUrl: `${baseUrl}/honest`,
    tarpitUrl: (name) => `${baseUrl}/tarpit/${name}`,
    waitingCount: () => waitingCount,
    heardAt: (repositoryId) => heard.get(repositoryId),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
