import { isOid, type Oid } from '@svc/core';
import { startWorker } from '../own-worker.js';

const textIn = (message: unknown, name: string): string | undefined => {
  const value: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, name) : undefined;
  return typeof value === 'string' ? value : undefined;
};

const bytesIn = (message: unknown): number | undefined => {
  const value: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, 'hashedBytes') : undefined;
  return typeof value === 'number' ? value : undefined;
};

/** The name of a file's bytes. Rejects when it cannot be read, or when the signal ends it. */
export const hashFile = (file: Blob, onProgress: (hashedBytes: number) => void, signal: AbortSignal): Promise<Oid> =>
  new Promise((resolve, reject) => {
    const worker = startWorker('hash');
    const end = (): void => {
      worker.terminate();
      signal.removeEventListener('abort', abort);
    };
    const fail = (problem: string): void => {
      end();
      reject(new Error(problem));
    };
    const abort = (): void => fail('The upload was paused.');
    signal.addEventListener('abort', abort);
    // The worker tells its own problems: this is its script, which could not be fetched.
    worker.addEventListener('error', () =>
      fail('The file could not be hashed. The server may have been updated: load the page again.'),
    );
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const hashed = bytesIn(data);
      const oid = textIn(data, 'oid');
      const problem = textIn(data, 'problem');
      if (hashed !== undefined) onProgress(hashed);
      if (problem !== undefined) fail(problem);
      if (oid === undefined || !isOid(oid)) return;
      end();
      resolve(oid);
    });
    worker.postMessage(file);
  });
