import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { MIB } from '@svc/core/model';
import { maxJsonBytes } from './json-body.js';

/** How a refused sender may go on sending before the connection breaks. */
export interface LingerLimits {
  readonly quietMs: number;
  readonly totalMs: number;
  readonly bytes: number;
}

/** A refused sender that sends nothing for so long has stopped, or never will. */
export const maxQuietMs = 2000;

/**
 * Most senders look for an answer when they have sent everything, so the longest body that is no object has room: a file of a chunk tree, or a part. To throw
 * bytes away costs little, and who only wants to send them could do so with any request.
 */
const usualLimits: LingerLimits = { quietMs: maxQuietMs, totalMs: 10_000, bytes: 65 * MIB };

interface Exchanged {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/**
 * Whether an answer now would leave more of the request unread than Node throws away by itself: a large rest, one that somebody began to read, or any at all
 * where the connection ends with the answer, as a sender may ask.
 */
export const isLeftUnread = ({ req, res }: Exchanged): boolean => {
  if (req.complete) return false;
  if (req.readableDidRead || req.headers['transfer-encoding'] !== undefined) return true;
  return Number(req.headers['content-length'] ?? 0) > (res.shouldKeepAlive ? maxJsonBytes : 0);
};

const drained = (request: IncomingMessage, { quietMs, totalMs, bytes }: LingerLimits): Promise<void> =>
  new Promise((resolve) => {
    let leftBytes = bytes;
    const take = (chunk: Buffer): void => {
      quiet.refresh();
      leftBytes -= chunk.byteLength;
      if (leftBytes < 0) finish();
    };
    const finish = (): void => {
      clearTimeout(quiet);
      clearTimeout(total);
      request.off('data', take);
      resolve();
    };
    const quiet = setTimeout(finish, quietMs);
    const total = setTimeout(finish, totalMs);
    request.once('end', finish).once('close', finish).once('error', finish).on('data', take);
    if (request.complete || request.destroyed) finish();
    else request.resume();
  });

/**
 * An answer to a sender who is still sending. It arrives at once, but its end, and with it the end of the connection, waits a little for the
 * sender to stop: a connection that is closed over unread bytes is reset, and a reset destroys an answer that was not yet read.
 */
export const lingering = (answer: string, request: IncomingMessage, limits = usualLimits): Readable =>
  Readable.from(
    (async function* () {
      yield Buffer.from(answer);
      await drained(request, limits);
    })(),
    { objectMode: false },
  );
