import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';

const everyMs = 1000;

/** Stands before an S3 server and passes everything on, until it is told to let the bodies of answers to GET drip. */
export interface SlowProxy {
  readonly endpoint: string;
  /** From now on such a body comes a byte a second. */
  drip(): void;
  /** How many of them have begun. */
  drippingCount(): number;
  stop(): Promise<void>;
}

const dripInto = (response: ServerResponse, body: Buffer): void => {
  let at = 0;
  const timer = setInterval(() => {
    response.write(body.subarray(at, at + 1));
    at += 1;
    if (at < body.byteLength) return;
    clearInterval(timer);
    response.end();
  }, everyMs);
  response.on('close', () => clearInterval(timer));
};

export const startSlowProxy = async (target: string): Promise<SlowProxy> => {
  const { hostname, port } = new URL(target);
  let isDripping = false;
  let drippingCount = 0;
  const server = createServer((incoming, response) => {
    const { method, url: path, headers } = incoming;
    const outgoing = request({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!isDripping || method !== 'GET') {
        answer.pipe(response);
        return;
      }
      drippingCount += 1;
      response.flushHeaders();
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => dripInto(response, Buffer.concat(pieces)));
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy listens on a port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    drip: () => {
      isDripping = true;
    },
    drippingCount: () => drippingCount,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
