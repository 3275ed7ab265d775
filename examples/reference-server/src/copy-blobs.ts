import { isObjectKey, type ObjectKey } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import { createHash } from 'node:crypto';
import { StartProblem } from './start-problem.js';

/** Everything that the service keeps in its own storage lies below it. */
const everything = 'repositories';

/** Blobs that are under way at the same time. */
const atOnce = 8;

/** Of an object that is verified: it hashes to what its key ends with, and never changes. */
const finalKey = /^repositories\/[^/]+\/objects\/[0-9a-f]{2}\/[0-9a-f]{2}\/([0-9a-f]{64})$/;

const oidOf = (key: ObjectKey): string | undefined => finalKey.exec(key)?.[1];

export interface CopyBlobsOptions {
  readonly from: BlobStore;
  readonly to: BlobStore;
  /** Whether objects that are there already are read once more. */
  readonly verify: boolean;
  /** Hears of each blob that is not what its key says. */
  readonly onDamaged: (key: ObjectKey) => void;
}

export interface CopiedBlobs {
  readonly copied: number;
  readonly copiedBytes: number;
  /** Objects that were there before. */
  readonly skipped: number;
}

const gone = new StartProblem('the storage does not answer; run this again to go on');

/** Blobs may be removed while others are copied. */
const demandMissing = ({ kind }: { readonly kind: string }): void => {
  if (kind !== 'blob_missing') throw gone;
};

const digestOf = async (store: BlobStore, key: ObjectKey): Promise<string | undefined> => {
  const reading = await store.read(key);
  if (reading.isErr()) {
    demandMissing(reading.error);
    return undefined;
  }
  const hash = createHash('sha256');
  for await (const chunk of reading.value.body) hash.update(chunk);
  return hash.digest('hex');
};

/** The digest of what was written; undefined where there was nothing to write any more. */
const copyBlob = async ({ from, to }: CopyBlobsOptions, key: ObjectKey): Promise<string | undefined> => {
  const reading = await from.read(key);
  if (reading.isErr()) {
    demandMissing(reading.error);
    return undefined;
  }
  const { body, sizeBytes } = reading.value;
  const hash = createHash('sha256');
  const hashed = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const written = await to.write(key, hashed(), sizeBytes);
  if (written.isErr()) throw gone;
  return hash.digest('hex');
};

const isThere = async ({ to, verify }: CopyBlobsOptions, key: ObjectKey, sizeBytes: number): Promise<boolean> => {
  const oid = oidOf(key);
  if (oid === undefined) return false;
  const head = await to.head(key);
  if (head.isErr()) {
    demandMissing(head.error);
    return false;
  }
  if (head.value.sizeBytes !== sizeBytes) return false;
  return !verify || (await digestOf(to, key)) === oid;
};

/**
 * Copies every blob of the service's own storage, under the same key, and reads each once more from where it was written: a `StartProblem` when that is not what was
 * read. What lies there already and can never change is left as it is, so that a second call brings only what is new.
 */
export const copyBlobs = async (options: CopyBlobsOptions): Promise<CopiedBlobs> => {
  const { from, to, onDamaged } = options;
  if (!isObjectKey(everything)) throw new Error('invariant: a prefix is a key');
  const entries = from.list(everything)[Symbol.asyncIterator]();
  let [copied, copiedBytes, skipped] = [0, 0, 0];
  const copyNext = async (): Promise<boolean> => {
    const next = await entries.next();
    if (next.done === true) return false;
    const { key, sizeBytes } = next.value;
    if (await isThere(options, key, sizeBytes)) {
      skipped += 1;
      return true;
    }
    const digest = await copyBlob(options, key);
    if (digest === undefined) return true;
    if ((await digestOf(to, key)) !== digest) throw new StartProblem(`${key} was written, and is not what was read`);
    if ((oidOf(key) ?? digest) !== digest) onDamaged(key);
    copied += 1;
    copiedBytes += sizeBytes;
    return true;
  };
  const copyOn = async (): Promise<void> => {
    while (await copyNext());
  };
  await Promise.all(Array.from({ length: atOnce }, copyOn));
  return { copied, copiedBytes, skipped };
};
