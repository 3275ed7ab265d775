import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How often connections that have become idle are closed while the last requests end, in milliseconds. */
const IDLE_CHECK_MS = 50;
/** How long a connection on which nothing was asked yet may still ask: a request may be on its way. */
const FIRST_REQUEST_WITHIN_MS = 1000;

const isSamePeer = (one: Socket, other: Socket): boolean =>
  one.remotePort === other.remotePort && one.remoteAddress === other.remoteAddress;

/** Connections that have not brought the headers of a request yet. Node takes them for busy ones, and looks at their time no more once it closes. */
const silentConnections = (server: Server): ReadonlySet<Socket> => {
  const silent = new Set<Socket>();
  const add = (socket: Socket): void => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  };
  server.on('connection', add);
  // A server with TLS tells of a connection anew once it is secure, and only that one is told of by its requests.
  server.on('secureConnection', (secure: Socket) => {
    for (const socket of silent) if (isSamePeer(socket, secure)) silent.delete(socket);
    add(secure);
  });
  server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket));
  return silent;
};

/**
 * From the call on, each answer that has not begun says that it is the last one of its connection. A proxy would send one request after the other on those
 * that it keeps, and never let them become idle.
 */
const createLastAnswers = (server: Server): (() => void) => {
  let isLast = false;
  const underWay = new Set<ServerResponse>();
  // Before the listener that answers: it may do so at once.
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    if (isLast) response.shouldKeepAlive = false;
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  return () => {
    isLast = true;
    for (const response of underWay) response.shouldKeepAlive = false;
  };
};

/** Ends a server. Resolves, when its last connection is closed, to whether everything finished by itself. */
export type Drain = (graceMs: number) => Promise<boolean>;

/**
 * What ends a server, made before it listens: it stops accepting connections, lets the requests under way finish, transfers among them, for at most
 * `graceMs`, then closes what is left. By `server.close` alone a connection that is kept alive after its last answer stays for as long as its idle time
 * or its next request, and one on which nothing was asked for ever.
 */
export const createDrain = (server: Server): Drain => {
  const silent = silentConnections(server);
  const makeAnswersLast = createLastAnswers(server);
  return (graceMs) =>
    new Promise((resolve) => {
      let finished = true;
      makeAnswersLast();
      // A connection whose answer had begun before turns idle after it.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
      const firstRequests = setTimeout(() => {
        for (const socket of silent) socket.destroy();
      }, FIRST_REQUEST_WITHIN_MS);
      const limit = setTimeout(() => {
        finished = false;
        server.closeAllConnections();
      }, graceMs);
      server.close(() => {
        clearInterval(idle);
        clearTimeout(firstRequests);
        clearTimeout(limit);
        resolve(finished);
      });
      server.closeIdleConnections();
    });
};
