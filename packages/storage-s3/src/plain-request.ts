import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Bucket } from './bucket.js';
import { faultOf, nonsense, S3Fault } from './s3-fault.js';

export interface PlainPut {
  readonly href: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Uses a signed URL as a client without an SDK does, and answers the status. */
export const putPlainly = async (bucket: Bucket, put: PlainPut): Promise<number> => {
  try {
    return await send(bucket, put);
  } catch (thrown) {
    throw faultOf(thrown);
  }
};

const send = ({ agent, timeouts }: Bucket, { href, headers, body }: PlainPut): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = href.startsWith('https:') ? httpsRequest : httpRequest;
    const signal = AbortSignal.timeout(timeouts.answerMs);
    const sent = request(href, { method: 'PUT', agent, headers, signal }, (answer) => {
      const { statusCode } = answer;
      // The status is all that matters, and what follows may have no end.
      answer.on('error', () => undefined).destroy();
      if (statusCode === undefined) reject(new S3Fault('unavailable', 'unknown'));
      else resolve(statusCode);
    });
    sent.on('error', reject);
    // Node ends without a word what is answered with another protocol.
    sent.on('close', () => reject(nonsense()));
    sent.end(body);
  });
