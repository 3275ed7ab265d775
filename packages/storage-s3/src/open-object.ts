import { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand, type GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { invariant, isByteCount, type ObjectKey } from '@svc/core/model';
import type { BlobMissing, BlobReading, ByteSpan } from '@svc/core/ports';
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
  const opened = await openObject(bucket, key, undefined);
  if (opened.isErr()) return undefined;
  // It has come since.
  await leave(opened.value);
  return { sizeBytes: opened.value.sizeBytes, etag: undefined };
};

/** Lets go of a blob that will not be read. */
export const leave = async ({ body }: BlobReading): Promise<void> => {
  await body[Symbol.asyncIterator]().return?.();
};

/** Opens the blob at the key, or a span of it. */
export const openObject = async (
  bucket: Bucket,
  key: ObjectKey | PrivateKey,
  span: ByteSpan | undefined,
): Promise<Result<BlobReading, BlobMissing>> => {
  invariant(span === undefined || (span.first >= 0 && span.first <= span.last), 'a span lies inside its blob');
  const range = span && { Range: `bytes=${span.first}-${span.last}` };
  const answer = await orMissing(() =>
    bucket
      .ask((client, options) => client.send(new GetObjectCommand({ ...at(bucket, key), ...range }), options), { streams: true })
      .catch(refuseOutside),
  );
  return answer === undefined ? err({ kind: 'blob_missing' }) : ok(readingOf(bucket, answer, span));
};

/** 416: the span begins behind the blob's end. */
const refuseOutside = (fault: unknown): never => {
  invariant(!(fault instanceof S3Fault && fault.status === 416), 'a span lies inside its blob');
  throw fault;
};

const readingOf = (bucket: Bucket, answer: GetObjectCommandOutput, span: ByteSpan | undefined): BlobReading => {
  const { Body: stream } = answer;
  if (!(stream instanceof Readable)) throw nonsense();
  try {
    const sizeBytes = span === undefined ? answer.ContentLength : totalOf(answer, span);
    if (sizeBytes === undefined || !isByteCount(sizeBytes)) throw nonsense();
    const body = objectBody(stream, span === undefined ? sizeBytes : span.last - span.first + 1, bucket.timeouts.idleMs);
    return { sizeBytes, body, fill: (target) => fillFrom(body, target) };
  } catch (fault) {
    stream.on('error', () => undefined).destroy();
    throw fault;
  }
};

const contentRange = /^bytes (\d{1,16})-(\d{1,16})\/(\d{1,16})$/;

/** The whole blob's size, out of an answer that has exactly the span. A server that answers less says that the blob is shorter. */
const totalOf = ({ ContentRange: given = '' }: GetObjectCommandOutput, { first, last }: ByteSpan): number => {
  const [, from, to, total] = (contentRange.exec(given) ?? []).map(Number);
  if (from === undefined || to === undefined || total === undefined) throw nonsense();
  invariant(last < total, 'a span lies inside its blob');
  if (from !== first || to !== last) throw nonsense();
  return total;
};
