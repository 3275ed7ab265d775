import type { Server } from 'node:http';
import { continueWhenRead } from './continue-when-read.js';
import { endWithConnection } from './end-with-connection.js';
import { handleClientErrors } from './handle-client-errors.js';

/** A sender that has not finished its headers by then is cut off. */
const headersTimeoutMs = 20_000;
/** Longer than the idle time of common load balancers, so that they close a connection first and never write into a closed one. */
const keepAliveTimeoutMs = 75_000;

/**
 * Settings for a server that serves byte routes. Node cuts every request off after five minutes otherwise, which no upload of a large file
 * survives; the handler itself limits how long a JSON body may take and how long a byte transfer may stand still.
 * Answers end with their connection, also those that wait behind others. Who asks before sending a body is answered when it is read or refused. What is
 * no request at all, or one with too large headers, is answered with an error object.
 */
export const configureServer = <S extends Server>(server: S): S => {
  server.headersTimeout = headersTimeoutMs;
  server.keepAliveTimeout = keepAliveTimeoutMs;
  server.requestTimeout = 0;
  server.timeout = 0;
  // Node drops what comes behind its first thousand fields without a word. A proxy may write behind them who has sent the request, and a client that wrote the
  // others would be taken for the proxy. What bounds them all is how many bytes they have.
  server.maxHeadersCount = 0;
  // The handler sees to its own answers by itself, on a server that nobody has configured; others may answer here beside it.
  server.prependListener('request', endWithConnection);
  continueWhenRead(server);
  handleClientErrors(server);
  return server;
};
