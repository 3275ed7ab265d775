import { err, ok, type Result } from 'neverthrow';
import type { Hasher } from '../../ports/hasher.js';
import { isOid, type Oid } from '../../model/values/oid.js';
import { invariant } from '../../model/app-error.js';
import { expectBytes } from '../expect-bytes.js';
import { portableHasher } from '../hashing/portable-hasher.js';

/** The bytes are not those of the oid. */
export interface OidMismatch {
  readonly kind: 'oid_mismatch';
  readonly expected: Oid;
  readonly actual: Oid;
  readonly sizeBytes: number;
}

/** SHA-256 and length of a stream of bytes, in constant memory. What the stream throws is thrown on; anything but a `Uint8Array` in it is a `TypeError`. */
export const hashBytes = async (
  bytes: AsyncIterable<Uint8Array>,
  hasher: Pick<Hasher, 'sha256'> = portableHasher,
): Promise<{ readonly oid: Oid; readonly sizeBytes: number }> => {
  const hash = hasher.sha256();
  let sizeBytes = 0;
  for await (const chunk of bytes) {
    expectBytes(chunk);
    hash.update(chunk);
    sizeBytes += chunk.byteLength;
  }
  const oid = hash.digestHex();
  invariant(isOid(oid), 'a SHA-256 in hex is an oid');
  return { oid, sizeBytes };
};

/**
 * Checks a file, or any stream of bytes, against its oid while it streams, in constant memory; answers its length in bytes.
 * The portable hasher runs everywhere; one of the platform, such as `nodeHasher` of `@svc/hasher-node`, is several times faster.
 */
export const verifyBytes = async (
  bytes: AsyncIterable<Uint8Array>,
  expected: Oid,
  hasher: Pick<Hasher, 'sha256'> = portableHasher,
): Promise<Result<{ readonly sizeBytes: number }, OidMismatch>> => {
  const { oid, sizeBytes } = await hashBytes(bytes, hasher);
  return oid === expected ? ok({ sizeBytes }) : err({ kind: 'oid_mismatch', expected, actual: oid, sizeBytes });
};
