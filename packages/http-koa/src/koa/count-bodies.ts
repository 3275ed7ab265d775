import type { IncomingMessage, ServerResponse } from 'node:http';

/** Bytes without header fields, as they go over the connection: compressed where they are. */
export interface BodyCounts {
  /** What has come, whether or not anybody has read it. */
  readonly bytesIn: number;
  /** What was handed to the connection; of a client that left, not all of it has arrived. */
  readonly bytesOut: number;
}

const lengthOf = (chunk: unknown): number => {
  if (typeof chunk === 'string') return Buffer.byteLength(chunk);
  return chunk instanceof Uint8Array ? chunk.byteLength : 0;
};

/** Calls `tell` with the first argument of each call of the method, which does what it did before. */
const tap = (target: object, method: string, tell: (first: unknown) => void): void => {
  const inner: unknown = Reflect.get(target, method);
  if (typeof inner !== 'function') return;
  const value = (...given: readonly unknown[]): unknown => {
    tell(given[0]);
    return Reflect.apply(inner, target, given);
  };
  Object.defineProperty(target, method, { value, configurable: true, writable: true });
};

/**
 * Counts the bytes of both bodies from now on; the counts so far are what it answers each time. A listener for `data` would make the body flow, and what
 * the connection has counted is of all its requests together, so the methods are tapped that every byte of this request passes.
 */
export const countBodies = (request: IncomingMessage, response: ServerResponse): (() => BodyCounts) => {
  let bytesIn = request.readableLength;
  let bytesOut = 0;
  tap(request, 'push', (chunk) => (bytesIn += lengthOf(chunk)));
  tap(response, 'write', (chunk) => (bytesOut += lengthOf(chunk)));
  tap(response, 'end', (chunk) => (bytesOut += lengthOf(chunk)));
  return () => ({ bytesIn, bytesOut });
};
