import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadObjectCommand,
  type GetObjectCommandOutput,
  type HeadObjectCommandOutput,
} from '@aws-sdk/client-s3';
import { invariant, isByteCount, type ObjectKey, SECOND_MS } from '@svc/core/model';
import type { BlobFacts, BlobMissing, BlobReading, ByteSpan, SpanOutside } from '@svc/core/ports';
import { err, ok, type Result } from 'neverthrow';
import { at, type Bucket, type PrivateKey } from './bucket.js';
import { type OnUnavailable, orMissing, reasonOf } from './classify-error.js';
import { fillFrom, objectBody } from './object-body.js';
import { resumingBody } from './resuming-body.js';
import { broken, nonsense, S3Fault } from './s3-fault.js';

export interface ObjectFacts {
  readonly sizeBytes: number;
  /** What the bucket calls this version; it proves nothing. */
  readonly etag: string | undefined;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number | undefined;
}

/** Longer than the second by which a single answer tells times, where a list tells them by the millisecond. */
const youngMs = 3 * SECOND_MS;

/**
 * ETags that are not of the bytes may be the same for all versions, which only the time tells apart then: not of those that are so young that another one may
 * follow in the same second.
 */
export const versionOf = ({ etags, clock }: Bucket, { etag, modifiedAt }: ObjectFacts): string | undefined => {
  if (etag === undefined || modifiedAt === undefined) return undefined;
  if (etags.areMd5 !== true && clock.bucketNow() - modifiedAt < youngMs) return undefined;
  return `${plainEtag(etag)} ${Math.floor(modifiedAt / SECOND_MS)}`;
};

export const blobFactsOf = (bucket: Bucket, facts: ObjectFacts): BlobFacts => ({
  sizeBytes: facts.sizeBytes,
  version: versionOf(bucket, facts),
});

/** Some servers write it in quotes in one answer and without in another. */
export const plainEtag = (etag: string): string => etag.replace(/^"(.*)"$/, '$1').toLowerCase();

/** What an answer says of the object; undefined where it does not tell a length. */
const toldFacts = (answer: HeadObjectCommandOutput | GetObjectCommandOutput): ObjectFacts | undefined => {
  const { ContentLength: sizeBytes, ETag: etag, LastModified: modified } = answer;
  if (sizeBytes === undefined || !isByteCount(sizeBytes)) return undefined;
  return { sizeBytes, etag, modifiedAt: modified?.getTime() };
};

/** The facts of what lies at the key, or undefined when nothing does, or when the bucket is gone: an answer without a body does not tell one from the other. */
export const factsOf = (bucket: Bucket, key: ObjectKey | PrivateKey): Promise<ObjectFacts | undefined> =>
  orMissing(async () => {
    const head = await bucket
      .ask((client, options) => client.send(new HeadObjectCommand(at(bucket, key)), options))
      .catch(withoutBody);
    const facts = toldFacts(head);
    if (facts === undefined) throw nonsense();
    return facts;
  });

/**
 * Without a body, a 400 cannot say that the region is another or a token has ended; a question that names nothing but a key is itself never wrong. Nor can a 404
 * say what is missing.
 */
const withoutBody = (fault: unknown): never => {
  if (!(fault instanceof S3Fault)) throw fault;
  const { kind, code, status } = fault;
  if (status === 404 && code === 'NotFound') throw new S3Fault('missing', code, status);
  throw kind === 'refused' ? new S3Fault('unavailable', code, status) : fault;
};

/**
 * The same, but undefined only when the bucket itself says that nothing lies at the key: a caller that hears of a missing blob may write it off, so a bucket that
 * is gone, or out of reach behind a server that answers 404, is a fault.
 */
export const sureFactsOf = async (bucket: Bucket, key: ObjectKey | PrivateKey): Promise<ObjectFacts | undefined> => {
  const facts = await factsOf(bucket, key);
  if (facts !== undefined) return facts;
  const opened = await openWhole(bucket, key);
  if (opened.isErr()) return undefined;
  // It has come since.
  await leave(opened.value);
  return opened.value.facts;
};

/** Lets go of a blob that will not be read. */
export const leave = async ({ body }: BlobReading): Promise<void> => {
  await body[Symbol.asyncIterator]().return?.();
};

const missing: Result<never, BlobMissing> = err({ kind: 'blob_missing' });

/** Asks for a blob or a span of it; of the version that `etag` names, where one is named. */
const get = (
  bucket: Bucket,
  key: ObjectKey | PrivateKey,
  span: ByteSpan | undefined,
  etag?: string,
): Promise<GetObjectCommandOutput> => {
  const range = span && { Range: `bytes=${span.first}-${span.last}` };
  const version = etag === undefined ? {} : { IfMatch: etag };
  const command = new GetObjectCommand({ ...at(bucket, key), ...range, ...version });
  return bucket.ask((client, options) => client.send(command, options), { streams: true });
};

