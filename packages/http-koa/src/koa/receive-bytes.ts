import type { IncomingMessage } from 'node:http';
import type { IncomingBytes } from '../endpoint/body.js';
import { expectUnread } from './expect-unread.js';
import { declaredBytes } from './json-body.js';
import { limitIdle } from './limit-idle.js';

/** How fast the bytes of a body have to come. */
export interface BodyRate {
  /** Judged over at least `windowMs` of waiting for the sender. */
  readonly bytesPerSecond: number;
  readonly windowMs: number;
}

/** Less than the slowest mobile network brings, and far more than a sender that only wants to hold a place. */
export const defaultBodyRate: BodyRate = { bytesPerSecond: 4096, windowMs: 30_000 };

/**
 * The same chunks, for as long as they come fast enough. Only waiting for the sender counts: where the service is slow to take them, it waits for
 * itself. Throws after `tellSlow` when too little has come in a window.
 */
async function* comingSteadily(
  chunks: AsyncIterable<Uint8Array>,
  { bytesPerSecond, windowMs }: BodyRate,
  monotonicNow: () => number,
  tellSlow: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let waitedMs = 0;
  let cameBytes = 0;
  let waitsSince = monotonicNow();
  for await (const chunk of chunks) {
    waitedMs += monotonicNow() - waitsSince;
    cameBytes += chunk.byteLength;
    if (waitedMs >= windowMs) {
      if (cameBytes * 1000 < bytesPerSecond * waitedMs) {
        tellSlow();
        throw new Error('the body comes too slowly');
      }
      waitedMs = 0;
      cameBytes = 0;
    }
    yield chunk;
    waitsSince = monotonicNow();
  }
}

/**
 * A body of any length as it comes. It must come steadily, and fast enough, but what is done with it after its end may take its time. Leaving the
 * iteration early leaves the connection whole, so that an answer can still be sent.
 */
export const receiveBytes = (request: IncomingMessage, rate: BodyRate, monotonicNow: () => number): IncomingBytes => {
  expectUnread(request);
  let isTooSlow = false;
  request.once('end', limitIdle(request.socket));
  const chunks = { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]() };
  return {
    declaredBytes: declaredBytes(request),
    chunks: comingSteadily(chunks, rate, monotonicNow, () => (isTooSlow = true)),
    wasTooSlow: () => isTooSlow,
  };
};
