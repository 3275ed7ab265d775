/** How fast bytes have moved of late. */
export interface TransferRate {
  /** So many have moved by now; per second, undefined as long as nothing can be said. */
  readonly at: (doneBytes: number) => number | undefined;
}

/** What lies longer back says little of now. */
const windowMs = 5000;
/** Less than that is chance. */
const shortestMs = 500;

export const createTransferRate = (now: () => number = () => performance.now()): TransferRate => {
  const samples: { readonly ms: number; readonly bytes: number }[] = [];
  return {
    at: (bytes) => {
      const ms = now();
      samples.push({ ms, bytes });
      while (samples.length > 2 && ms - (samples[0]?.ms ?? ms) > windowMs) samples.shift();
      const [first] = samples;
      if (first === undefined || ms - first.ms < shortestMs) return undefined;
      return ((bytes - first.bytes) / (ms - first.ms)) * 1000;
    },
  };
};
