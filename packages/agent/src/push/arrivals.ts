import type { Meter } from '../meter.js';

/** Hands bytes that arrive to the files that they are of, in order. */
export const createArrivals = (): {
  readonly expect: (meter: Meter, bytes: number) => void;
  readonly arrived: (bytes: number) => void;
} => {
  const expected: { readonly meter: Meter; leftBytes: number }[] = [];
  return {
    expect: (meter, leftBytes) => void expected.push({ meter, leftBytes }),
    arrived: (bytes) => {
      let leftBytes = bytes;
      for (let [first] = expected; first !== undefined && leftBytes > 0; [first] = expected) {
        const taken = Math.min(leftBytes, first.leftBytes);
        first.meter.add(taken);
        first.leftBytes -= taken;
        leftBytes -= taken;
        if (first.leftBytes === 0) expected.shift();
      }
    },
  };
};
