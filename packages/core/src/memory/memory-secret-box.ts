import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { portableHmac } from '../formats/hashing/portable-hmac.js';
import { invariant } from '../model/app-error.js';
import { constantTimeEqual } from '../model/values/constant-time-equal.js';
import type { Hmac } from '../ports/hasher.js';
import type { LinkKey } from '../ports/ports.js';
import type { RandomSource } from '../ports/random-source.js';
import type { SecretBox } from '../ports/secret-box.js';

export interface MemorySecretBoxOptions {
  /** The first one seals, all of them open; at least one. Ids have no dot. */
  readonly keys: readonly LinkKey[];
  readonly random: RandomSource;
}

const nonceBytes = 16;
const sealedPattern = /^m1\.([^.]+)\.([0-9a-f]{32})\.((?:[0-9a-f]{2})*)\.([0-9a-f]{64})$/;

/** The HMACs of a counter under the nonce are the key stream: good enough to keep a test from finding plain text, and never meant for more. */
const masked = (bytes: Uint8Array, mac: Hmac, nonce: string): Uint8Array => {
  const stream = new Uint8Array(Math.ceil(bytes.byteLength / 32) * 32);
  for (let at = 0; at < stream.byteLength; at += 32) stream.set(hexToBytes(mac(`stream ${nonce} ${at}`)), at);
  return bytes.map((byte, at) => byte ^ (stream[at] ?? 0));
};

const tagOf = (mac: Hmac, nonce: string, cipher: string, context: string): string => mac(`tag ${nonce} ${cipher} ${context}`);

/** A secret box that needs nothing of the machine, for tests and for trying things out: `m1.<key id>.<nonce>.<masked secret>.<tag>`. */
export const createMemorySecretBox = ({ keys, random }: MemorySecretBoxOptions): SecretBox => {
  const macs = new Map(keys.map(({ id, secret }) => [id, portableHmac(secret)]));
  const [current] = keys;
  invariant(current !== undefined, 'a secret box has a key');
  const newest = portableHmac(current.secret);

  return {
    seal: async (secret, context) => {
      const nonce = bytesToHex(random.bytes(nonceBytes));
      const cipher = bytesToHex(masked(utf8ToBytes(secret), newest, nonce));
      return ['m1', current.id, nonce, cipher, tagOf(newest, nonce, cipher, context)].join('.');
    },
    open: async (sealed, context) => {
      const [, id = '', nonce = '', cipher = '', tag = ''] = sealedPattern.exec(sealed) ?? [];
      const mac = macs.get(id);
      if (mac === undefined || !constantTimeEqual(tagOf(mac, nonce, cipher, context), tag)) return undefined;
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(masked(hexToBytes(cipher), mac, nonce));
    },
    isOutdated: (sealed) => sealedPattern.exec(sealed)?.[1] !== current.id,
  };
};
