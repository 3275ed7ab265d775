import { expect } from 'chai';
import { mapInSlices } from '../../src/concurrency/map-in-slices.js';

describe('mapInSlices', () => {
  it('answers what map answers, and pauses after every hundred items but not at the end', async () => {
    for (const [count, expected] of [
      [0, 0],
      [1, 0],
      [100, 0],
      [101, 1],
      [250, 2],
    ] as const) {
      let pauses = 0;
      const items = Array.from({ length: count }, (_, index) => index * 2);
      const pause = (): Promise<void> => Promise.resolve(void (pauses += 1));
      expect(await mapInSlices(pause, items, (item, index) => item + index)).to.deep.equal(
        items.map((item, index) => item + index),
      );
      expect(pauses, `${count} items`).to.equal(expected);
    }
  });
});
