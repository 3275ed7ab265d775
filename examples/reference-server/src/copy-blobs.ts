import { frozenManifestAt, type ObjectKey, oidOfObjectKey, treeFileKind, trusted, type TreePath } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import type { BlobDigest } from '@svc/persistence-sqlite';
import type { BlobProblem } from './backup/backup-manifest.js';
import { type Codec, hashed, hashOf, reading, writePassing } from './backup/copy-verified.js';
import { inParallel } from './backup/in-parallel.js';
import { StartProblem } from './start-problem.js';

/** Everything that the service keeps in its own storage lies below it. */
const everything = trusted<ObjectKey>('repositories');

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
  /** Hears of each blob that cannot be read to its end, and so is not copied. */
  readonly onUnreadable: (key: ObjectKey) => void;
}

export interface CopiedBlobs {
  readonly copied: number;
  readonly copiedBytes: number;
  /** Those that were there before and can never change. */
  readonly skipped: number;
}

/** Of what nothing tells what its bytes were, just as well. */
const hashFor = (codec: Codec, key: ObjectKey) => hashOf(codec, nameOf(key) ?? { algorithm: 'sha256' });

interface Hashed {
  readonly digest: string;
}

const readDigest = (codec: Codec, store: BlobStore, key: ObjectKey): Promise<Hashed | BlobProblem> =>
  reading(store, async () => {
    const opened = await store.read(key);
    if (opened.isErr()) return opened.error.kind === 'unavailable' ? 'unavailable' : 'missing';
    const hash = hashFor(codec, key);
    try {
      for await (const piece of opened.value.body) hash.update(piece);
    } catch {
      return 'unavailable';
    }
    return { digest: hash.digestHex() };
  });

/** `missing`: it was removed while others were copied. */
const copyBlob = ({ from, to, codec }: CopyBlobsOptions, key: ObjectKey): Promise<Hashed | BlobProblem> =>
  reading(from, async () => {
    const opened = await from.read(key);
    if (opened.isErr()) return opened.error.kind === 'unavailable' ? 'unavailable' : 'missing';
    const { body, sizeBytes } = opened.value;
    const hash = hashFor(codec, key);
    const outcome = await writePassing({ store: to, key }, hashed(hash, body), sizeBytes);
    return typeof outcome === 'number' ? { digest: hash.digestHex() } : outcome;
  });

const isThere = async ({ to, codec, verify }: CopyBlobsOptions, key: ObjectKey, sizeBytes: number): Promise<boolean> => {
  const name = nameOf(key);
  if (name === undefined) return false;
  const head = await to.head(key);
  if (head.isErr()) {
    if (head.error.kind === 'blob_missing') return false;
    throw new StartProblem('the storage does not answer; run this again to go on');
  }
  if (head.value.sizeBytes !== sizeBytes) return false;
  if (!verify) return true;
  const there = await readDigest(codec, to, key);
  return typeof there === 'object' && there.digest === name.hex;
};

const demandWritten = async ({ to, codec }: CopyBlobsOptions, key: ObjectKey, { digest }: Hashed): Promise<void> => {
  const there = await readDigest(codec, to, key);
  if (typeof there !== 'object') throw new StartProblem(`${key} was written, and cannot be read there`);
  if (there.digest !== digest) throw new StartProblem(`${key} was written, and is not what was read`);
};

/**
 * Copies every blob of the service's own storage, under the same key, and reads each once more from where it was written: a `StartProblem` when that is not what was
 * read, or when a blob cannot be written. What lies there already and can never change is left as it is, so that a second call brings only what is new. A blob
 * that cannot be read is told and left out.
 */
export const copyBlobs = async (options: CopyBlobsOptions): Promise<CopiedBlobs> => {
  const { from, onDamaged, onUnreadable } = options;
  let [copied, copiedBytes, skipped] = [0, 0, 0];
  await inParallel(from.list(everything), async ({ key, sizeBytes }) => {
    if (await isThere(options, key, sizeBytes)) {
      skipped += 1;
      return;
    }
    const read = await copyBlob(options, key);
    if (typeof read !== 'object') {
      if (read !== 'missing') onUnreadable(key);
      return;
    }
    await demandWritten(options, key, read);
    if ((nameOf(key)?.hex ?? read.digest) !== read.digest) onDamaged(key);
    copied += 1;
    copiedBytes += sizeBytes;
  });
  return { copied, copiedBytes, skipped };
};
