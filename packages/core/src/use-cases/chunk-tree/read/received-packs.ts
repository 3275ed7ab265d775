import type { ObjectKey } from '../../../model/values/index.js';

/**
 * Packs that this process has hashed while it wrote them to the store, and that nobody has verified yet. What changes them there since shows in their
 * chunks, each of which is decoded and held against its name in any case.
 */
export interface ReceivedPacks {
  /** The file at the key was written, has this length and hashes to its name. */
  add(key: ObjectKey, sizeBytes: number): void;
  /** Whether the file was added; the next one who asks has to hash it. */
  take(key: ObjectKey, sizeBytes: number): boolean;
}

/** Of 32 MiB each, as most are, 128 GiB. Those that came first are forgotten. */
const maxPacks = 4096;

export const createReceivedPacks = (): ReceivedPacks => {
  const sizes = new Map<ObjectKey, number>();
  return {
    add: (key, sizeBytes) => {
      sizes.delete(key);
      const [oldest] = sizes.size < maxPacks ? [] : sizes.keys();
      if (oldest !== undefined) sizes.delete(oldest);
      sizes.set(key, sizeBytes);
    },
    take: (key, sizeBytes) => {
      const added = sizes.get(key);
      sizes.delete(key);
      return added === sizeBytes;
    },
  };
};
