import type { IncomingMessage } from 'node:http';
import type { IncomingBytes } from '../endpoint/body.js';
import { declaredBytes } from './json-body.js';
import { byteIdleMs } from './send-bytes.js';

/**
 * A body of any length as it comes. It must come steadily, but what is done with it after its end may take its time. Leaving the iteration early
 * leaves the connection whole, so that an answer can still be sent.
 */
export const receiveBytes = (request: IncomingMessage): IncomingBytes => {
  const { socket } = request;
  socket.setTimeout(byteIdleMs);
  request.once('end', () => socket.setTimeout(0));
  return {
    declaredBytes: declaredBytes(request),
    chunks: { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]() },
  };
};
