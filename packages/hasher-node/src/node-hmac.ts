import { hash } from 'node:crypto';
import { invariant } from '@svc/core/model';
import type { Hmac } from '@svc/core/ports';

const blockBytes = 64;
const digestBytes = 32;
const expectedTextBytes = 2048;
/** As the port says. */
const minSecretBytes = 32;

const padded = (key: Uint8Array, pad: number, moreBytes: number): Buffer => {
  const bytes = Buffer.alloc(blockBytes + moreBytes);
  bytes.fill(pad, 0, blockBytes);
  for (const [at, byte] of key.entries()) bytes[at] = byte ^ pad;
  return bytes;
};

/**
 * HMAC-SHA256 (RFC 2104) out of two plain hashes: H(key xor opad, H(key xor ipad, text)). For a text of a few hundred bytes Node needs longer to make its
 * Hmac object than to hash, and a batch signs hundreds of them.
 */
export const nodeHmac = (secret: Uint8Array): Hmac => {
  invariant(secret.byteLength >= minSecretBytes, 'the secret of an HMAC has at least 32 bytes');
  const key = secret.byteLength > blockBytes ? hash('sha256', secret, 'buffer') : secret;
  const outer = padded(key, 0x5c, digestBytes);
  let inner = padded(key, 0x36, expectedTextBytes);
  // The texts of a batch are equally long.
  let hashed = inner;
  return (text) => {
    // No UTF-16 unit takes more than 3 bytes of UTF-8.
    const mostBytes = text.length * 3;
    if (blockBytes + mostBytes > inner.byteLength) inner = hashed = padded(key, 0x36, mostBytes);
    const hashedBytes = blockBytes + inner.write(text, blockBytes);
    if (hashed.byteLength !== hashedBytes) hashed = inner.subarray(0, hashedBytes);
    outer.write(hash('sha256', hashed, 'binary'), blockBytes, 'binary');
    return hash('sha256', outer);
  };
};
