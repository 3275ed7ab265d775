import type { BlobStore } from '@svc/core/ports';
import type { BackupBlob, BackupDatabase, FoundContent } from '@svc/persistence-sqlite';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { StartProblem } from '../start-problem.js';
import {
  type BackupManifest,
  type BlobInTrouble,
  type BlobProblem,
  databaseKey,
  manifestKey,
  manifestText,
  maxNamedProblems,
} from './backup-manifest.js';
import { type BackupPlace, hashing } from './backup-place.js';
import { type Codec, contentKey, copyVerified, keyInBackup, readWhole } from './copy-verified.js';
import { inParallel } from './in-parallel.js';
import { isFull, unwritten } from './unwritten.js';

/** What a back-up has come to. */
export interface TakenBlobs {
  readonly blobs: number;
  readonly copied: number;
  readonly copiedBytes: number;
  readonly problems: number;
  /** The first of them. */
  readonly named: readonly BlobInTrouble[];
}

export interface TakeBlobs {
  /** The server's. */
  readonly from: BlobStore;
  readonly to: BlobStore;
  readonly codec: Codec;
  readonly database: BackupDatabase;
}

const lengthAt = async (store: BlobStore, key: Parameters<BlobStore['head']>[0]): Promise<number | undefined> => {
  const head = await store.head(key);
  if (head.isOk()) return head.value.sizeBytes;
  if (head.error.kind === 'blob_missing') return undefined;
  throw new StartProblem('the place of the back-up does not answer; run this again to go on');
};

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Copies what the database knows of and the back-ups that are there do not have yet, verified by what it is called by. What lies there under the name of
 * bytes that never change, and is as long, is not read again. What is not right in the storage is told and left out.
 */
export const takeBlobs = async ({ from, to, codec, database }: TakeBlobs): Promise<TakenBlobs> => {
  let [blobs, copied, copiedBytes, problems] = [0, 0, 0, 0];
  const named: BlobInTrouble[] = [];
  const note = ({ key, isNeeded }: BackupBlob, problem: BlobProblem): void => {
    if (!isNeeded) return;
    problems += 1;
    if (named.length < maxNamedProblems) named.push({ key, problem });
  };
  const take = async (blob: BackupBlob): Promise<void> => {
    const { digest } = blob;
    if (digest === undefined) return;
    const key = keyInBackup(blob.key, digest);
    const length = await lengthAt(to, key);
    if (length !== undefined && blob.hasLength(length)) return;
    const outcome = await copyVerified({
      codec,
      blob: { ...blob, digest },
      from: { store: from, key: blob.key },
      to: { store: to, key },
    });
    if (typeof outcome === 'string') {
      note(blob, outcome);
      return;
    }
    copied += 1;
    copiedBytes += outcome;
  };
  const takeChanging = async (blob: BackupBlob, found: FoundContent[]): Promise<void> => {
    const { changing } = blob;
    if (changing === undefined) return take(blob);
    // Files that may change are small: no client may send more than some MiB.
    const bytes = await readWhole(from, blob.key);
    if (typeof bytes === 'string') {
      found.push({ ...changing, bytes: undefined });
      note(bytes === 'missing' ? blob : { ...blob, isNeeded: true }, bytes);
      return;
    }
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    found.push({ ...changing, bytes: { sha256, sizeBytes: bytes.length } });
    const key = contentKey(sha256);
    if ((await lengthAt(to, key)) === bytes.length) return;
    const written = await to.write(key, once(bytes), bytes.length);
    if (written.isErr()) throw unwritten(key, written.error);
    copied += 1;
    copiedBytes += bytes.length;
  };
  for await (const slice of database.blobs()) {
    const found: FoundContent[] = [];
    await inParallel(slice, (blob) => takeChanging(blob, found));
    await database.noteContents(found);
    blobs += slice.length;
  }
  await database.settleContents();
  return { blobs, copied, copiedBytes, problems, named };
};

const writeText = async (
  { blobs }: Pick<BackupPlace, 'blobs'>,
  key: ReturnType<typeof manifestKey>,
  text: string,
): Promise<void> => {
  const bytes = Buffer.from(text);
  const written = await blobs.write(key, once(bytes), bytes.length);
  if (written.isOk()) return;
  const why = isFull(written.error) ? 'there is no room at its place' : 'its place does not answer';
  throw new StartProblem(`the back-up cannot be brought to its end: ${why}`);
};

/** Puts the file of the database, which nobody has open any more, into the back-up, and at last the manifest, by which it is one. */
export const finishBackup = async (
  place: Pick<BackupPlace, 'blobs'>,
  path: string,
  about: Pick<BackupManifest, 'id' | 'takenAt' | 'serverVersion'>,
  { blobs, problems, named }: TakenBlobs,
): Promise<void> => {
  const { size: sizeBytes } = await stat(path);
  const file = hashing(createReadStream(path));
  const written = await place.blobs.write(databaseKey(about.id), file.body, sizeBytes);
  if (written.isErr()) throw new StartProblem('the database cannot be written into the back-up');
  const database = { sizeBytes, sha256: file.digestHex() };
  const manifest: BackupManifest = { format: 1, ...about, database, blobs, problems, named: [...named] };
  await writeText(place, manifestKey(about.id), manifestText(manifest));
};
