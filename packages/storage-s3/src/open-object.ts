import { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand, type GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { invariant, isByteCount, type ObjectKey } from '@svc/core/model';
import type { BlobMissing, BlobReading, ByteSpan, SpanOutside } from '@svc/core/ports';
import { err, ok, type Result } from 'neverthrow';
import { at, type Bucket, type PrivateKey } from './bucket.js';
import { orMissing } from './classify-error.js';
import { fillFrom, objectBody } from './object-body.js';
import { nonsense, S3Fault } from './s3-fault.js';

export interface ObjectFacts {
  readonly sizeBytes: number;
  /** What the bucket calls this version; it proves nothing. */
  readonly etag: string | undefined;
}

/** The facts of what lies at the key, or undefined when nothing does, or when the bucket is gone: an answer without a body does not tell one from the other. */
export const factsOf = (bucket: Bucket, key: ObjectKey | PrivateKey): Promise<ObjectFacts | undefined> =>
  orMissing(async () => {
    const head = await bucket.ask((client, options) => client.send(new HeadObjectCommand(at(bucket, key)), options));
    const { ContentLength: sizeBytes, ETag: etag } = head;
    if (sizeBytes === undefined || !isByteCount(sizeBytes)) throw nonsense();
    return { sizeBytes, etag };
  });

/** The same, but undefined only when nothing lies at the key: a caller that hears of a missing blob may write it off, so a bucket that is gone is a fault. */
export const sureFactsOf = async (bucket: Bucket, key: ObjectKey): Promise<ObjectFacts | undefined> => {
  const facts = await factsOf(bucket, key);
  if (facts !== undefined) return facts;
  const opened = await openWhole(bucket, key);
  if (opened.isErr()) return undefined;
  // It has come since.
  await leave(opened.value);
  return { sizeBytes: opened.value.sizeBytes, etag: undefined };
};

/** Lets go of a blob that will not be read. */
export const leave = async ({ body }: BlobReading): Promise<void> => {
  await body[Symbol.asyncIterator]().return?.();
};

const missing: Result<never, BlobMissing> = err({ kind: 'blob_missing' });

const get = (bucket: Bucket, key: ObjectKey | PrivateKey, range: { readonly Range?: string }): Promise<GetObjectCommandOutput> =>
  bucket.ask((client, options) => client.send(new GetObjectCommand({ ...at(bucket, key), ...range }), options), {
    streams: true,
  });

/** Opens the whole blob at the key. */
export const openWhole = async (bucket: Bucket, key: ObjectKey | PrivateKey): Promise<Result<BlobReading, BlobMissing>> => {
  const answer = await orMissing(() => get(bucket, key, {}));
  if (answer === undefined) return missing;
  const { ContentLength: sizeBytes } = answer;
  if (sizeBytes !== undefined && isByteCount(sizeBytes)) return ok(readingOf(bucket, answer, sizeBytes, sizeBytes));
  leaveUnread(answer);
  throw nonsense();
};

/** The span begins behind the blob's end. */
const behindEnd = Symbol('behind the end');

const asBehindEnd = (fault: unknown): typeof behindEnd => {
  if (fault instanceof S3Fault && fault.status === 416) return behindEnd;
  throw fault;
};

/** Opens a span of the blob at the key. */
export const openSpan = async (
  bucket: Bucket,
  key: ObjectKey,
  { first, last }: ByteSpan,
): Promise<Result<BlobReading, BlobMissing | SpanOutside>> => {
  invariant(first >= 0 && first <= last, 'a span has a first and a last byte');
  const answer = await orMissing(() => get(bucket, key, { Range: `bytes=${first}-${last}` }).catch(asBehindEnd));
  if (answer === undefined) return missing;
  if (answer === behindEnd) {
    const facts = await sureFactsOf(bucket, key);
    return facts === undefined ? missing : err({ kind: 'span_outside', sizeBytes: facts.sizeBytes });
  }
  const sizeBytes = totalOf(answer, { first, last });
  if (sizeBytes !== undefined && last < sizeBytes) return ok(readingOf(bucket, answer, sizeBytes, last - first + 1));
  leaveUnread(answer);
  if (sizeBytes === undefined) throw nonsense();
  return err({ kind: 'span_outside', sizeBytes });
};

const leaveUnread = ({ Body: stream }: GetObjectCommandOutput): void => {
  if (stream instanceof Readable) stream.on('error', () => undefined).destroy();
};

const readingOf = (bucket: Bucket, { Body: stream }: GetObjectCommandOutput, sizeBytes: number, bytes: number): BlobReading => {
  if (!(stream instanceof Readable)) throw nonsense();
  const body = objectBody(stream, bytes, bucket.timeouts.idleMs);
  return { sizeBytes, body, fill: (target) => fillFrom(body, target) };
};

const contentRange = /^bytes (\d{1,16})-(\d{1,16})\/(\d{1,16})$/;

/** The whole blob's size, out of an answer that has exactly the span, or as much of it as a shorter blob has; undefined of one that has neither. */
const totalOf = ({ ContentRange: given = '' }: GetObjectCommandOutput, { first, last }: ByteSpan): number | undefined => {
  const [, from, to, total] = (contentRange.exec(given) ?? []).map(Number);
  const isAnswer = total !== undefined && isByteCount(total) && from === first && to === Math.min(last, total - 1);
  return isAnswer ? total : undefined;
};
