/** One sentence of a port's law, in the present tense, and the check of it. */
export interface Case<Harness> {
  readonly title: string;
  readonly run: (harness: Harness) => Promise<void>;
}

/** What a case gets: whatever it checks, with a way to be rid of it. */
export interface Closable {
  close(): Promise<void>;
}

type DefineSuite = (title: string, define: () => void) => unknown;
type DefineTest = (title: string, run: () => Promise<void>) => unknown;

/**
 * Defines one suite for each subject and one test in it for each case, with the `describe` and `it` of any test framework. Every case gets a
 * harness of its own, which is closed whatever becomes of the case.
 */
export const runCases = <Harness extends Closable>(
  describe: DefineSuite,
  it: DefineTest,
  cases: Readonly<Record<string, readonly Case<Harness>[]>>,
  makeHarness: () => Promise<Harness>,
): void => {
  for (const [subject, casesOfSubject] of Object.entries(cases)) {
    describe(subject, () => {
      for (const { title, run } of casesOfSubject) {
        it(title, async () => {
          const harness = await makeHarness();
          try {
            await run(harness);
          } finally {
            await harness.close();
          }
        });
      }
    });
  }
};
