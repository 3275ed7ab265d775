import { createHash } from 'node:crypto';
import { S3Client, type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import type { S3Service } from '../../src/s3.js';

/** What servers that speak S3 do or leave; AWS and the stand-in do all of it. */
export interface ServerFacts {
  /** A wrong x-amz-checksum-* of a body is refused, and a right one is given back. */
  readonly checksChecksums: boolean;
  /** A condition on what is there is also kept by copies and by the end of a multipart upload, and not only by PUT. */
  readonly conditionsEverywhere: boolean;
  /** A write with If-Match and the ETag as it was given, in quotes, succeeds, and one to what is not there is answered 404. */
  readonly replacesNamedVersions: boolean;
  /** x-amz-copy-source-if-match refuses another version of the source. */
  readonly checksCopySource: boolean;
  /** Copying can be asked for the copy's SHA-256. */
  readonly copyAnswersChecksum: boolean;
  /** Parts may be left out when an upload ends, and have to be named in order; the answer has the ETag. */
  readonly endsUploadsExactly: boolean;
  /** Whatever is asked of an upload that is given up is always answered 404, never 500. */
  readonly missesUploads: boolean;
  /** A field that begins with x-amz- has to be signed. */
  readonly refusesUnsignedFields: boolean;
  /** Bodies of which the SDK declares a checksum after the end. */
  readonly takesTrailers: boolean;
  /** The region of a signature has to be the bucket's. */
  readonly checksRegion: boolean;
}

/** One server, and a bucket of its own for one case. */
export interface Bench {
  readonly server: S3Service;
  readonly facts: ServerFacts;
  readonly client: S3Client;
  readonly bucket: string;
}

export interface ProtocolCase {
  readonly title: string;
  readonly run: (bench: Bench) => Promise<void>;
}

export const clientOf = (server: S3Service, config: S3ClientConfig = {}): S3Client =>
  new S3Client({
    endpoint: server.endpoint,
    region: server.region,
    credentials: { accessKeyId: server.accessKeyId, secretAccessKey: server.secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    ...config,
  });

export const newBench = async (server: S3Service, facts: ServerFacts): Promise<Bench> => ({
  server,
  facts,
  client: clientOf(server),
  bucket: await server.newBucket(),
});

/** Code and status of what the SDK was refused with; the answer to HEAD has no code. */
export const refusalOf = async (
  attempt: Promise<unknown>,
): Promise<{ readonly code: string; readonly status: number | undefined }> => {
  const [outcome] = await Promise.allSettled([attempt]);
  if (outcome.status === 'fulfilled') throw new Error('nothing was refused');
  const reason: unknown = outcome.reason;
  if (!(reason instanceof S3ServiceException)) throw reason;
  return { code: reason.name, status: reason.$metadata.httpStatusCode };
};

export const expectRefusal = async (attempt: Promise<unknown>, status: number, ...codes: readonly string[]): Promise<void> => {
  const refusal = await refusalOf(attempt);
  expect(refusal.status, refusal.code).to.equal(status);
  if (codes.length > 0) expect(refusal.code).to.be.oneOf([...codes]);
};

export interface PlainAnswer {
  readonly status: number;
  /** Of the refusal; empty where it is none. */
  readonly code: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** A request by someone who knows nothing of S3. */
export const plain = async (href: string, init: RequestInit = {}): Promise<PlainAnswer> => {
  const answer = await fetch(href, { redirect: 'manual', ...init });
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, code: /<Code>(\w+)<\/Code>/.exec(body.toString())?.[1] ?? '', headers: answer.headers, body };
};

export const sha256Base64 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');
export const md5Hex = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

/** Bytes that tell where they stood. */
export const counted = (sizeBytes: number, seed = 1): Buffer => {
  const bytes = Buffer.alloc(sizeBytes);
  for (let index = 0, state = seed; index < sizeBytes; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[index] = state >>> 16;
  }
  return bytes;
};