export interface WholeReading extends BlobReading {
  readonly facts: ObjectFacts;
}

/** Opens the whole blob at the key; `onUnavailable` hears of a body that breaks off for good. */
export const openWhole = async (
  bucket: Bucket,
  key: ObjectKey | PrivateKey,
  onUnavailable?: OnUnavailable,
): Promise<Result<WholeReading, BlobMissing>> => {
  const answer = await orMissing(() => get(bucket, key, undefined));
  if (answer === undefined) return missing;
  const facts = toldFacts(answer);
  if (facts === undefined) {
    leaveUnread(answer);
    throw nonsense();
  }
  const { sizeBytes } = facts;
  const reading = readingOf(bucket, key, answer, { first: 0, last: sizeBytes - 1 }, sizeBytes, onUnavailable);
  return ok({ ...reading, facts });
};

/** The span begins behind the blob's end. */
const behindEnd = Symbol('behind the end');

const asBehindEnd = (fault: unknown): typeof behindEnd => {
  if (fault instanceof S3Fault && fault.status === 416) return behindEnd;
  throw fault;
};

/** Opens a span of the blob at the key; `onUnavailable` hears of a body that breaks off for good. */
export const openSpan = async (
  bucket: Bucket,
  key: ObjectKey,
  span: ByteSpan,
  onUnavailable?: OnUnavailable,
): Promise<Result<BlobReading, BlobMissing | SpanOutside>> => {
  invariant(span.first >= 0 && span.first <= span.last, 'a span has a first and a last byte');
  const answer = await orMissing(() => get(bucket, key, span).catch(asBehindEnd));
  if (answer === undefined) return missing;
  if (answer === behindEnd) {
    const facts = await sureFactsOf(bucket, key);
    return facts === undefined ? missing : err({ kind: 'span_outside', sizeBytes: facts.sizeBytes });
  }
  const sizeBytes = totalOf(answer, span);
  if (sizeBytes !== undefined && span.last < sizeBytes) return ok(readingOf(bucket, key, answer, span, sizeBytes, onUnavailable));
  leaveUnread(answer);
  if (sizeBytes === undefined) throw nonsense();
  return err({ kind: 'span_outside', sizeBytes });
};

const leaveUnread = ({ Body: stream }: GetObjectCommandOutput): void => {
  if (stream instanceof Readable) stream.on('error', () => undefined).destroy();
};

const bodyOf = (
  bucket: Bucket,
  { Body: stream }: GetObjectCommandOutput,
  { first, last }: ByteSpan,
): AsyncIterable<Uint8Array> => {
  if (!(stream instanceof Readable)) throw nonsense();
  return objectBody(stream, last - first + 1, bucket.timeouts.idleMs);
};

/** What an answer reads of the span; where it breaks off, the rest is asked for. */
const readingOf = (
  bucket: Bucket,
  key: ObjectKey | PrivateKey,
  answer: GetObjectCommandOutput,
  span: ByteSpan,
  sizeBytes: number,
  onUnavailable: OnUnavailable | undefined,
): BlobReading => {
  const { ETag: etag } = answer;
  const reopen = async (receivedBytes: number): Promise<AsyncIterable<Uint8Array> | undefined> =>
    etag === undefined ? undefined : restOf(bucket, key, { ...span, first: span.first + receivedBytes }, { sizeBytes, etag });
  const body = resumingBody(bodyOf(bucket, answer, span), span.last - span.first + 1, reopen, () =>
    onUnavailable?.(reasonOf(broken())),
  );
  return { sizeBytes, body, fill: (target) => fillFrom(body, target) };
};

/** The rest of a blob that broke off. Undefined where another one lies there by now, as far as a bucket tells versions apart, and where it cannot be had. */
const restOf = async (
  bucket: Bucket,
  key: ObjectKey | PrivateKey,
  span: ByteSpan,
  version: { readonly sizeBytes: number; readonly etag: string },
): Promise<AsyncIterable<Uint8Array> | undefined> => {
  try {
    const answer = await get(bucket, key, span, version.etag);
    if (answer.ETag === version.etag && totalOf(answer, span) === version.sizeBytes) return bodyOf(bucket, answer, span);
    leaveUnread(answer);
    return undefined;
  } catch (fault) {
    if (fault instanceof S3Fault) return undefined;
    throw fault;
  }
};

const contentRange = /^bytes (\d{1,16})-(\d{1,16})\/(\d{1,16})$/;

/** The whole blob's size, out of an answer that has exactly the span, or as much of it as a shorter blob has; undefined of one that has neither. */
const totalOf = ({ ContentRange: given = '' }: GetObjectCommandOutput, { first, last }: ByteSpan): number | undefined => {
  const [, from, to, total] = (contentRange.exec(given) ?? []).map(Number);
  const isAnswer = total !== undefined && isByteCount(total) && from === first && to === Math.min(last, total - 1);
  return isAnswer ? total : undefined;
};
