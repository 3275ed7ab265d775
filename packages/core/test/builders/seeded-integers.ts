/** Pseudo-random integers (mulberry32): `next(bound)` is from 0 to bound - 1, and the same seed gives the same row of them. */
export const seededIntegers = (seed: number): ((bound: number) => number) => {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
};
