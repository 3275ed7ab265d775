import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { invariant } from '../../model/app-error.js';
import type { Hmac } from '../../ports/hasher.js';

/** As the port says. */
export const minHmacSecretBytes = 32;
const maxUtf8BytesPerUnit = 3;
const initialMessageBytes = 1024;

/**
 * Prepares the HMAC of one secret (at least 32 bytes). The key is absorbed once and its state copied into the same working state
 * for each message, so that one costs its SHA-256 blocks and little else.
 */
export const portableHmac = (secret: Uint8Array): Hmac => {
  invariant(secret.byteLength >= minHmacSecretBytes, 'the secret of an HMAC has at least 32 bytes');
  const keyed = hmac.create(sha256, secret);
  const working = keyed.clone();
  const encoder = new TextEncoder();
  const digest = new Uint8Array(keyed.outputLen);
  let bytes = new Uint8Array(initialMessageBytes);

  return (message) => {
    const neededBytes = message.length * maxUtf8BytesPerUnit;
    if (neededBytes > bytes.byteLength) bytes = new Uint8Array(neededBytes);
    const { written } = encoder.encodeInto(message, bytes);
    keyed._cloneInto(working);
    working.update(bytes.subarray(0, written)).digestInto(digest);
    return bytesToHex(digest);
  };
};
