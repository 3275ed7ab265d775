import { type Agent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Method, Transport, TransportAnswer } from '@svc/client';
import { copyBytes } from '@svc/codec-node';
import type { Connections } from './connections.js';
import { codeOf } from './error-code.js';
import { watchPauses } from './line-pauses.js';
import { createSilenceWatch, type SilenceWatch } from './silence.js';
import { userAgent } from './user-agent.js';

/** The service is waited for so long where it works before it answers: to verify a large object takes a while. */
const lateAnswerMs = 10 * 60_000;
/**
 * Of a host with several addresses Node gives each but the last a quarter of a second to answer, and never comes back to it: less than an answer takes from
 * another continent, where the rest may be addresses of IPv6 that are out of reach from here. So long is enough for one that comes at the second try, too.
 */
const addressMs = 2500;
/** What a proxy alone says, and no service. */
const refusalOfProxy = (status: number | undefined): Error | undefined =>
  status === 407 ? new Error('the proxy wants a credential: it belongs into the URL of the proxy (407)') : undefined;

/** Both agents that lead through a proxy tell its URL. */
const proxyOf = (agent: Agent): URL | undefined => ('proxy' in agent && agent.proxy instanceof URL ? agent.proxy : undefined);

/** Says which proxy is on the way, where there is one: it may be its fault. */
const onWay = (agent: Agent, fault: Error): Error => {
  const proxy = proxyOf(agent);
  return proxy === undefined ? fault : new Error(`through the proxy ${proxy.host}: ${fault.message}`);
};

/** What OpenSSL says of an answer in plain text: it takes its first letters for a version, or for a length. */
const plainText = /wrong version number|packet length too long/;

/** What a server says to whom it wants to see a certificate of. */
const nothingShown = /alert certificate required/;

/** What Node says of a certificate that nobody has signed whom it knows, itself and those whom git trusts included. */
const unknownAuthorities: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const inWords = (fault: Error, host: string): Error => {
  if (plainText.test(fault.message)) return new Error(`${host} does not speak TLS: is its URL one of http, not of https?`);
  if (nothingShown.test(fault.message))
    return new Error(`${host} wants a certificate of its client: http.sslCert of git names it`);
  if (!unknownAuthorities.has(codeOf(fault))) return fault;
  return new Error(`${fault.message}; an authority of your own is trusted where http.sslCAInfo of git names its file`);
};

/** A connection that was given up. */
export interface Stall {
  /** With the port, where it is not the usual one. */
  readonly host: string;
  readonly silentMs: number;
}

/** For people: whole ones. */
export const secondsOf = (ms: number): number => Math.max(1, Math.round(ms / 1000));

export interface HttpTransportOptions {
  /** A connection on which nothing moves for so long is given up: to connect, to send, to be answered, to receive. */
  readonly stallMs: number;
  readonly onStall?: (stall: Stall) => void;
  readonly connections: Pick<Connections, 'agentFor'>;
}

/** Where one connection has fallen silent, those that were used before it have most likely, too. */
const closeUnused = ({ freeSockets }: Agent): void => {
  for (const sockets of Object.values(freeSockets)) for (const socket of sockets ?? []) socket.destroy();
};

/** The body in pieces. A reader that takes its time is no silence. */
async function* piecesOf(message: IncomingMessage, watch: SilenceWatch, stallMs: number): AsyncGenerator<Uint8Array> {
  const pieces: AsyncIterable<Uint8Array> = message;
  watch.allow(stallMs);
  try {
    for await (const piece of pieces) {
      watch.rest();
      yield piece;
      watch.allow(stallMs);
    }
  } finally {
    watch.rest();
  }
}

/** Copies the body from where Node's parser has put it: without an iteration, which would cost as much again. */
const readInto = (message: IncomingMessage, target: Uint8Array, watch: SilenceWatch, stallMs: number): Promise<number> =>
  new Promise((resolve, reject) => {
    let end = 0;
    watch.allow(stallMs);
    message.on('data', (piece: Uint8Array) => {
      const begin = end;
      end += piece.byteLength;
      if (end > target.byteLength) {
        message.destroy();
        resolve(end);
        return;
      }
      copyBytes(piece, target.subarray(begin));
      watch.allow(stallMs);
    });
    message.once('end', () => resolve(end));
    message.once('error', reject);
    message.once('close', () => {
      watch.rest();
      reject(new Error('the connection was closed before the answer was whole'));
    });
  });

interface AnswerBody {
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly readInto: (target: Uint8Array) => Promise<number>;
}

const answerOf = (message: IncomingMessage, body: AnswerBody): TransportAnswer => ({
  status: message.statusCode ?? 0,
  header: (name) => {
    const value = message.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  },
  body: body.pieces,
  readInto: body.readInto,
});

