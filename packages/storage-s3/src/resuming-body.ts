import { MIB } from '@svc/core/model';
import { BlobReadBroken } from './blob-read-broken.js';

/** How often in a row a body may break without having got far. */
const maxBreaks = 3;
const farBytes = 1 * MIB;

/**
 * A body that goes on where it broke. `reopen` answers what is left behind so many bytes, or undefined where it cannot be had, or is of another blob by now;
 * `onBroken` hears that nothing leads on.
 * Written out and not as a generator: a reader that leaves before the first byte releases it, too.
 */
export const resumingBody = (
  first: AsyncIterable<Uint8Array>,
  sizeBytes: number,
  reopen: (receivedBytes: number) => Promise<AsyncIterable<Uint8Array> | undefined>,
  onBroken: () => void,
): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => {
    let chunks = first[Symbol.asyncIterator]();
    let receivedBytes = 0;
    let sinceBreakBytes = 0;
    let breaks = 0;
    let hasLeft = false;

    const goOn = async (fault: unknown): Promise<void> => {
      breaks = sinceBreakBytes < farBytes ? breaks + 1 : 1;
      sinceBreakBytes = 0;
      const isOver = !(fault instanceof BlobReadBroken) || hasLeft || breaks === maxBreaks || receivedBytes >= sizeBytes;
      const rest = isOver ? undefined : await reopen(receivedBytes);
      if (rest === undefined) {
        if (!hasLeft) onBroken();
        throw fault;
      }
      chunks = rest[Symbol.asyncIterator]();
      if (hasLeft) await chunks.return?.();
    };

    return {
      next: async () => {
        for (;;) {
          try {
            const next = await chunks.next();
            if (next.done === true) return { done: true, value: undefined };
            receivedBytes += next.value.byteLength;
            sinceBreakBytes += next.value.byteLength;
            return { done: false, value: next.value };
          } catch (fault) {
            await goOn(fault);
          }
        }
      },
      return: async () => {
        hasLeft = true;
        await chunks.return?.();
        return { done: true, value: undefined };
      },
    };
  },
});
