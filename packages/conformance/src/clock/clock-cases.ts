import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import type { ClockHarness } from './clock-harness.js';

/** What timers and clocks of one machine may disagree about. */
const toleranceMs = 5;
const waitMs = 20;
const longestMs = 2 ** 31 - 1;

const time: readonly Case<ClockHarness>[] = [
  {
    title: 'now is a date in whole milliseconds since 1970',
    run: async ({ clock, pass }) => {
      for (let look = 0; look < 5; look += 1) {
        const now = clock.now();
        expect(Number.isSafeInteger(now), String(now)).to.equal(true);
        // Seconds would be a day of January 1970, and microseconds one beyond the year 9999.
        expect(new Date(now).toISOString()).to.match(/^2\d{3}-/);
        await pass(1);
      }
    },
  },
  {
    title: 'it goes on by as many milliseconds as go by, and not backward on its own',
    run: async ({ clock, pass }) => {
      const looks = [clock.now()];
      for (let look = 0; look < 1000; look += 1) looks.push(clock.now());
      await pass(waitMs);
      looks.push(clock.now());
      expect(looks).to.deep.equal(looks.toSorted((left, right) => left - right));
      expect((looks.at(-1) ?? 0) - (looks[0] ?? 0)).to.be.at.least(waitMs - toleranceMs);
    },
  },
];

/** What was called, in this order, and a promise of the first call. */
const calls = () => {
  const called: string[] = [];
  let wake = (): void => {};
  const first = new Promise<void>((resolve) => (wake = resolve));
  const note = (what: string) => (): void => {
    called.push(what);
    wake();
  };
  return { called, first, note };
};

const alarms: readonly Case<ClockHarness>[] = [
  {
    title: 'what is to be done later is done once, when so much time has gone by and not before',
    run: async ({ clock, pass }) => {
      if (clock.after === undefined) return;
      const { called, first, note } = calls();
      const started = clock.now();
      let at = 0;
      clock.after(waitMs, () => {
        at = clock.now();
        note('done')();
      });
      expect(called).to.deep.equal([]);
      await pass(waitMs);
      await first;
      expect(at - started).to.be.at.least(waitMs - toleranceMs);
      await pass(2 * waitMs);
      expect(called).to.deep.equal(['done']);
    },
  },
  {
    title: 'what was called off is not done, and calling off what was done does nothing',
    run: async ({ clock, pass }) => {
      if (clock.after === undefined) return;
      const { called, first, note } = calls();
      const callOff = clock.after(1, note('called off'));
      const callOffDone = clock.after(waitMs, note('done'));
      callOff();
      await pass(waitMs);
      await first;
      callOffDone();
      callOff();
      await pass(waitMs);
      expect(called).to.deep.equal(['done']);
    },
  },
  {
    title: 'what is to be done as late as can be asked for is not done now',
    run: async ({ clock, pass }) => {
      const { called, note } = calls();
      const callOff = clock.after?.(longestMs, note('done'));
      await pass(waitMs);
      callOff?.();
      expect(called).to.deep.equal([]);
    },
  },
];

const turns: readonly Case<ClockHarness>[] = (['pause', 'idle'] as const).map((wait) => ({
  title: `what asks for ${wait === 'pause' ? 'a pause' : 'an idle moment'} goes on behind what else waits for the thread`,
  run: async ({ clock }) => {
    if (clock[wait] === undefined) return;
    const { called, note } = calls();
    setImmediate(note('immediate'));
    void Promise.resolve().then(note('microtask'));
    await clock[wait]();
    expect(called).to.have.members(['microtask', 'immediate']);
  },
}));

/** The law of the `Clock` port. */
export const clockCases: Readonly<Record<string, readonly Case<ClockHarness>[]>> = {
  'a clock: the time': time,
  'a clock: what is done later': alarms,
  'a clock: turns': turns,
};
