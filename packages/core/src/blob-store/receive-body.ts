import { err, ok, type Result } from 'neverthrow';
import { expectBytes } from '../formats/expect-bytes.js';
import type { BodyIncomplete } from '../model/app-error.js';
import type { BlobSizeMismatch } from '../ports/index.js';

/**
 * Hands the chunks of an uploaded body to `take`, one after the other, and holds the body to its length.
 * A longer body is left as soon as that shows, a shorter one is known at its end, one that throws is incomplete;
 * `actualBytes` counts what came until then. What `take` throws is thrown on, and a chunk that is no `Uint8Array` is a `TypeError`.
 * The body is released in every case.
 */
export const receiveBody = async (
  body: AsyncIterable<Uint8Array>,
  sizeBytes: number,
  take: (chunk: Uint8Array) => Promise<void> | undefined,
): Promise<Result<void, BlobSizeMismatch | BodyIncomplete>> => {
  const chunks = body[Symbol.asyncIterator]();
  let receivedBytes = 0;
  let ended = false;
  try {
    for (;;) {
      let next: IteratorResult<Uint8Array, unknown>;
      try {
        next = await chunks.next();
      } catch {
        // Whatever a sender's stream throws means the same: the rest will not come.
        ended = true;
        return err({ kind: 'body_incomplete' });
      }
      if (next.done === true) {
        ended = true;
        return receivedBytes === sizeBytes ? ok() : err({ kind: 'blob_size_mismatch', actualBytes: receivedBytes });
      }
      expectBytes(next.value);
      receivedBytes += next.value.byteLength;
      if (receivedBytes > sizeBytes) return err({ kind: 'blob_size_mismatch', actualBytes: receivedBytes });
      const taking = take(next.value);
      if (taking !== undefined) await taking;
    }
  } finally {
    if (!ended) await release(chunks);
  }
};

const release = async (chunks: AsyncIterator<Uint8Array>): Promise<void> => {
  try {
    await chunks.return?.();
  } catch {
    // The answer is known already; how the sender's stream comes to its end does not change it.
  }
};
export interface UploadBody {
  /** What the sender says the body's length is, in bytes; undefined when it says nothing. */
  readonly declaredBytes: number | undefined;
  readonly bytes: AsyncIterable<Uint8Array>;
}