const lengthOf = (method: Method, body: Uint8Array | undefined): Readonly<Record<string, number>> => {
  if (body !== undefined) return { 'content-length': body.byteLength };
  return method === 'GET' || method === 'HEAD' ? {} : { 'content-length': 0 };
};

/** Each piece that was taken shows that the connection lives: small ones first, for the slowest line, and larger ones for lines that take many. */
const pieceBytesAt = (begin: number): number => (begin < 1024 * 1024 ? 16 * 1024 : 64 * 1024);

/** Sends a body from where it lies, and ends the request. */
const send = (request: ClientRequest, body: Uint8Array | undefined, onMoved: () => void, onSent: () => void): void => {
  if (body === undefined) {
    request.end(onSent);
    return;
  }
  const sendFrom = (begin: number): void => {
    const end = begin + pieceBytesAt(begin);
    if (end >= body.byteLength) {
      request.end(body.subarray(begin), onSent);
      return;
    }
    request.write(body.subarray(begin, end), (fault) => {
      // The request is told of it, too.
      if (fault !== null && fault !== undefined) return;
      onMoved();
      sendFrom(end);
    });
  };
  sendFrom(0);
};

/**
 * Moves bytes with Node's own HTTP. A body goes from the memory that it lies in to the socket, also from memory that threads share: fetch copies it twice
 * and sends 32 MiB at a fifth of the speed. A connection that falls silent is broken off, so that the client tries another one.
 */
export const createHttpTransport =
  ({ stallMs, onStall = () => undefined, connections }: HttpTransportOptions): Transport =>
  async ({ method, url, headers, body, signal, answersLate = false }) => {
    const { protocol, host } = new URL(url);
    const isSecure = protocol === 'https:';
    const agent = await connections.agentFor(url);
    return new Promise((resolve, reject) => {
      const options = {
        method,
        agent,
        autoSelectFamilyAttemptTimeout: Math.min(addressMs, stallMs / 4),
        headers: { 'user-agent': userAgent, ...headers, ...lengthOf(method, body) },
        ...(signal === undefined ? {} : { signal }),
      };
      const request = isSecure ? httpsRequest(url, options) : httpRequest(url, options);
      let answer: IncomingMessage | undefined;
      const watch = createSilenceWatch((silentMs) => {
        closeUnused(agent);
        onStall({ host, silentMs });
        const fault = new Error(`nothing has moved for ${secondsOf(silentMs)} s`);
        (answer ?? request).destroy(fault);
        // A request that waits for the proxy's answer has no socket yet, and tells nobody of its end.
        fail(onWay(agent, fault));
      });
      const onAbort = (): void => fail(new Error('the request was aborted'));
      const rest = (): void => {
        watch.rest();
        signal?.removeEventListener('abort', onAbort);
      };
      const fail = (fault: Error): void => {
        if (answer !== undefined) return;
        rest();
        reject(fault);
      };
      const allow = (ms: number): void => {
        if (answer === undefined && !request.destroyed) watch.allow(ms);
      };
      allow(stallMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (signal?.aborted === true) onAbort();
      // The agent for a proxy writes the head anew once it is connected: of a body that has begun the head would be sent again in its middle.
      request.once('socket', (socket) => {
        if (socket.connecting) socket.once('connect', () => allow(stallMs));
        const begunAt = performance.now();
        const pauses = watchPauses(socket, () => performance.now());
        allow(stallMs + pauses.allowedMs());
        send(
          request,
          body,
          () => {
            pauses.tellTaken();
            allow(stallMs + pauses.allowedMs());
          },
          // What lies in buffers on the way is at most about as much as has passed them, now or before, and takes as long.
          () => allow((answersLate ? lateAnswerMs : stallMs) + pauses.allowedMs() + (performance.now() - begunAt)),
        );
      });
      request.once('response', (message) => {
        answer = message;
        rest();
        const refusal = refusalOfProxy(message.statusCode);
        if (refusal !== undefined) {
          message.destroy();
          reject(refusal);
          return;
        }
        resolve(
          answerOf(message, {
            pieces: piecesOf(message, watch, stallMs),
            readInto: (target) => readInto(message, target, watch, stallMs),
          }),
        );
      });
      request.once('proxyConnect', ({ statusCode = 0 }: IncomingMessage) => {
        if (statusCode === 200) return;
        fail(refusalOfProxy(statusCode) ?? new Error(`the proxy does not connect to ${host} (${statusCode})`));
        request.destroy();
      });
      request.on('error', (fault) => fail(onWay(agent, inWords(fault, host))));
      // Such as after `101 Switching Protocols`, which nobody has asked for.
      request.once('close', () => fail(onWay(agent, new Error('the connection was closed without an answer'))));
    });
  };
