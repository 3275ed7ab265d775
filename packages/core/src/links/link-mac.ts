import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { constantTimeEqual } from '../values/constant-time-equal.js';
import type { LinkKey } from '../ports/ports.js';

/** HMAC-SHA256 under one link key, as 64 lower-case hex digits. */
export interface LinkMac {
  sign(text: string): string;
  /** Whether `mac` is the text's, in a time that does not tell how much of it was right. */
  matches(text: string, mac: string): boolean;
}

const macs = new WeakMap<LinkKey, LinkMac>();

/** The key is absorbed once and its state copied for each text: a batch signs hundreds. */
export const linkMac = (key: LinkKey): LinkMac => {
  const known = macs.get(key);
  if (known !== undefined) return known;
  const keyed = hmac.create(sha256, key.secret);
  const sign = (text: string): string => bytesToHex(keyed.clone().update(utf8ToBytes(text)).digest());
  const mac: LinkMac = { sign, matches: (text, candidate) => constantTimeEqual(sign(text), candidate) };
  macs.set(key, mac);
  return mac;
};
