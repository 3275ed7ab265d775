import { randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { MINUTE_MS, type Unavailable } from '@svc/core/model';
import { ok, type ResultAsync } from 'neverthrow';
import { type Bucket, openBucket, type S3BucketOptions } from './bucket.js';
import { orUnavailable } from './classify-error.js';
import { faultOf, nonsense } from './s3-fault.js';
import { createSigning } from './url-signer.js';

/** What the pages of an origin cannot do with the signed URLs of a bucket. */
export interface CorsGaps {
  /** Methods that the bucket refuses them, or with the header fields that they have to send. */
  readonly methods: readonly string[];
  /** Fields of answers that it hides from them. */
  readonly hidden: readonly string[];
}

/** What pages send with each method, as a browser asks for it. */
const sentFields = { GET: 'range', PUT: 'content-type,x-amz-checksum-sha256' } as const;

/** What a reader of ranges has to see. A browser shows `Content-Length` of its own accord only where the answer is not from elsewhere. */
const seenFields = ['Content-Range', 'ETag', 'Content-Length', 'Accept-Ranges'];

interface Asked {
  readonly method: 'GET' | 'OPTIONS';
  readonly href: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

const send = ({ agent, timeouts }: Bucket, { method, href, headers }: Asked): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const request = href.startsWith('https:') ? httpsRequest : httpRequest;
    const signal = AbortSignal.timeout(timeouts.answerMs);
    request(href, { method, agent, headers, signal }, (answer) => {
      answer.on('error', () => undefined).destroy();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
    })
      .on('error', reject)
      // Node ends without a word what is answered with another protocol.
      .on('close', () => reject(nonsense()))
      .end();
  });

const ask = async (bucket: Bucket, asked: Asked): Promise<Answered> => {
  try {
    return await send(bucket, asked);
  } catch (thrown) {
    throw faultOf(thrown);
  }
};

const listed = (field: string | undefined): readonly string[] =>
  (field ?? '').split(',').map((name) => name.trim().toLowerCase());

const isLetIn = ({ headers }: Answered, origin: string): boolean =>
  ['*', origin].includes(headers['access-control-allow-origin'] ?? '');

/**
 * Asks the bucket what a browser would ask it for a page of the origin, by signed URLs of a key that is not there. No permission to read the bucket's
 * configuration is needed.
 */
export const checkCors = (options: S3BucketOptions, origin: string): ResultAsync<CorsGaps, Unavailable> =>
  orUnavailable(async () => {
    const bucket = openBucket(options);
    try {
      const sign = await createSigning(bucket)();
      const key = `.probe/${randomUUID()}`;
      const expiresAt = Date.now() + MINUTE_MS;
      const isPreflightPassed = async (method: keyof typeof sentFields): Promise<boolean> => {
        const fields = sentFields[method];
        const headers = { origin, 'access-control-request-method': method, 'access-control-request-headers': fields };
        const answer = await ask(bucket, { method: 'OPTIONS', href: sign({ method, key, expiresAt }), headers });
        const allowed = listed(answer.headers['access-control-allow-headers']);
        const areFieldsAllowed = allowed.includes('*') || listed(fields).every((field) => allowed.includes(field));
        return answer.status < 300 && isLetIn(answer, origin) && areFieldsAllowed;
      };
      const methods: string[] = [];
      for (const method of ['GET', 'PUT'] as const) if (!(await isPreflightPassed(method))) methods.push(method);
      const read = await ask(bucket, { method: 'GET', href: sign({ method: 'GET', key, expiresAt }), headers: { origin } });
      const exposed = listed(read.headers['access-control-expose-headers']);
      const isSeen = (name: string): boolean => exposed.includes('*') || exposed.includes(name.toLowerCase());
      return ok({ methods, hidden: isLetIn(read, origin) ? seenFields.filter((name) => !isSeen(name)) : seenFields });
    } finally {
      bucket.close();
    }
  });
