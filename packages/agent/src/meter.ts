import type { TransferContext } from './transfer-context.js';

/** Counts how far a transfer has come, and tells it not too often. */
export interface Meter {
  readonly add: (bytes: number) => void;
  /** The whole has so many bytes, which need not be known before. */
  readonly expect: (bytes: number) => void;
  /** Begins anew; nothing is told until it is further than it has been. */
  restart(): void;
  /** Tells the end. */
  finish(): void;
}

const minIntervalMs = 100;

export const createMeter = (
  { onProgress }: Pick<TransferContext, 'onProgress'>,
  path: string,
  expectedBytes: number | undefined,
): Meter => {
  let totalBytes = expectedBytes;
  let doneBytes = 0;
  let toldBytes = 0;
  let toldAt = 0;
  const tell = (): void => {
    toldAt = performance.now();
    toldBytes = doneBytes;
    onProgress({ path, doneBytes, totalBytes: totalBytes ?? doneBytes });
  };
  return {
    add: (bytes) => {
      doneBytes += bytes;
      if (doneBytes > toldBytes && performance.now() - toldAt >= minIntervalMs) tell();
    },
    expect: (bytes) => {
      totalBytes = bytes;
    },
    restart: () => {
      doneBytes = 0;
    },
    finish: () => {
      doneBytes = totalBytes ?? doneBytes;
      tell();
    },
  };
};
