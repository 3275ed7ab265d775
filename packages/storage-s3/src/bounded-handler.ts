import { pipeline, Readable, Transform, type TransformCallback } from 'node:stream';
import { NodeHttpHandler, type NodeHttpHandlerOptions } from '@smithy/node-http-handler';
import { MIB, SECOND_MS } from '@svc/core/model';
import { nonsense } from './s3-fault.js';

/** A full page of a listing has about 1 MiB. */
const maxAnswerBytes = 8 * MIB;

/** Where a request says nothing. */
const defaultAnswerMs = 30 * SECOND_MS;

type Handle = NodeHttpHandler['handle'];

/** Node's handler of the SDK, for servers that are not trusted: an answer that is taken into memory has a bound and a time. Only the bytes of objects have none. */
class BoundedHandler extends NodeHttpHandler {
  override async handle(...[request, options]: Parameters<Handle>): ReturnType<Handle> {
    const answer = await super.handle(request, options);
    const { response } = answer;
    const isObject = request.method === 'GET' && request.query['x-id'] === 'GetObject' && response.statusCode < 300;
    const body: unknown = response.body;
    if (isObject || !(body instanceof Readable)) return answer;
    endWithin(body, options?.requestTimeout ?? defaultAnswerMs);
    if (!(Number(response.headers['content-length']) <= maxAnswerBytes)) response.body = bounded(body);
    return answer;
  }
}

export const createBoundedHandler = (options: NodeHttpHandlerOptions): NodeHttpHandler => new BoundedHandler(options);

/** A server that sends an error bit by bit would keep a reader for ever, since the time of a request ends where its answer begins. */
const endWithin = (body: Readable, milliseconds: number): void => {
  const ending = setTimeout(() => body.destroy(nonsense()), milliseconds);
  body.once('close', () => clearTimeout(ending));
};

const bounded = (body: Readable): Readable => {
  let restBytes = maxAnswerBytes;
  const bound = new Transform({
    transform: (chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) => {
      restBytes -= chunk.byteLength;
      if (restBytes < 0) done(nonsense());
      else done(null, chunk);
    },
  });
  // Who reads it meets the fault.
  return pipeline(body, bound, () => undefined);
};
