import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { BlobCorrupted } from '../../blob-store/blob-corrupted.js';
import { findBlob } from '../../blob-store/find-blob.js';
import type { Unavailable } from '../../model/app-error.js';
import { thrownOutage } from '../../model/blob-unreadable.js';
import type { IncrementalHash } from '../../ports/hasher.js';
import type { Ports } from '../../ports/ports.js';
import type { ExpectedDigest, KeptBlob } from './kept-blob.js';

/** What was found where a blob has to be. */
export type BlobCondition =
  | { readonly kind: 'sound' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'wrong_size'; readonly actualBytes: number }
  | { readonly kind: 'wrong_bytes' };

export type CheckPorts = Pick<Ports, 'blobs' | 'codec' | 'hasher'>;

const sound: BlobCondition = { kind: 'sound' };
const wrongBytes: BlobCondition = { kind: 'wrong_bytes' };

const judgeSize = (blob: KeptBlob, actualBytes: number): BlobCondition =>
  blob.hasSize(actualBytes) ? sound : { kind: 'wrong_size', actualBytes };

/** Whether the blob is there, and as long as it must be. */
export const checkSize = (ports: CheckPorts, blob: KeptBlob): ResultAsync<BlobCondition, Unavailable> =>
  findBlob(ports, blob.key).map((found) => (found === undefined ? { kind: 'missing' } : judgeSize(blob, found.sizeBytes)));

const hashOf = ({ codec, hasher }: CheckPorts, digest: ExpectedDigest | undefined): IncrementalHash | undefined => {
  if (digest === undefined) return undefined;
  return digest.algorithm === 'sha256' ? hasher.sha256() : codec.blake3();
};

/** Hears of the bytes of a blob in their order, before it is known whether they are the right ones; waits as long as it takes. */
export type TakePiece = (piece: Uint8Array) => Promise<void> | undefined;

const readThrough = async (
  ports: CheckPorts,
  blob: KeptBlob,
  body: AsyncIterable<Uint8Array>,
  take: TakePiece,
): Promise<BlobCondition> => {
  const hash = hashOf(ports, blob.digest);
  let actualBytes = 0;
  for await (const piece of body) {
    hash?.update(piece);
    actualBytes += piece.byteLength;
    await take(piece);
  }
  const judged = judgeSize(blob, actualBytes);
  if (judged.kind !== 'sound') return judged;
  return hash?.digestHex() === blob.digest?.hex ? sound : wrongBytes;
};

/** Reads the blob from its first byte to its last, unless it is not as long as it must be. */
export const checkBytes = async (
  ports: CheckPorts,
  blob: KeptBlob,
  take: TakePiece = () => undefined,
): Promise<Result<BlobCondition, Unavailable>> => {
  const opened = await ports.blobs.read(blob.key);
  if (opened.isErr()) {
    const { error } = opened;
    if (error.kind === 'unavailable') return err(error);
    return ok(error.kind === 'blob_missing' ? { kind: 'missing' } : { kind: 'wrong_size', actualBytes: error.sizeBytes });
  }
  const { sizeBytes, body } = opened.value;
  const judged = judgeSize(blob, sizeBytes);
  if (judged.kind !== 'sound') {
    await body[Symbol.asyncIterator]().return?.();
    return ok(judged);
  }
  try {
    return ok(await readThrough(ports, blob, body, take));
  } catch (thrown) {
    if (thrown instanceof BlobCorrupted) return ok(wrongBytes);
    const outage = thrownOutage(thrown);
    if (outage === undefined) throw thrown;
    return err(outage);
  }
};
