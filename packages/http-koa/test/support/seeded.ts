/** Where generated tests begin; set SEED to repeat a run. */
export const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

/** A stream of numbers from 0 to 1 that the seed decides (mulberry32). */
export const createSeeded = (from: number): (() => number) => {
  let state = from >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
