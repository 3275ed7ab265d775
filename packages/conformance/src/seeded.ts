import type { Case } from './run-cases.js';

/** Pseudo-random choices that a seed repeats. Not for secrets. */
export interface SeededRandom {
  readonly seed: number;
  /** An integer from 0 to `below - 1`; `below` is at most 2^32. */
  integer(below: number): number;
  /** One of the items; there must be one. */
  pick<T>(items: readonly T[]): T;
  /** The items in another order. */
  shuffled<T>(items: readonly T[]): T[];
  bytes(count: number): Uint8Array;
}

/** mulberry32 of Tommy Ettinger (public domain): 32 bits of state, good enough to choose test data. */
const mulberry32 = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
};

export const createSeededRandom = (seed: number): SeededRandom => {
  const next = mulberry32(seed);
  const integer = (below: number): number => Math.floor((next() / 2 ** 32) * below);
  return {
    seed,
    integer,
    pick: (items) => {
      const picked = items[integer(items.length)];
      if (picked === undefined) throw new Error('invariant: there is something to pick from');
      return picked;
    },
    shuffled: (items) =>
      items
        .map((item) => ({ item, rank: next() }))
        .sort((left, right) => left.rank - right.rank)
        .map(({ item }) => item),
    bytes: (count) => {
      // Four at a time, for tests want megabytes.
      const words = new Uint32Array(Math.ceil(count / 4));
      for (let index = 0; index < words.length; index += 1) words[index] = next();
      return new Uint8Array(words.buffer, 0, count);
    },
  };
};

/** The seed of this run: `SEED` of the environment, so that a run can be repeated, else another one each time. */
const seedOfRun = (): number => {
  const given = Number(process.env['SEED']);
  return Number.isInteger(given) && given > 0 ? given : Math.floor(Math.random() * 2 ** 32);
};

/** A case that chooses its data. The title tells the seed, so every run prints it. */
export const seeded = <Harness>(
  title: string,
  run: (harness: Harness, random: SeededRandom) => Promise<void>,
  seed = seedOfRun(),
): Case<Harness> => ({
  title: `${title} (seed ${seed})`,
  run: (harness) => run(harness, createSeededRandom(seed)),
});

/** Rounds that are played one after the other. What a lane touches is its own, so lanes do not get in each other's way. */
export interface Lane {
  readonly number: number;
  readonly random: SeededRandom;
}

/** So many rounds wait beside each other where each mostly waits for a server. */
const lanes = 4;

/** Plays rounds 1 to `rounds`; which lane plays which, and what it draws, follows from `random`. */
export const forEachConcurrent = async (
  rounds: number,
  random: SeededRandom,
  play: (round: number, lane: Lane) => Promise<void>,
): Promise<void> => {
  const all = Array.from({ length: lanes }, (_, number) => ({ number, random: createSeededRandom(random.integer(2 ** 32)) }));
  await Promise.all(
    all.map(async (lane) => {
      for (let round = lane.number + 1; round <= rounds; round += lanes) await play(round, lane);
    }),
  );
};
