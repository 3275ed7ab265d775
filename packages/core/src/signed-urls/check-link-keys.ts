import { minHmacSecretBytes } from '../formats/hashing/portable-hmac.js';
import { invariant } from '../model/app-error.js';
import type { LinkKey } from '../ports/ports.js';

/** Throws unless there is a key to sign with, and each has an id of its own and a secret that nobody guesses. */
export function checkLinkKeys(linkKeys: readonly LinkKey[]): asserts linkKeys is readonly [LinkKey, ...LinkKey[]] {
  invariant(linkKeys.length > 0, 'there is a link key to sign with');
  for (const { id, secret } of linkKeys) {
    // Dots part the fields of a verify link's credential, one of which is the id.
    invariant(/^[^.]+$/.test(id), 'the id of a link key is not empty and has no dot');
    invariant(secret.byteLength >= minHmacSecretBytes, `the secret of link key ${id} has at least ${minHmacSecretBytes} bytes`);
  }
  invariant(new Set(linkKeys.map(({ id }) => id)).size === linkKeys.length, 'each link key has an id of its own');
}
