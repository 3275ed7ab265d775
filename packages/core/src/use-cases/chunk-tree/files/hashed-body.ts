import type { IncrementalHash } from '../../../ports/hasher.js';

export interface HashedBody {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The hash of all of it, in hex; undefined until it has come to its end, and without a hash. */
  digest(): string | undefined;
  /** Whether it came to its end and was not what was expected. */
  isWrong(): boolean;
}

/** A body that hashes to something else than was expected: it ends with this instead of ending. */
class UnexpectedBytes extends Error {
  override readonly name = 'UnexpectedBytes';
}

/** What the body is needed for cannot be had any more. */
class EndRefused extends Error {
  override readonly name = 'EndRefused';
}

/**
 * Hashes a body while it passes. One that does not hash to `expected` throws at its end, so that the store publishes nothing; so does one whose end
 * `mayEnd` refuses, which is asked last.
 */
export const hashedBody = (
  body: AsyncIterable<Uint8Array>,
  hash: IncrementalHash | undefined,
  expected: string | undefined,
  mayEnd: () => Promise<boolean>,
): HashedBody => {
  let digest: string | undefined;
  const isWrong = (): boolean => digest !== undefined && expected !== undefined && digest !== expected;
  async function* bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of body) {
      hash?.update(piece);
      yield piece;
    }
    digest = hash?.digestHex();
    if (isWrong()) throw new UnexpectedBytes('the body does not hash to its name');
    if (!(await mayEnd())) throw new EndRefused('there is no room for the body any more');
  }
  return { bytes: bytes(), digest: () => digest, isWrong };
};
