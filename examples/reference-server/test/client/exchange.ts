import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Socket } from 'node:net';
import type { z } from 'zod';

/** One HTTP request, with as much freedom to be wrong as a hostile client has. */
export interface Exchange {
  readonly method: string;
  /** Absolute; its path and query are sent as they stand here. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** What Content-Length says; the body's length when absent, and with `chunked` nothing. */
  readonly declaredBytes?: number | 'chunked';
  /** Ends the connection after the body instead of waiting for an answer to a request that is whole. */
  readonly hangUp?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** No answer came: the server was not there, or the connection broke. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** Who hangs up while the rest of a body is still written is heard of twice: by the request, and by its socket. */
const heard = new WeakSet<Socket>();
const hearOnce = (socket: Socket): void => {
  if (heard.has(socket)) return;
  heard.add(socket);
  socket.on('error', () => undefined);
};

const originOf = /^http:\/\/([^/:]+):(\d+)(\/[^#]*)$/;

/** Sends a request and reads the whole answer; throws `ConnectionLost` when there is none. */
export const exchange = (
  agent: Agent,
  { method, url, headers, body, declaredBytes, hangUp = false }: Exchange,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const [, hostname, port, path] = originOf.exec(url) ?? [];
    if (hostname === undefined || path === undefined) throw new Error(`${url} is not a URL of the server`);
    const length = declaredBytes ?? (body === undefined ? undefined : Buffer.byteLength(body));
    const framing: Record<string, string> =
      length === 'chunked'
        ? { 'Transfer-Encoding': 'chunked' }
        : length === undefined
          ? {}
          : { 'Content-Length': String(length) };
    const lose = (fault: Error): void => reject(new ConnectionLost(`${method} ${path}: ${fault.message}`, { cause: fault }));
    const outgoing = request({ agent, method, hostname, port, path, headers: { ...framing, ...headers } }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', lose);
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    outgoing.on('error', lose);
    outgoing.on('socket', hearOnce);
    if (!hangUp) {
      outgoing.end(body);
      return;
    }
    outgoing.write(body ?? '', () => {
      outgoing.destroy();
      reject(new ConnectionLost(`${method} ${path}: hung up`));
    });
  });

export const textOf = (answer: Answer): string => answer.bytes.toString('utf8');

/** The body of an answer that has to have this status and this shape. */
export const read = <T>(answer: Answer, status: number, schema: z.ZodType<T>): T => {
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status}: ${textOf(answer).slice(0, 1000)}`);
  return schema.parse(JSON.parse(textOf(answer)));
};

/** An answer that has to have one of these statuses. */
export const expectStatus = (answer: Answer, ...statuses: readonly number[]): Answer => {
  if (statuses.includes(answer.status)) return answer;
  throw new Error(`expected ${statuses.join(' or ')}, got ${answer.status}: ${textOf(answer).slice(0, 1000)}`);
};
