import { once } from 'node:events';
import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface MeddlingProxy {
  readonly endpoint: string;
  /** Requests that came, as `METHOD /path?query`. */
  readonly seen: readonly string[];
  close(): Promise<void>;
}

/** Answers itself, and says so by `true`, or lets the request through to the real server. */
export type Meddle = (request: IncomingMessage, response: ServerResponse, body: Buffer) => boolean;

/** An S3 server that is another one except where it is not. The `Host` field goes through as it came, so signatures stay good. */
export const startProxy = async (origin: string, meddle: Meddle): Promise<MeddlingProxy> => {
  const { hostname, port } = new URL(origin);
  const seen: string[] = [];
  const pass = (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const { method, url: path, headers } = request;
    const passed = forward({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    passed.end(body);
  };
  const server = createServer((request, response) => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
    buffer(request).then(
      (body) => {
        if (!meddle(request, response, body)) pass(request, response, body);
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy listens on a port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** An error as S3 writes it, with a text that must never be repeated. */
export const refuse = (response: ServerResponse, status: number, code: string): true => {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>internal-host-10.1.2.3</Message></Error>`);
  return true;
};
