import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { KIB, SECOND_MS } from '@svc/core/model';
import { BlobReadBroken } from './blob-read-broken.js';
import { broken } from './s3-fault.js';

/**
 * The bytes of an answer, exactly `sizeBytes` of them: anything else throws, and so does a server that sends nothing for `idleMs` while the reader waits.
 * A reader that takes its time is never at fault. One that leaves, also before it has begun, takes the connection down with it:
 * that is why this is written out and not a generator.
 */
export const objectBody = (stream: Readable, sizeBytes: number, idleMs: number): AsyncIterable<Uint8Array> => {
  // A break before the first byte was asked for is met by the reader.
  stream.on('error', () => undefined);
  return {
    [Symbol.asyncIterator]: () => {
      const chunks: AsyncIterator<unknown> = stream[Symbol.asyncIterator]();
      let receivedBytes = 0;
      let isWaiting = false;
      const silence = setTimeout(() => {
        if (isWaiting) stream.destroy(new BlobReadBroken());
      }, idleMs);
      silence.unref();

      const leave = (): void => {
        clearTimeout(silence);
        stream.destroy();
      };
      const take = async (): Promise<Uint8Array | undefined> => {
        const next = await chunks.next();
        if (next.done === true) {
          if (receivedBytes !== sizeBytes) throw new BlobReadBroken();
          return undefined;
        }
        if (!(next.value instanceof Uint8Array)) throw new BlobReadBroken();
        receivedBytes += next.value.byteLength;
        if (receivedBytes > sizeBytes) throw new BlobReadBroken();
        return next.value;
      };

      return {
        next: async () => {
          isWaiting = true;
          silence.refresh();
          try {
            const value = await take();
            if (value !== undefined) return { done: false, value };
            clearTimeout(silence);
            return { done: true, value: undefined };
          } catch {
            leave();
            throw new BlobReadBroken();
          } finally {
            isWaiting = false;
          }
        },
        return: async () => {
          leave();
          return { done: true, value: undefined };
        },
      };
    },
  };
};

/** Puts all of a body into memory of exactly its length. */
export const fillFrom = async (body: AsyncIterable<Uint8Array>, target: Uint8Array): Promise<void> => {
  let at = 0;
  for await (const chunk of body) {
    target.set(chunk, at);
    at += chunk.byteLength;
  }
};

/** What the store itself reads, to verify it, comes at least so fast: a bucket that drips would hold up everything that waits for its turn. */
const minBytesPerSecond = 512 * KIB;

/**
 * Reads a body for the store itself, to which a break is a bucket that does not answer, and so is one that has kept it waiting for more than `idleMs` and what
 * its bytes may take.
 */
export async function* orFault(body: AsyncIterable<Uint8Array>, idleMs: number): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  let leftMs = idleMs;
  const outcome = { isLate: false };
  try {
    for (;;) {
      const askedAt = performance.now();
      const giveUp = setTimeout(() => {
        outcome.isLate = true;
        void chunks.return?.();
      }, leftMs).unref();
      const next = await chunks.next().finally(() => clearTimeout(giveUp));
      if (outcome.isLate) throw new BlobReadBroken();
      if (next.done === true) return;
      leftMs += askedAt - performance.now() + (next.value.byteLength * SECOND_MS) / minBytesPerSecond;
      yield next.value;
    }
  } catch (fault) {
    if (fault instanceof BlobReadBroken) throw broken();
    throw fault;
  } finally {
    await chunks.return?.();
  }
}
