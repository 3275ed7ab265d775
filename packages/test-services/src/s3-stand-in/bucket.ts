import type { Checksum, ChecksumAlgorithm } from './checksums.js';
import type { Content } from './content.js';

export interface StoredObject {
  readonly key: string;
  readonly content: Content;
  /** Without quotes. */
  readonly etag: string;
  readonly storedAt: number;
  /** The fields that are given back with it. */
  readonly fields: Readonly<Record<string, string>>;
  readonly checksum: Checksum | undefined;
}

export interface StoredPart {
  readonly partNumber: number;
  readonly content: Content;
  readonly md5: Buffer;
  readonly storedAt: number;
  readonly checksum: Checksum | undefined;
}

export interface MultipartUpload {
  readonly id: string;
  readonly key: string;
  readonly startedAt: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly algorithm: ChecksumAlgorithm | undefined;
  readonly parts: Map<number, StoredPart>;
}

export interface Bucket {
  readonly uploads: Map<string, MultipartUpload>;
  find(key: string): StoredObject | undefined;
  /** In place of the one that has its key. */
  put(object: StoredObject): Promise<void>;
  remove(key: string): Promise<void>;
  /** Those whose keys come at or after the text, in the order of the keys' bytes. */
  from(text: string): Iterable<StoredObject>;
  isEmpty(): boolean;
}

/** By the bytes of their UTF-8, which is the order of code points and not that of JavaScript's strings. */
export const compareKeys = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));

export const newBucket = (): Bucket => {
  const objects = new Map<string, StoredObject>();
  const keys: string[] = [];
  const positionOf = (key: string): number => {
    let [low, high] = [0, keys.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareKeys(keys[middle] ?? '', key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    uploads: new Map(),
    find: (key) => objects.get(key),
    put: async (object) => {
      const before = objects.get(object.key);
      if (before === undefined) keys.splice(positionOf(object.key), 0, object.key);
      objects.set(object.key, object);
      await before?.content.release();
    },
    remove: async (key) => {
      const before = objects.get(key);
      if (before === undefined) return;
      keys.splice(positionOf(key), 1);
      objects.delete(key);
      await before.content.release();
    },
    from: function* (text) {
      for (let position = positionOf(text); position < keys.length; position += 1) {
        const object = objects.get(keys[position] ?? '');
        if (object !== undefined) yield object;
      }
    },
    isEmpty: () => objects.size === 0,
  };
};
