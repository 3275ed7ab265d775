import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { maxJsonBytes } from './json-body.js';

/** How long a refused sender may go on sending before the connection breaks. */
export const maxWaitMs = 2000;
/** And how much. */
const maxLingerBytes = 1024 * 1024;

/** Whether an answer now would leave more of the request unread than Node throws away by itself: a large rest, or one that somebody began to read. */
export const isLeftUnread = (request: IncomingMessage): boolean => {
  if (request.complete) return false;
  if (request.readableDidRead || request.headers['transfer-encoding'] !== undefined) return true;
  return Number(request.headers['content-length'] ?? 0) > maxJsonBytes;
};

const drained = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(finish, maxWaitMs);
    let bytes = 0;
    request.once('end', finish).once('close', finish).once('error', finish);
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > maxLingerBytes) finish();
    });
    if (request.complete || request.destroyed) finish();
    else request.resume();
  });

/**
 * An answer to a sender who is still sending. It arrives at once, but its end, and with it the end of the connection, waits a little for the
 * sender to stop: a connection that is closed over unread bytes is reset, and a reset destroys an answer that was not yet read.
 */
export const lingering = (answer: string, request: IncomingMessage): Readable =>
  Readable.from(
    (async function* () {
      yield Buffer.from(answer);
      await drained(request);
    })(),
    { objectMode: false },
  );
