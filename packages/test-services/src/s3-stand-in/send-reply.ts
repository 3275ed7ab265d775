import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Reply } from './call.js';
import { S3Error } from './s3-error.js';
import { xmlDocument } from './xml.js';

const refusal = (error: S3Error, resource: string, requestId: string): string =>
  xmlDocument('Error', [
    ['Code', error.code],
    ['Message', error.message],
    ['Resource', resource],
    ['RequestId', requestId],
  ]);

/** What went wrong, as S3 says it; what is no refusal is a fault of the stand-in and is told to the person who runs the tests. */
export const replyOf = (error: unknown, resource: string): Reply => {
  if (!(error instanceof S3Error)) {
    process.emitWarning(error instanceof Error ? error : String(error));
    return replyOf(new S3Error('InternalError', 'We encountered an internal error. Please try again.'), resource);
  }
  return { status: error.status, body: refusal(error, resource, randomUUID()) };
};

export const sendReply = async (message: IncomingMessage, response: ServerResponse, reply: Reply): Promise<void> => {
  response.statusCode = reply.status;
  response.setHeader('x-amz-request-id', randomUUID());
  for (const [name, value] of Object.entries(reply.headers ?? {}))
    response.setHeader(name, Buffer.from(value).toString('latin1'));
  if (typeof reply.body === 'object') {
    await pipeline(reply.body, response);
    return;
  }
  const text = message.method === 'HEAD' ? undefined : reply.body;
  if (text !== undefined) {
    response.setHeader('content-type', 'application/xml');
    response.setHeader('content-length', Buffer.byteLength(text));
  }
  response.end(text);
};
