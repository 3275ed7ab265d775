import { isObjectKey, type ObjectKey, oidOfObjectKey } from '@svc/core/model';
import type { BlobStore, ChunkCodec } from '@svc/core/ports';
import type { BackupBlob, BlobDigest } from '@svc/persistence-sqlite';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartProblem } from '../start-problem.js';
import type { BlobProblem } from './backup-manifest.js';
import { unwritten } from './unwritten.js';

export type Codec = Pick<ChunkCodec, 'blake3'>;

/** Where bytes lie in a back-up that have another key in the service, or whose bytes may change there: under their own SHA-256. */
export const contentKey = (sha256: string): ObjectKey => {
  const key = `contents/${sha256.slice(0, 2)}/${sha256}`;
  if (!isObjectKey(key)) throw new Error(`invariant: ${key} is a key`);
  return key;
};

/** Where the bytes of the blob lie in a back-up: at its own key what is at that key for ever, which no file is that a client has named as an object is. */
export const keyInBackup = (key: ObjectKey, { algorithm, hex }: BlobDigest): ObjectKey =>
  algorithm === 'blake3' || oidOfObjectKey(key) === hex ? key : contentKey(hex);

/** Hashes bytes by what they are known by. */
export const hashOf = (codec: Codec, { algorithm }: Pick<BlobDigest, 'algorithm'>) => {
  if (algorithm === 'blake3') return codec.blake3();
  const hash = createHash('sha256');
  return { update: (bytes: Uint8Array): void => void hash.update(bytes), digestHex: () => hash.digest('hex') };
};

const tries = 3;
const pauseMs = 500;

/** What stands between a reading and its bytes: nothing, a problem of this blob, or a storage that does not answer at all. */
export const reading = async <T>(
  store: BlobStore,
  read: () => Promise<T | BlobProblem | 'unavailable'>,
): Promise<T | BlobProblem> => {
  for (let count = 1; ; count += 1) {
    const outcome = await read();
    if (outcome !== 'unavailable') return outcome;
    if (count < tries) await sleep(pauseMs * count);
    else if ((await store.check()).isErr()) throw new StartProblem('the storage does not answer; run this again to go on');
    else return 'unreadable';
  }
};

/** The bytes of a small blob. */
export const readWhole = (store: BlobStore, key: ObjectKey): Promise<Buffer | BlobProblem> =>
  reading(store, async () => {
    const opened = await store.read(key);
    if (opened.isErr()) return opened.error.kind === 'unavailable' ? 'unavailable' : 'missing';
    const pieces: Uint8Array[] = [];
    try {
      for await (const piece of opened.value.body) pieces.push(piece);
    } catch {
      return 'unavailable';
    }
    return Buffer.concat(pieces);
  });

/** Bytes on their way, which note what has become of them: who writes them cannot tell that from a write that fails. */
interface Passing {
  readonly bytes: AsyncGenerator<Uint8Array>;
  readonly fate: { problem: 'damaged' | 'unavailable' | undefined };
}

/** The bytes of a body, which are hashed. */
export const hashed = (hash: Pick<ReturnType<typeof hashOf>, 'update'>, body: AsyncIterable<Uint8Array>): Passing => {
  const fate: Passing['fate'] = { problem: undefined };
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of body) {
        hash.update(piece);
        yield piece;
      }
    } catch (fault) {
      fate.problem = 'unavailable';
      throw fault;
    }
  };
  return { bytes: bytes(), fate };
};

/** Thrown through a write, which then leaves nothing behind. */
class WrongBytes extends Error {}

/** The bytes of a body, which throws at their end when they are not what they should be. */
const verified = (codec: Codec, digest: BlobDigest, body: AsyncIterable<Uint8Array>): Passing => {
  const hash = hashOf(codec, digest);
  const { bytes, fate } = hashed(hash, body);
  const demanding = async function* (): AsyncGenerator<Uint8Array> {
    yield* bytes;
    if (hash.digestHex() === digest.hex) return;
    fate.problem = 'damaged';
    throw new WrongBytes();
  };
  return { bytes: demanding(), fate };
};

interface BlobPlace {
  readonly store: BlobStore;
  readonly key: ObjectKey;
}

/** Writes bytes while they are read, and answers how many there are, or what was wrong with those; a write that fails by itself is a `StartProblem`. */
export const writePassing = async (
  { store, key }: BlobPlace,
  { bytes, fate }: Passing,
  sizeBytes: number,
): Promise<number | 'damaged' | 'unavailable'> => {
  const written = await store.write(key, bytes, sizeBytes);
  if (fate.problem !== undefined) return fate.problem;
  if (written.isOk()) return sizeBytes;
  // Cut off by a file that has become shorter, or longer.
  if (written.error.kind !== 'unavailable') return 'damaged';
  throw unwritten(key, written.error);
};

export interface VerifiedCopy {
  readonly codec: Codec;
  readonly blob: Pick<BackupBlob, 'hasLength'> & { readonly digest: BlobDigest };
  readonly from: BlobPlace;
  readonly to: BlobPlace;
}

/** Copies a blob and verifies it on its way: nothing that is not what it should be is ever at the target. Answers how many bytes it has. */
export const copyVerified = ({ codec, blob, from, to }: VerifiedCopy): Promise<number | BlobProblem> =>
  reading(from.store, async () => {
    const opened = await from.store.read(from.key);
    if (opened.isErr()) return opened.error.kind === 'unavailable' ? 'unavailable' : 'missing';
    const { body, sizeBytes } = opened.value;
    if (!blob.hasLength(sizeBytes)) {
      await body[Symbol.asyncIterator]().return?.();
      return 'wrong length';
    }
    return writePassing(to, verified(codec, blob.digest, body), sizeBytes);
  });

/** Whether the bytes at the key are what they should be. */
export const verifyBlob = (
  codec: Codec,
  store: BlobStore,
  key: ObjectKey,
  { digest, hasLength }: VerifiedCopy['blob'],
): Promise<'right' | BlobProblem> =>
  reading(store, async () => {
    const opened = await store.read(key);
    if (opened.isErr()) return opened.error.kind === 'unavailable' ? 'unavailable' : 'missing';
    const { body, sizeBytes } = opened.value;
    const { bytes, fate } = verified(codec, digest, body);
    try {
      while ((await bytes.next()).done !== true);
    } catch (fault) {
      if (fate.problem === undefined) throw fault;
      return fate.problem;
    }
    return hasLength(sizeBytes) ? 'right' : 'wrong length';
  });
