import type { Readable } from 'node:stream';

export interface DropLimits {
  /** What is read of the body before its connection is cut. */
  readonly maxBytes: number;
  /** And for how long: what comes later matters to nobody. */
  readonly maxMs: number;
}

/** Reads a little of a body, so that a receiver that sends one is not cut off in the middle, and keeps nothing of it. Resolves when it is over. */
export const dropBody = (body: Readable, { maxBytes, maxMs }: DropLimits): Promise<void> =>
  new Promise((resolve) => {
    let read = 0;
    const limit = setTimeout(() => body.destroy(), maxMs);
    body.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read > maxBytes) body.destroy();
    });
    body.on('error', () => undefined);
    body.on('close', () => {
      clearTimeout(limit);
      resolve();
    });
  });
