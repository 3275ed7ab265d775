import { expect } from 'chai';
import { createSingleFlight } from '../../src/concurrency/single-flight.js';
import { createFixedClock } from '../../src/memory/fixed-clock.js';
import { MINUTE_MS } from '../../src/model/values/index.js';

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('work that is done once for all who ask', () => {
  const start = () => {
    const clock = createFixedClock();
    const flights = createSingleFlight<string>(clock, 100, (outcome) => outcome.startsWith('refused'));
    const begun: { readonly finish: (outcome: string) => void; readonly fail: (fault: Error) => void }[] = [];
    const ask = (name = 'one') =>
      flights(name, () => new Promise((resolve, reject) => begun.push({ finish: resolve, fail: reject })));
    return { clock, begun, ask };
  };

  it('is begun once for each name, and anew when its outcome was told', async () => {
    const { begun, ask } = start();
    const answers = [ask(), ask(), ask('two')];
    expect(begun).to.have.length(2);
    begun[0]?.finish('first');
    begun[1]?.finish('other');
    expect(await Promise.all(answers)).to.deep.equal(['first', 'first', 'other']);
    const again = ask();
    begun[2]?.finish('second');
    expect(await again).to.equal('second');
  });

  it('keeps an outcome for five minutes for the next who asks', async () => {
    for (const [waitedMs, beginnings] of [
      [5 * MINUTE_MS, 1],
      [5 * MINUTE_MS + 1, 2],
    ] as const) {
      const { clock, begun, ask } = start();
      const answer = ask();
      clock.advance(100);
      expect(await answer).to.equal(undefined);
      begun[0]?.finish('done');
      await tick();
      clock.advance(waitedMs);
      const next = ask();
      begun[1]?.finish('done again');
      expect([await next, begun.length]).to.deep.equal([beginnings === 1 ? 'done' : 'done again', beginnings]);
    }
  });

  it('tells an outcome that may be outdated to those who wait for it alone, and is begun anew for the next, once', async () => {
    const { clock, begun, ask } = start();
    const waiting = ask();
    begun[0]?.finish('refused to one who waits');
    expect(await waiting).to.equal('refused to one who waits');
    for (const number of [1, 2]) {
      const answer = ask();
      clock.advance(100);
      expect(await answer).to.equal(undefined);
      begun[number]?.finish(`refused ${number}`);
      await tick();
    }
    expect(await ask()).to.equal('refused 2');
    expect(begun).to.have.length(3);
    const again = ask();
    begun[3]?.finish('done');
    expect(await again).to.equal('done');
  });

  it('throws a bug at each caller, also later, and is begun anew then', async () => {
    const { clock, begun, ask } = start();
    const answer = ask();
    clock.advance(100);
    expect(await answer).to.equal(undefined);
    begun[0]?.fail(new Error('a bug'));
    await tick();
    const [next] = await Promise.allSettled([ask()]);
    expect(next).to.include({ status: 'rejected' });
    const again = ask();
    begun[1]?.finish('right');
    expect(await again).to.equal('right');
  });

  it('waits for as long as it takes where there is no timer', async () => {
    const { now } = createFixedClock();
    const outcome = await createSingleFlight<string>({ now }, 0)('one', async () => {
      await tick();
      return 'done';
    });
    expect(outcome).to.equal('done');
  });
});
