import { Readable } from 'node:stream';
import { thrownOutage, type Unavailable } from '@svc/core/model';
import { err, ok, type Result } from 'neverthrow';

/** The chunks of `rest` after the one that was taken from it. */
const following = (first: IteratorResult<Uint8Array>, rest: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> => {
  let isFirst = true;
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        if (!isFirst) return rest.next();
        isFirst = false;
        return Promise.resolve(first);
      },
      return: async () => {
        await rest.return?.();
        return { done: true, value: undefined };
      },
    }),
  };
};

/** Waits for the first bytes of a body, so that a disk that does not give them is a 503 and not an answer that breaks off. */
export const beginBody = async (body: AsyncIterable<Uint8Array>): Promise<Result<Readable, Unavailable>> => {
  if (body instanceof Readable) return ok(body);
  const chunks = body[Symbol.asyncIterator]();
  try {
    return ok(Readable.from(following(await chunks.next(), chunks), { objectMode: false }));
  } catch (thrown) {
    const outage = thrownOutage(thrown);
    if (outage === undefined) throw thrown;
    return err(outage);
  }
};
