import { err, type Result, ResultAsync } from 'neverthrow';
import { type Unavailable, unavailable } from '../model/app-error.js';
import { TreeUnavailable } from '../model/chunk-tree/tree-fault.js';
import { KIB, SECOND_MS } from '../model/values/index.js';
import type { BlobReading, BlobStore } from '../ports/blob-store.js';
import type { Clock } from '../ports/clock.js';

/** What one piece of work may wait for its store in all. */
export interface Pace {
  /** Before a byte has come: reads that answer late, and stores that wake up. */
  readonly graceMs: number;
  /** Each second of waiting beyond that has to have brought so many bytes. */
  readonly minBytesPerSecond: number;
}

const verificationPace: Pace = { graceMs: 90 * SECOND_MS, minBytesPerSecond: 512 * KIB };

/** Counts the time in which at least one read is waited for; reads at the same time wait together. */
const createWaiting = (clock: Clock, { graceMs, minBytesPerSecond }: Pace) => {
  let underWay = 0;
  let begunAt = 0;
  let waitedMs = 0;
  let receivedBytes = 0;

  const leftMs = (): number =>
    graceMs + (receivedBytes * SECOND_MS) / minBytesPerSecond - waitedMs - (underWay > 0 ? clock.now() - begunAt : 0);
  const end = (): void => {
    underWay -= 1;
    if (underWay === 0) waitedMs += Math.max(0, clock.now() - begunAt);
  };

  return {
    receive: (bytes: number): void => {
      receivedBytes += bytes;
    },
    /** The outcome, or a fault as soon as what may be waited is over. */
    during: async <T>(begin: () => PromiseLike<T>): Promise<T> => {
      if (underWay === 0) begunAt = clock.now();
      underWay += 1;
      let callOff: (() => void) | undefined;
      const isLate = new Promise<never>((_, reject) => {
        const look = (): void => {
          const milliseconds = leftMs();
          if (milliseconds <= 0) reject(new TreeUnavailable(unavailable('storage')));
          else callOff = clock.after?.(Math.ceil(milliseconds), look);
        };
        look();
      });
      try {
        return await Promise.race([isLate, begin()]);
      } finally {
        callOff?.();
        end();
      }
    },
  };
};

type Waiting = ReturnType<typeof createWaiting>;

/** How the body comes to its end nobody is told. */
const leave = (chunks: AsyncIterator<Uint8Array>): void => void chunks.return?.().then(undefined, () => undefined);

/** A reader that has waited for too long leaves the body, which releases what it holds. */
const paced = (body: AsyncIterable<Uint8Array>, waiting: Waiting): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => {
    const chunks = body[Symbol.asyncIterator]();
    return {
      next: async () => {
        try {
          const next = await waiting.during(() => chunks.next());
          if (next.done !== true) waiting.receive(next.value.byteLength);
          return next;
        } catch (fault) {
          if (fault instanceof TreeUnavailable) leave(chunks);
          throw fault;
        }
      },
      return: async () => {
        await chunks.return?.();
        return { done: true, value: undefined };
      },
    };
  },
});

/**
 * Reads of one piece of work, which ends when its store keeps it waiting: opening a blob is `unavailable` then, and a body throws `TreeUnavailable`. Blobs that are
 * kept open are files of this machine, and are left alone.
 */
export const pacedBlobStore = (inner: BlobStore, clock: Clock, pace: Pace = verificationPace): BlobStore => {
  const waiting = createWaiting(clock, pace);
  const withoutFill = ({ sizeBytes, body }: BlobReading): BlobReading => ({ sizeBytes, body: paced(body, waiting) });
  const whileWaited = async <T, E>(call: () => ResultAsync<T, E>): Promise<Result<T, E | Unavailable>> => {
    try {
      return await waiting.during(call);
    } catch (fault) {
      if (fault instanceof TreeUnavailable) return err(fault.fault);
      throw fault;
    }
  };
  const read = async (...asked: Parameters<BlobStore['read']>): Promise<Awaited<ReturnType<BlobStore['read']>>> => {
    const opening = inner.read(...asked);
    const opened = await whileWaited(() => opening);
    // What is opened when nobody waits for it any more is left at once.
    if (opened.isErr()) {
      opening.then(
        (late) => {
          if (late.isOk()) leave(late.value.body[Symbol.asyncIterator]());
        },
        () => undefined,
      );
    }
    return opened.map(withoutFill);
  };
  return {
    ...inner,
    head: (key) => new ResultAsync(whileWaited(() => inner.head(key))),
    read: (key, span) => new ResultAsync(read(key, span)),
  };
};
