/** One hash over bytes that come in pieces. `digestHex` ends it: lower-case hex digits, 64 of SHA-256 and 40 of SHA-1. */
export interface IncrementalHash {
  update(bytes: Uint8Array): void;
  digestHex(): string;
}

/** HMAC-SHA256 of a text's UTF-8 bytes under one secret, in 64 lower-case hex digits. */
export type Hmac = (text: string) => string;

/** Makes hashes; the portable one of the core is right everywhere, a native one is several times faster. */
export interface Hasher {
  sha256(): IncrementalHash;
  /** By which Git names objects; it protects nothing. */
  sha1(): IncrementalHash;
  /** The SHA-256 of a text's UTF-8 bytes, in 64 lower-case hex digits. */
  textSha256(text: string): string;
  /** Prepares the HMAC of one secret, which has at least 32 bytes. */
  hmacSha256(secret: Uint8Array): Hmac;
}
