import { portableHasher } from '../formats/hashing/portable-hasher.js';
import type { Hasher } from '../ports/hasher.js';

/**
 * What is stored in place of a secret: its SHA-256, 64 lower-case hex digits. Secrets are random and long, so neither salt nor a slow hash
 * would add to it, and a fast one lets every request look its credential up.
 */
export const secretSha256 = (secret: string, hasher: Hasher = portableHasher): string => hasher.textSha256(secret);
