import type { IncomingMessage } from 'node:http';
import type { IncomingBytes } from '../endpoint/body.js';
import { type BodyPace, watchPace } from './body-pace.js';
import { expectUnread } from './expect-unread.js';
import { declaredBytes } from './json-body.js';
import { limitIdle } from './limit-idle.js';

/**
 * The same chunks, for as long as their sender's come fast enough. Only waiting for the sender counts: where the service is slow to take them, it waits for
 * itself. Throws after `tellSlow` when too little has come in a window.
 */
async function* comingSteadily(
  chunks: AsyncIterable<Uint8Array>,
  pace: BodyPace,
  monotonicNow: () => number,
  tellSlow: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const watch = watchPace(pace);
  let waitedMs = 0;
  let waitsSince = monotonicNow();
  for await (const chunk of chunks) {
    waitedMs += monotonicNow() - waitsSince;
    watch.tellCame(chunk.byteLength);
    if (waitedMs >= pace.rate.windowMs) {
      if (watch.isTooSlow(waitedMs)) {
        tellSlow();
        throw new Error('the body comes too slowly');
      }
      waitedMs = 0;
    }
    yield chunk;
    waitsSince = monotonicNow();
  }
}

/**
 * A body of any length as it comes. It must come steadily, and fast enough, but what is done with it after its end may take its time. Leaving the
 * iteration early leaves the connection whole, so that an answer can still be sent.
 */
export const receiveBytes = (request: IncomingMessage, pace: BodyPace, monotonicNow: () => number): IncomingBytes => {
  expectUnread(request);
  let isTooSlow = false;
  request.once('end', limitIdle(request.socket));
  const chunks = { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]() };
  return {
    declaredBytes: declaredBytes(request),
    chunks: comingSteadily(chunks, pace, monotonicNow, () => (isTooSlow = true)),
    wasTooSlow: () => isTooSlow,
  };
};
