import { seeded, type SeededRandom } from '@svc/conformance';

/** A test that chooses its data; its title tells the seed. */
export const seededTest = (title: string, run: (random: SeededRandom) => Promise<void>): void => {
  const test = seeded<undefined>(title, (_, random) => run(random));
  it(test.title, () => test.run(undefined));
};
