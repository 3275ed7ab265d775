import { once } from 'node:events';
import { createServer } from 'node:net';

export interface Sentinel {
  readonly port: number;
  /** How many connections have come. */
  connections(): number;
  /** The addresses of this machine that were connected to. */
  reached(): ReadonlySet<string>;
  close(): Promise<void>;
}

/** Listens on every address of this machine, answers `200` to each request and counts who comes. */
export const startSentinel = async (): Promise<Sentinel> => {
  let connections = 0;
  const reached = new Set<string>();
  const server = createServer((socket) => {
    connections += 1;
    reached.add((socket.localAddress ?? '').replace('::ffff:', ''));
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'));
  });
  server.listen(0);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the sentinel listens on a port');
  return {
    port: address.port,
    connections: () => connections,
    reached: () => reached,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
};
