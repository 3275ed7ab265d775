import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * What is stored in place of a secret: its SHA-256, 64 lower-case hex digits. Secrets are random and long, so neither salt nor a slow hash
 * would add to it, and a fast one lets every request look its credential up.
 */
export const secretSha256 = (secret: string): string => bytesToHex(sha256(utf8ToBytes(secret)));
