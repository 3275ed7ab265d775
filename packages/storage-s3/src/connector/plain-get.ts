import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Bucket } from '../bucket.js';
import { faultOf, nonsense, S3Fault } from '../s3-fault.js';

export interface PlainAnswer {
  readonly status: number;
  /** At most as many bytes as were asked for. */
  readonly body: Uint8Array;
}

/** Asks for a URL as a client without an SDK does, and reads no more than `maxBytes` of what comes. Redirects are answers. */
export const getPlainly = async (bucket: Bucket, href: string, maxBytes: number): Promise<PlainAnswer> => {
  try {
    const answer = await answerTo(bucket, href);
    return { status: answer.statusCode ?? 0, body: await readUpTo(answer, maxBytes) };
  } catch (thrown) {
    throw faultOf(thrown);
  }
};

const answerTo = ({ agent, timeouts }: Bucket, href: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = href.startsWith('https:') ? httpsRequest : httpRequest;
    request(href, { agent, signal: AbortSignal.timeout(timeouts.answerMs) }, resolve)
      .on('error', reject)
      // Node ends without a word what is answered with another protocol.
      .on('close', () => reject(nonsense()))
      .end();
  });

/** Of a stream of bytes at most `maxBytes`, at least 1; the rest is not waited for. */
export const readUpTo = async (stream: AsyncIterable<unknown>, maxBytes: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let restBytes = maxBytes;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new S3Fault('unavailable', 'unknown');
    chunks.push(chunk.subarray(0, restBytes));
    restBytes -= chunk.byteLength;
    if (restBytes <= 0) break;
  }
  return Buffer.concat(chunks);
};
