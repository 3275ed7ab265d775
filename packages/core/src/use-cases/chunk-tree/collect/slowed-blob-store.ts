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

async function* slowed(body: AsyncIterable<Uint8Array>, pace: Pace): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of body) {
    await pace(piece.byteLength);
    yield piece;
  }
}

/** Reads no faster than the pace, and asks `goOn` before each read. Removals and writes are begun in time, so they wait for it before they are decided on. */
export const slowedBlobStore = (blobs: BlobStore, { requests, bytes }: CollectPace, goOn: () => Promise<void>): BlobStore => ({
  ...blobs,
  read: (key, span) =>
    ResultAsync.fromSafePromise(requests(1).then(goOn))
      .andThen(() => blobs.read(key, span))
      .map(({ sizeBytes, body }) => ({ sizeBytes, body: slowed(body, bytes) })),
});
