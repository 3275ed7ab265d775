import { createSeeded, seed } from './seeded.js';

const random = createSeeded(seed);

/** What generated tests draw, decided by the seed. */
export const draws = {
  integer: (below: number): number => Math.floor(random() * below),
  pick: <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('invariant: there is something to pick from');
    return item;
  },
};
