import { ResultAsync } from 'neverthrow';
import type { BlobStore } from '../ports/blob-store.js';
import type { Clock } from '../ports/clock.js';
import type { Ports } from '../ports/ports.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';

type Idle = NonNullable<Clock['idle']>;

// Written out rather than as a generator: leaving a generator that has not begun would not release the inner body.
const piecesWhileIdle = (body: AsyncIterable<Uint8Array>, idle: Idle): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => {
    const pieces = body[Symbol.asyncIterator]();
    return {
      next: async () => {
        await idle();
        return pieces.next();
      },
      return: async () => {
        await pieces.return?.();
        return { done: true, value: undefined };
      },
    };
  },
});

const recordsWhileIdle = (unitOfWork: UnitOfWork, idle: Idle): UnitOfWork => ({
  read: (work) => ResultAsync.fromSafePromise(idle()).andThen(() => unitOfWork.read(work)),
  transact: (work) => ResultAsync.fromSafePromise(idle()).andThen(() => unitOfWork.transact(work)),
  check: () => unitOfWork.check(),
  isAlone: () => unitOfWork.isAlone(),
});

const bytesWhileIdle = (blobs: BlobStore, idle: Idle): BlobStore => ({
  ...blobs,
  read: (key, span) =>
    ResultAsync.fromSafePromise(idle())
      .andThen(() => blobs.read(key, span))
      .map(({ sizeBytes, body }) => ({ sizeBytes, body: piecesWhileIdle(body, idle) })),
  write: (key, body, sizeBytes) => blobs.write(key, piecesWhileIdle(body, idle), sizeBytes),
});

/**
 * The ports for work that nobody waits for. It gives way to requests before each query, transaction, piece of bytes and slice of computing, so that one meets the
 * rest of a single slice at most, and not another one at each of its own turns; it computes by the codec that is kept for it.
 */
export const giveWay = <P extends Pick<Ports, 'clock' | 'unitOfWork' | 'blobs' | 'codec' | 'backgroundCodec'>>(ports: P): P => {
  const { clock, unitOfWork, blobs, codec, backgroundCodec = codec } = ports;
  const { idle } = clock;
  if (idle === undefined) return { ...ports, codec: backgroundCodec };
  return {
    ...ports,
    codec: backgroundCodec,
    clock: { ...clock, pause: idle },
    unitOfWork: recordsWhileIdle(unitOfWork, idle),
    blobs: bytesWhileIdle(blobs, idle),
  };
};
