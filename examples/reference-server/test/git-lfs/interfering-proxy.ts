import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** What went through the proxy. */
export interface ProxiedExchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  requestBytes: number;
  /** Undefined until the server has answered. */
  status: number | undefined;
  responseHeaders: IncomingHttpHeaders;
}

/** What the network does to an exchange instead of carrying it. */
export type Interference =
  /** Turns a byte of the request's body over. */
  | { readonly kind: 'flip_request_byte'; readonly at: number }
  /** Turns a byte of the answer's body over. */
  | { readonly kind: 'flip_response_byte'; readonly at: number }
  /** Cuts both connections when so many bytes of the request's body have passed. */
  | { readonly kind: 'cut_request'; readonly afterBytes: number }
  /** Takes nothing more of the request's body after so many bytes, and says nothing. */
  | { readonly kind: 'stall_request'; readonly afterBytes: number }
  /** Takes the whole request and says nothing; the server never hears of it. */
  | { readonly kind: 'no_answer' }
  /** Lets the server answer and cuts the client's connection before it hears of it. */
  | { readonly kind: 'lose_response' }
  /** Answers in place of the server, which never hears of the request. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Cuts the client's connection when so many bytes of the answer's body have passed. */
  | { readonly kind: 'cut_response'; readonly afterBytes: number }
  /** Holds the rest of the answer back for ever after so many bytes of its body. */
  | { readonly kind: 'stall_response'; readonly afterBytes: number };

type Decide = (request: ProxiedExchange) => Interference | undefined | Promise<Interference | undefined>;

/**
 * A reverse proxy on a loopback port that writes down what passes and can stand in the way. It can stand before a storage too, under the same address;
 * then it is about what clients do with signed URLs, and lets the server's own traffic with its storage pass unseen.
 */
export interface InterferingProxy {
  readonly url: string;
  readonly port: number;
  /** Where requests go to, to each in turn; set once the servers listen. */
  forwardTo(...ports: readonly number[]): void;
  /** Where requests go to that are not for the server. */
  forwardStorageTo(port: number): void;
  readonly exchanges: readonly ProxiedExchange[];
  /** Forgets the exchanges so far. */
  forget(): void;
  /** Asks about each request from now on; undefined lets it pass. The request waits for a promise. */
  interfere(decide: Decide): void;
  close(): Promise<void>;
}

const flipped = (position: number): Transform => {
  let passed = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const offset = position - passed;
      passed += chunk.length;
      const copy = Buffer.from(chunk);
      if (offset >= 0 && offset < chunk.length) copy.writeUInt8(copy.readUInt8(offset) ^ 1, offset);
      done(undefined, copy);
    },
  });
};

/** Passes so many bytes, then calls `onLimit` and passes nothing more. */
const limited = (limitBytes: number, onLimit: () => void): Transform => {
  let left = limitBytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const passing = chunk.subarray(0, left);
      left -= passing.length;
      if (passing.length === chunk.length) {
        done(undefined, chunk);
        return;
      }
      this.push(passing);
      onLimit();
    },
  });
};

const nothing = (): void => undefined;

const carry = (
  exchange: ProxiedExchange,
  interference: Interference | undefined,
  port: number,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void => {
  const onward = httpRequest({
    host: '127.0.0.1',
    port,
    method: exchange.method,
    path: incoming.url,
    headers: incoming.headers,
    // On a connection of its own: one that is used again may have been closed meanwhile by who answers.
    agent: false,
  });
  const cut = (): void => {
    onward.destroy();
    outgoing.destroy();
  };
  onward.on('error', cut);
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) cut();
  });
  onward.on('response', (answer) => {
    exchange.status = answer.statusCode;
    exchange.responseHeaders = answer.headers;
    answer.on('error', cut);
    if (interference?.kind === 'lose_response') {
      answer.resume().on('end', cut);
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    // Headers go out at once, so that a client is seen to wait for the body.
    outgoing.flushHeaders();
    if (interference?.kind === 'stall_response') answer.pipe(limited(interference.afterBytes, nothing)).pipe(outgoing);
    else if (interference?.kind === 'cut_response') {
      // What has passed arrives before the connection ends.
      const end = (): void => void outgoing.end(() => incoming.socket.destroy());
      answer.pipe(limited(interference.afterBytes, end)).pipe(outgoing);
    } else if (interference?.kind === 'flip_response_byte') answer.pipe(flipped(interference.at)).pipe(outgoing);
    else answer.pipe(outgoing);
  });
  incoming.on('data', (chunk: Buffer) => (exchange.requestBytes += chunk.length));
  if (interference?.kind === 'flip_request_byte') incoming.pipe(flipped(interference.at)).pipe(onward);
  else if (interference?.kind === 'stall_request') incoming.pipe(limited(interference.afterBytes, nothing)).pipe(onward);
  else if (interference?.kind === 'cut_request') incoming.pipe(limited(interference.afterBytes, cut)).pipe(onward);
  else incoming.pipe(onward);
};

const answer = (
  exchange: ProxiedExchange,
  { status, headers, body = '' }: Extract<Interference, { readonly kind: 'answer' }>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void => {
  exchange.status = status;
  incoming.resume().on('end', () => outgoing.writeHead(status, headers).end(body));
};

const isForServer = (path: string): boolean =>
  /^\/(?:api|storage)\/|^\/(?:readyz|healthz|downloads\/.*)$|\.git\/info\/lfs/.test(path);

export const startInterferingProxy = async (): Promise<InterferingProxy> => {
  const exchanges: ProxiedExchange[] = [];
  const isSeen = ({ path, query }: ProxiedExchange): boolean => isForServer(path) || query.includes('X-Amz-Signature=');
  const sockets = new Set<Socket>();
  let targets: readonly number[] = [];
  let turn = 0;
  const nextTarget = (): number => targets[turn++ % targets.length] ?? 0;
  let storage = 0;
  let decide: Decide = () => undefined;

  const server = createServer((incoming, outgoing) => {
    const [path = '', query = ''] = (incoming.url ?? '').split('?', 2);
    const exchange: ProxiedExchange = {
      method: incoming.method ?? '',
      path,
      query,
      headers: incoming.headers,
      requestBytes: 0,
      status: undefined,
      responseHeaders: {},
    };
    const port = storage === 0 || isForServer(path) ? nextTarget() : storage;
    if (!isSeen(exchange) && port === storage) {
      carry(exchange, undefined, port, incoming, outgoing);
      return;
    }
    exchanges.push(exchange);
    void Promise.resolve(decide(exchange)).then((interference) => {
      if (interference?.kind === 'answer') answer(exchange, interference, incoming, outgoing);
      else if (interference?.kind === 'no_answer') incoming.on('data', nothing);
      else carry(exchange, interference, port, incoming, outgoing);
    });
  });
  server.requestTimeout = 0;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = listeningAddress(server.address());

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    forwardTo: (...chosen) => {
      targets = chosen;
    },
    forwardStorageTo: (chosen) => {
      storage = chosen;
    },
    exchanges,
    forget: () => {
      exchanges.length = 0;
    },
    interfere: (chosen) => {
      decide = chosen;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

const listeningAddress = (address: AddressInfo | string | null): AddressInfo => {
  if (address === null || typeof address === 'string') throw new Error('the proxy listens on a port');
  return address;
};
