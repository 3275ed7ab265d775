import type { OpenDownload } from '../../signed-urls/open-download.js';
import { isOfDamage } from '../../steps/integrity/is-of-damage.js';

const watched = (body: AsyncIterable<Uint8Array>, tell: () => void): AsyncIterable<Uint8Array> => ({
  // Written out rather than as a generator: leaving one that has not begun would not release the inner body.
  [Symbol.asyncIterator]: () => {
    const pieces = body[Symbol.asyncIterator]();
    return {
      next: async () => {
        try {
          return await pieces.next();
        } catch (fault) {
          if (isOfDamage(fault)) tell();
          throw fault;
        }
      },
      return: async () => {
        await pieces.return?.();
        return { done: true, value: undefined };
      },
    };
  },
});

/** The same; `tell` is called when its bytes turn out not to be what was verified. */
export const watchedDownload = (download: OpenDownload, tell: () => void): OpenDownload => ({
  sizeBytes: download.sizeBytes,
  open: (span) => download.open(span).map((reading) => ({ sizeBytes: reading.sizeBytes, body: watched(reading.body, tell) })),
});
