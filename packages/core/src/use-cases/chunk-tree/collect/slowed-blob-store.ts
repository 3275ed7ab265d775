import { ResultAsync } from 'neverthrow';
import { createPace, type Pace } from '../../../concurrency/pace.js';
import type { BlobStore } from '../../../ports/blob-store.js';
import type { Ports } from '../../../ports/ports.js';

/** How fast a process collects, all its repositories together. */
export interface CollectPace {
  readonly requests: Pace;
  readonly bytes: Pace;
}

export const createCollectPace = ({ clock, settings }: Pick<Ports, 'clock' | 'settings'>): CollectPace => ({
  requests: createPace(clock, settings.gcRequestsPerSecond),
  bytes: createPace(clock, settings.gcBytesPerSecond),
});

// Written out rather than as a generator: leaving a generator that has not begun would not release the inner body.
const slowed = (body: AsyncIterable<Uint8Array>, pace: Pace): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => {
    const pieces = body[Symbol.asyncIterator]();
    return {
      next: async () => {
        const next = await pieces.next();
        if (next.done === true) return next;
        try {
          await pace(next.value.byteLength);
          return next;
        } catch (stopped) {
          await pieces.return?.();
          throw stopped;
        }
      },
      return: async () => {
        await pieces.return?.();
        return { done: true, value: undefined };
      },
    };
  },
});

/** Reads no faster than the pace, and asks `goOn` before each read. Removals and writes are begun in time, so they wait for it before they are decided on. */
export const slowedBlobStore = (blobs: BlobStore, { requests, bytes }: CollectPace, goOn: () => Promise<void>): BlobStore => ({
  ...blobs,
  read: (key, span) =>
    ResultAsync.fromSafePromise(requests(1).then(goOn))
      .andThen(() => blobs.read(key, span))
      .map(({ sizeBytes, body }) => ({ sizeBytes, body: slowed(body, bytes) })),
});
