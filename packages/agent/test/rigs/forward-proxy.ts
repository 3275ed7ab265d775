import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** A proxy that knows each host as a port of this machine, but `forbidden.test`, which it leads nobody to. */
export interface ForwardProxy {
  readonly port: number;
  /** What it was asked for: `GET http://…`, or `CONNECT host:port`. */
  readonly asked: string[];
  /** How many came to it. */
  connections(): number;
  close(): void;
}

interface ForwardProxyOptions {
  /** Who says `Proxy-Authorization: Basic …` as this does is let through; everybody where it is absent. */
  readonly credential?: string;
  /** What it is reached by HTTPS with. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

export const startForwardProxy = async ({ credential, certificate }: ForwardProxyOptions = {}): Promise<ForwardProxy> => {
  const wanted = credential === undefined ? undefined : `Basic ${Buffer.from(credential).toString('base64')}`;
  const asked: string[] = [];
  const sockets = new Set<Duplex>();
  const server = certificate === undefined ? createServer() : createSecureServer(certificate);
  server.on('request', (incoming: IncomingMessage, answer: ServerResponse) => {
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
  server.on(certificate === undefined ? 'connection' : 'secureConnection', (socket: Duplex) => sockets.add(socket));
  server.on('connect', ({ url = '', headers }: IncomingMessage, socket: Duplex) => {
    asked.push(`CONNECT ${url}`);
    if (wanted !== undefined && headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    if (url.startsWith('forbidden.test:')) {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const onward = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
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
