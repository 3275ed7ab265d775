import { text } from 'node:stream/consumers';
import type { VerifiedSignature } from './authenticate.js';
import type { Bucket, StoredObject } from './bucket.js';
import { receiveBody } from './receive-body.js';
import { S3Error } from './s3-error.js';
import type { S3Request } from './s3-request.js';
import type { World } from './world.js';

/** A request whose signature holds, and what it is made to. */
export interface Call {
  readonly world: World;
  readonly request: S3Request;
  readonly signature: VerifiedSignature;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is XML; bytes come with a Content-Length among the headers. */
  readonly body?: string | AsyncIterable<Uint8Array>;
}

export type Perform = (call: Call) => Promise<Reply>;

export const bucketOf = ({ world, request }: Call): Bucket => {
  const bucket = world.buckets.get(request.bucket ?? '');
  if (bucket === undefined) throw new S3Error('NoSuchBucket', 'The specified bucket does not exist');
  return bucket;
};

export const keyOf = ({ request }: Call): string => {
  if (request.key === undefined) throw new S3Error('InvalidRequest', 'The request names no key.');
  return request.key;
};

export const objectOf = (call: Call): StoredObject => {
  const found = bucketOf(call).find(keyOf(call));
  if (found === undefined) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  return found;
};

const maxDocumentBytes = 4 * 1024 * 1024;

/** Takes a body that is a document, checked like any other. */
export const receiveDocument = async ({ world, request, signature }: Call): Promise<string> => {
  const { content } = await receiveBody(world, request, signature);
  try {
    if (content.sizeBytes > maxDocumentBytes) throw new S3Error('MalformedXML', 'The XML you provided is too long.');
    return content.sizeBytes === 0 ? '' : await text(content.read(0, content.sizeBytes - 1));
  } finally {
    await content.release();
  }
};

/** As HTTP has it, in whole seconds. */
export const httpDate = (milliseconds: number): string => new Date(milliseconds).toUTCString();
export const isoDate = (milliseconds: number): string => new Date(milliseconds).toISOString();
export const quoted = (etag: string): string => `"${etag}"`;
