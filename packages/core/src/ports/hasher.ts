/** One SHA-256 over bytes that come in pieces. `digestHex` ends it: 64 lower-case hex digits. */
export interface IncrementalHash {
  update(bytes: Uint8Array): void;
  digestHex(): string;
}

/** Makes hashes; the portable one of the core is right everywhere, a native one is ten times faster. */
export interface Hasher {
  sha256(): IncrementalHash;
}
