/** A stream of numbers that the seed decides. */
export interface SeededRandom {
  /** 0 to 2^32 - 1. */
  next(): number;
  /** 0 up to, not including, `bound`. */
  below(bound: number): number;
  /** 0 up to, not including, 1. */
  fraction(): number;
}

/** xoshiro128** (Blackman and Vigna, 2018), its state filled from the seed by splitmix32. */
export const seededRandom = (seed: number): SeededRandom => {
  let mixed = seed >>> 0;
  const splitmix = (): number => {
    mixed = (mixed + 0x9e3779b9) >>> 0;
    let z = mixed;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  let [a, b, c, d] = [splitmix(), splitmix(), splitmix(), splitmix()];
  const next = (): number => {
    const scrambled = Math.imul(b, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result;
  };
  return { next, below: (bound) => next() % bound, fraction: () => next() / 2 ** 32 };
};
