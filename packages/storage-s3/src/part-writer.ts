import type { ObjectKey } from '@svc/core/model';
import type { Bucket } from './bucket.js';
import { checkParts, createMd5, type SentPart } from './check-written.js';
import { tryToAbortMultipart, beginMultipart, partBytesFor, type Multipart } from './multipart.js';
import { createBufferPool } from './buffer-pool.js';
import { lost, S3Fault } from './s3-fault.js';

/** Parts that are being sent while the next one is gathered. */
const partsInFlight = 2;

/** Sends a body in parts while it comes. Memory holds three parts at most. */
export interface PartWriter {
  /** Keeps the chunk; a promise when the sender must wait until there is room. */
  take(chunk: Uint8Array): Promise<void> | undefined;
  /** Sends the rest and puts the parts together. Throws `lost` when the bucket has not all of them. */
  finish(): Promise<void>;
  /** Leaves nothing behind, unless the bucket has put the parts together already. */
  giveUp(): Promise<void>;
}

export const createPartWriter = (bucket: Bucket, key: ObjectKey, sizeBytes: number): PartWriter => {
  const partBytes = partBytesFor(sizeBytes, bucket.limits.partBytes);
  // A body of more than 10,000 usual parts is rare, and has buffers of its own.
  const pool = partBytes === bucket.limits.partBytes ? bucket.partBuffers : createBufferPool(partBytes);
  let upload: Promise<Multipart> | undefined;
  let gathered: Buffer | undefined;
  let gatheredBytes = 0;
  let md5 = createMd5();
  const sending: Promise<SentPart>[] = [];

  const send = (bytes: Buffer): void => {
    // A body that ends before its first part is full has not begun an upload.
    upload ??= beginMultipart(bucket, key, bucket.writing);
    const part = sendPart(upload, sending.length + 1, bytes.subarray(0, gatheredBytes), md5?.digest());
    // The caller that waits for the part meets the fault; there may be none. Of a part that failed something may still be on its way.
    part.then(
      () => pool.release(bytes),
      () => undefined,
    );
    sending.push(part);
    gathered = undefined;
    gatheredBytes = 0;
    md5 = createMd5();
  };

  const keep = (piece: Uint8Array): void => {
    gathered ??= pool.take();
    gathered.set(piece, gatheredBytes);
    gatheredBytes += piece.byteLength;
    md5?.update(piece);
  };

  const gather = async (chunk: Uint8Array): Promise<void> => {
    for (let from = 0; from < chunk.byteLength;) {
      const piece = chunk.subarray(from, from + partBytes - gatheredBytes);
      keep(piece);
      from += piece.byteLength;
      if (gatheredBytes < partBytes) continue;
      await sending.at(-partsInFlight);
      if (gathered !== undefined) send(gathered);
    }
  };

  return {
    take: (chunk) => {
      if (gatheredBytes + chunk.byteLength >= partBytes) return gather(chunk);
      keep(chunk);
      return undefined;
    },
    finish: async () => {
      if (gathered !== undefined) send(gathered);
      const parts = await Promise.all(sending);
      const begun = await upload;
      if (begun === undefined) return;
      await bucket.inTurn(key, async () => {
        const etag = await putTogether(begun, parts);
        await checkParts(bucket, key, sizeBytes, parts, etag);
      });
    },
    giveUp: async () => {
      if (upload === undefined) return;
      // A part that arrives after the end of its upload would stay for ever.
      await Promise.allSettled(sending);
      const [begun] = await Promise.allSettled([upload]);
      if (begun.status === 'fulfilled') await tryToAbortMultipart(bucket, key, begun.value.uploadId);
    },
  };
};

const sendPart = async (
  upload: Promise<Multipart>,
  partNumber: number,
  bytes: Uint8Array,
  md5: Buffer | undefined,
): Promise<SentPart> => ({ done: await (await upload).send(partNumber, bytes), md5 });

/** A bucket that does not know the parts any more, or the upload, that it has acknowledged is no mistake of the request. */
const putTogether = async (upload: Multipart, parts: readonly SentPart[]): Promise<string | undefined> => {
  try {
    return await upload.complete(parts.map(({ done }) => done));
  } catch (fault) {
    if (fault instanceof S3Fault && (fault.kind === 'missing' || fault.code === 'InvalidPart')) throw lost();
    throw fault;
  }
};
