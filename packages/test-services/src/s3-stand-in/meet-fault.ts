import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { setTimeout as delay } from 'node:timers/promises';
import type { Reply } from './call.js';
import { endlessListing, entityBomb, errorInsideOk, garbage, otherBytes, redirectTo, truncated } from './hostile-replies.js';
import type { Fault, Operation } from './options.js';
import { S3Error } from './s3-error.js';

/** A request that meets a fault, and how it would be answered without. */
export interface Meeting {
  readonly message: IncomingMessage;
  readonly operation: Operation | undefined;
  readonly perform: () => Promise<Reply>;
}

const withBody = (
  { operation }: Meeting,
  reply: Reply,
  change: (body: AsyncIterable<Uint8Array>, declaredBytes: number) => AsyncIterable<Uint8Array>,
): Reply =>
  operation === 'GetObject' && typeof reply.body === 'object'
    ? { ...reply, body: change(reply.body, Number(reply.headers?.['content-length'])) }
    : reply;

const reset = ({ socket }: IncomingMessage): void => {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
};

/** The answer that the fault leaves; undefined when there is none. */
export const meetFault = async (fault: Fault, meeting: Meeting): Promise<Reply | undefined> => {
  const { message, perform } = meeting;
  switch (fault.kind) {
    case 'refuse':
    case 'reset':
      reset(message);
      return undefined;
    case 'hang':
      return undefined;
    case 'slow':
      await delay(fault.milliseconds, undefined, { ref: false });
      return perform();
    case 'slow_down':
      throw new S3Error('SlowDown', 'Please reduce your request rate.');
    case 'internal_error':
      throw new S3Error('InternalError', 'We encountered an internal error. Please try again.');
    case 'access_denied':
      throw new S3Error('AccessDenied', 'Access Denied');
    case 'error_inside_ok':
      return errorInsideOk;
    case 'redirect':
      return redirectTo(fault.origin, message.url ?? '/');
    case 'garbage':
      return garbage;
    case 'entity_bomb':
      return entityBomb();
    case 'endless_listing':
      return endlessListing(fault.bytes);
    case 'other_bytes':
      return withBody(meeting, await perform(), otherBytes);
    case 'truncated_body':
      return withBody(meeting, await perform(), truncated);
  }
};
