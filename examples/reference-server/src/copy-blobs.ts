import {
  frozenManifestAt,
  isObjectKey,
  type ObjectKey,
  oidOfObjectKey,
  treeFileKind,
  trusted,
  type TreePath,
} from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import type { BlobDigest } from '@svc/persistence-sqlite';
import { type Codec, hashOf } from './backup/copy-verified.js';
import { StartProblem } from './start-problem.js';

/** Everything that the service keeps in its own storage lies below it. */
const everything = 'repositories';

/** Blobs that are under way at the same time. */
const atOnce = 8;

const treeFolder = '/cas/';

/** What a blob hashes to that never changes: an object, a pack, a chunk map or a frozen manifest, which its key ends with. Others may be replaced. */
const nameOf = (key: ObjectKey): BlobDigest | undefined => {
  const at = key.indexOf(treeFolder);
  if (at === -1) {
    const oid = oidOfObjectKey(key);
    return oid && { algorithm: 'sha256', hex: oid };
  }
  const path = trusted<TreePath>(key.slice(at + treeFolder.length));
  const file = treeFileKind(path);
  if (file.kind === 'pack' || file.kind === 'map') return { algorithm: 'blake3', hex: file.name };
  const manifest = frozenManifestAt(path);
  return manifest === undefined ? undefined : { algorithm: 'sha256', hex: manifest };
};

export interface CopyBlobsOptions {
  readonly from: BlobStore;
  readonly to: BlobStore;
  readonly codec: Codec;
  /** Whether what is there already and can never change is read once more. */
  readonly verify: boolean;
  /** Hears of each blob that is not what its key says. */
  readonly onDamaged: (key: ObjectKey) => void;
}

export interface CopiedBlobs {
  readonly copied: number;
  readonly copiedBytes: number;
  /** Those that were there before and can never change. */
  readonly skipped: number;
}

const gone = new StartProblem('the storage does not answer; run this again to go on');

/** Blobs may be removed while others are copied. */
const demandMissing = ({ kind }: { readonly kind: string }): void => {
  if (kind !== 'blob_missing') throw gone;
};

/** Of what nothing tells what its bytes were, just as well. */
const hashFor = (codec: Codec, key: ObjectKey) => hashOf(codec, nameOf(key) ?? { algorithm: 'sha256' });

const digestOf = async (codec: Codec, store: BlobStore, key: ObjectKey): Promise<string | undefined> => {
  const reading = await store.read(key);
  if (reading.isErr()) {
    demandMissing(reading.error);
    return undefined;
  }
  const hash = hashFor(codec, key);
  for await (const chunk of reading.value.body) hash.update(chunk);
  return hash.digestHex();
};

/** The digest of what was written; undefined where there was nothing to write any more. */
const copyBlob = async ({ from, to, codec }: CopyBlobsOptions, key: ObjectKey): Promise<string | undefined> => {
  const reading = await from.read(key);
  if (reading.isErr()) {
    demandMissing(reading.error);
    return undefined;
  }
  const { body, sizeBytes } = reading.value;
  const hash = hashFor(codec, key);
  const hashed = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const written = await to.write(key, hashed(), sizeBytes);
  if (written.isErr()) throw gone;
  return hash.digestHex();
};

const isThere = async ({ to, codec, verify }: CopyBlobsOptions, key: ObjectKey, sizeBytes: number): Promise<boolean> => {
  const name = nameOf(key);
  if (name === undefined) return false;
  const head = await to.head(key);
  if (head.isErr()) {
    demandMissing(head.error);
    return false;
  }
  if (head.value.sizeBytes !== sizeBytes) return false;
  return !verify || (await digestOf(codec, to, key)) === name.hex;
};

/**
 * Copies every blob of the service's own storage, under the same key, and reads each once more from where it was written: a `StartProblem` when that is not what was
 * read. What lies there already and can never change is left as it is, so that a second call brings only what is new.
 */
export const copyBlobs = async (options: CopyBlobsOptions): Promise<CopiedBlobs> => {
  const { from, to, codec, onDamaged } = options;
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
    if ((await digestOf(codec, to, key)) !== digest) throw new StartProblem(`${key} was written, and is not what was read`);
    if ((nameOf(key)?.hex ?? digest) !== digest) onDamaged(key);
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
