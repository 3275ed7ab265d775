import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { invariant } from '@svc/core/model';
import type { SecretBox } from '@svc/core/ports';
import { parseSealed, sealedText, version } from './sealed-text.js';

export interface SecretBoxKey {
  /** 1 to 32 of `A-Z a-z 0-9 _ -`. It stands in every sealed text, so it must not be used again for another secret. */
  readonly id: string;
  /** 32 random bytes. */
  readonly secret: Uint8Array;
}

export interface SecretBoxOptions {
  /** The first one seals, all of them open; at least one. */
  readonly keys: readonly SecretBoxKey[];
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
/** NIST SP 800-38D, section 8.2.2: random nonces of 96 bits are good for 2^32 texts under one key. */
const nonceBytes = 12;
const tagBytes = 16;
const keyIdPattern = /^[\w-]{1,32}$/;

/** Throws at once when a key has another length or an id that is not its own. */
export const createSecretBox = ({ keys }: SecretBoxOptions): SecretBox => {
  const ring = keyRing(keys);
  const current = keys[0]?.id;
  invariant(current !== undefined, 'a secret box has a key');

  return {
    seal: async (secret, context) => seal(ring, current, secret, context),
    open: async (sealed, context) => open(ring, sealed, context),
    isOutdated: (sealed) => parseSealed(sealed)?.keyId !== current,
  };
};

type KeyRing = ReadonlyMap<string, KeyObject>;

const keyRing = (keys: readonly SecretBoxKey[]): KeyRing => {
  const ring = new Map<string, KeyObject>();
  for (const { id, secret } of keys) {
    invariant(keyIdPattern.test(id), 'the id of a secret box key has 1 to 32 of A-Z a-z 0-9 _ -');
    invariant(secret.byteLength === keyBytes, `the secret box key ${id} has ${keyBytes} bytes`);
    invariant(!ring.has(id), `the secret box key ${id} is there once`);
    ring.set(id, createSecretKey(secret));
  }
  return ring;
};

const seal = (ring: KeyRing, keyId: string, secret: string, context: string): string => {
  const key = ring.get(keyId);
  invariant(key !== undefined, 'the current key is in the ring');
  const plain = Buffer.from(secret);
  invariant(plain.toString() === secret, 'a secret is well-formed text');
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(boundTo(keyId, context));
  const body = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return sealedText({ keyId, body });
};

const open = (ring: KeyRing, sealed: string, context: string): string | undefined => {
  const parsed = parseSealed(sealed);
  const key = parsed === undefined ? undefined : ring.get(parsed.keyId);
  if (parsed === undefined || key === undefined || parsed.body.byteLength < nonceBytes + tagBytes) return undefined;
  const { keyId, body } = parsed;
  const decipher = createDecipheriv(algorithm, key, body.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(boundTo(keyId, context));
  decipher.setAuthTag(body.subarray(-tagBytes));
  const plain = decipher.update(body.subarray(nonceBytes, -tagBytes));
  try {
    // Throws for one reason only: the tag is not that of these bytes under this key in this context.
    decipher.final();
  } catch {
    return undefined;
  }
  return plain.toString();
};

/** A key id has no dot, so two pairs of key id and context never make the same bytes. */
const boundTo = (keyId: string, context: string): Buffer => Buffer.from(`${version}.${keyId}.${context}`);
