import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** A proxy that knows each host as a port of this machine. */
export interface ForwardProxy {
  readonly port: number;
  /** What it was asked for: `GET http://…`, or `CONNECT host:port`. */
  readonly asked: string[];
  /** How many came to it. */
  connections(): number;
  close(): void;
}

/** Lets through who says `Proxy-Authorization: Basic …` as `credential` does; everybody where that is absent. */
export const startForwardProxy = async (credential?: string): Promise<ForwardProxy> => {
  const wanted = credential === undefined ? undefined : `Basic ${Buffer.from(credential).toString('base64')}`;
  const asked: string[] = [];
  const sockets = new Set<Duplex>();
  const server = createServer((incoming, answer) => {
    const { method = '', url = '', headers } = incoming;
    asked.push(`${method} ${url}`);
    if (wanted !== undefined && headers['proxy-authorization'] !== wanted) {
      answer.writeHead(407).end();
      return;
    }
    const { port, pathname, search } = new URL(url);
    const onward = request({ host: '127.0.0.1', port, method, path: pathname + search, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 0, found.headers);
      found.pipe(answer);
    });
    incoming.pipe(onward);
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', ({ url = '', headers }, socket) => {
    asked.push(`CONNECT ${url}`);
    if (wanted !== undefined && headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const onward = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    asked,
    connections: () => sockets.size,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
