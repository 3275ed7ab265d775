/** Randomness fit for secrets. The core has none of its own. */
export interface RandomSource {
  /** A new lower-case UUID, never returned before. */
  uuid(): string;
  /** `count` unpredictable bytes. */
  bytes(count: number): Uint8Array;
}
