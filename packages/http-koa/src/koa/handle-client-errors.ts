import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorReply, type ProtocolProblem, protocolReply } from '../endpoint/error-reply.js';
import { lingering, maxQuietMs } from './linger.js';
import { requestIdOf } from './request-id.js';
import { commonHeaders } from './send.js';

const headersOf = ({ headers, contentType, body }: ErrorReply, text: string): Readonly<Record<string, string>> => ({
  ...commonHeaders,
  ...headers,
  'X-Request-Id': body.error.request_id,
  'Content-Type': contentType,
  'Content-Length': String(Buffer.byteLength(text)),
});

const problemOf = (error: Error): ProtocolProblem => {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : 'malformed';
};

/** Ends the connection with an answer, and leaves its sender a little time to stop: see `lingering`. */
const endWith = (socket: Duplex, reply: ErrorReply): void => {
  const text = JSON.stringify(reply.body);
  const fields = Object.entries(headersOf(reply, text)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? ''}\r\n${fields.join('')}\r\n${text}`);
  const timer = setTimeout(() => socket.destroy(), maxQuietMs);
  socket.once('close', () => clearTimeout(timer));
};

const refuseExpectation = (request: IncomingMessage, response: ServerResponse): void => {
  const reply = protocolReply('unknown_expectation', requestIdOf(request.headers['x-request-id']));
  const text = JSON.stringify(reply.body);
  response.writeHead(reply.status, headersOf(reply, text));
  lingering(text, request).pipe(response);
};

/** Answers what Node refuses before any handler hears of it, like every other error: Node itself would answer without a body. */
export const handleClientErrors = (server: Server): void => {
  const open = new WeakMap<Duplex, Set<ServerResponse>>();

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const answers = open.get(socket) ?? new Set();
    open.set(socket, answers.add(response));
    response.once('close', () => answers.delete(response));
  });

  server.on('clientError', (error: Error, socket: Duplex) => {
    // Answered already: this is the rest of what could not be read.
    if (socket.writableEnded) return;
    const isAnswering = [...(open.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    if (!socket.writable || isAnswering) socket.destroy();
    else endWith(socket, protocolReply(problemOf(error), randomUUID()));
  });

  server.on('checkExpectation', refuseExpectation);
};
