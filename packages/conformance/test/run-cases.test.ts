import { type Case, runCases } from '@svc/conformance';
import { expect } from 'chai';

/** A test framework that writes down what it is given. */
const makeFramework = () => {
  const tests: { readonly title: string; readonly run: () => Promise<void> }[] = [];
  const suites: string[] = [];
  return {
    tests,
    describe: (title: string, define: () => void) => {
      suites.push(title);
      define();
      suites.pop();
    },
    it: (title: string, run: () => Promise<void>) => tests.push({ title: [...suites, title].join(' > '), run }),
  };
};

const makeCounter = () => {
  let made = 0;
  const closed: number[] = [];
  return {
    closed,
    make: async () => {
      made += 1;
      const number = made;
      return { number, close: async () => void closed.push(number) };
    },
  };
};

type Numbered = Case<{ readonly number: number; close(): Promise<void> }>;

describe('running cases', () => {
  it('makes a suite of each subject and a test of each case, in their order', () => {
    const { describe, it: define, tests } = makeFramework();
    const named = (title: string): Numbered => ({ title, run: () => Promise.resolve() });
    runCases(describe, define, { a: [named('1'), named('2')], b: [named('3')] }, makeCounter().make);
    expect(tests.map(({ title }) => title)).to.deep.equal(['a > 1', 'a > 2', 'b > 3']);
  });

  it('gives each case a harness of its own and closes it, also after a failure', async () => {
    const { describe, it: define, tests } = makeFramework();
    const counter = makeCounter();
    const seen: number[] = [];
    const failing: Numbered = {
      title: 'fails',
      run: async ({ number }) => {
        seen.push(number);
        throw new Error('on purpose');
      },
    };
    const passing: Numbered = { title: 'passes', run: async ({ number }) => void seen.push(number) };
    runCases(describe, define, { all: [failing, passing] }, counter.make);
    const outcomes = await Promise.allSettled(tests.map(({ run }) => run()));
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled']);
    expect(seen).to.have.members([1, 2]);
    expect(counter.closed).to.have.members([1, 2]);
  });
});
