import { okAsync } from 'neverthrow';
import { type ObjectKey, type Oid, oidOfObjectKey } from '../model/values/index.js';
import type { BlobReading, BlobStore, Hasher } from '../ports/index.js';

/** The bytes at a final key do not hash to the oid in it. */
export class BlobCorrupted extends Error {
  override readonly name = 'BlobCorrupted';

  constructor(readonly key: ObjectKey) {
    super(`the blob at ${key} does not hash to its oid`);
  }
}

/**
 * Hashes every whole read of a final key while it streams. The last bytes are held back until the hash is right;
 * otherwise the body throws `BlobCorrupted`, so that no reader ever completes a corrupted blob. A span of all bytes is a whole read; smaller ones pass
 * through unchecked, and so does what is kept open.
 * It stands outermost, around everything that could alter bytes.
 */
export const verifyingBlobStore = (inner: BlobStore, hasher: Hasher): BlobStore => ({
  traits: inner.traits,
  check: () => inner.check(),
  head: (key) => inner.head(key),
  read: (key, span) => {
    const oid = oidOfObjectKey(key);
    const reading = inner.read(key, span);
    if (oid === undefined) return reading;
    return reading.map((opened) => {
      const { sizeBytes } = opened;
      const isWhole = span === undefined || (span.first === 0 && span.last + 1 === sizeBytes);
      return isWhole ? { sizeBytes, body: verified(opened, key, oid, hasher) } : opened;
    });
  },
  open: (key) => inner.open?.(key) ?? okAsync(undefined),
  write: (key, body, sizeBytes) => inner.write(key, body, sizeBytes),
  promote: (from, to, expected) => inner.promote(from, to, expected),
  remove: (key) => inner.remove(key),
  deletePrefix: (prefix) => inner.deletePrefix(prefix),
  list: (prefix) => inner.list(prefix),
  signer: (namespace) => inner.signer(namespace),
  parts: (namespace) => inner.parts?.(namespace) ?? okAsync(undefined),
});

// Written out rather than as a generator: leaving a generator that has not begun would not release the inner body.
const verified = (opened: BlobReading, key: ObjectKey, oid: Oid, hasher: Hasher): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => {
    const chunks = opened.body[Symbol.asyncIterator]();
    const hash = hasher.sha256();
    let withheld: Uint8Array | undefined;
    let ended = false;
    return {
      next: async () => {
        while (!ended) {
          const next = await chunks.next();
          if (next.done === true) {
            ended = true;
            if (hash.digestHex() !== oid) throw new BlobCorrupted(key);
            break;
          }
          // An empty chunk holds nothing back.
          if (next.value.byteLength === 0) continue;
          hash.update(next.value);
          const released = withheld;
          withheld = next.value;
          if (released !== undefined) return { done: false, value: released };
        }
        const last = withheld;
        withheld = undefined;
        return last === undefined ? { done: true, value: undefined } : { done: false, value: last };
      },
      return: async () => {
        ended = true;
        withheld = undefined;
        await chunks.return?.();
        return { done: true, value: undefined };
      },
    };
  },
});
