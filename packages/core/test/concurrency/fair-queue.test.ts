import { expect } from 'chai';
import * as fc from 'fast-check';
import { Abandoned, createFairQueue, LaneFull } from '../../src/concurrency/fair-queue.js';

const tick = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Work that ends when it is told to, and what has begun of it, in order. */
const createWork = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async (): Promise<string> => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return name;
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await tick();
  };
  return { begun, work, end };
};

describe('createFairQueue', () => {
  it('gives a free place to the lane with the fewest, whatever another has waiting', async () => {
    const queue = createFairQueue({ width: 2, widthPerLane: 2 });
    const { begun, work, end } = createWork();
    for (let number = 1; number <= 20; number += 1) void queue.run('many', work(`many ${number}`));
    void queue.run('one', work('one 1'));
    void queue.run('other', work('other 1'));
    await tick();
    expect(begun).to.deep.equal(['many 1', 'many 2']);
    await end('many 1');
    await end('many 2');
    expect(begun.slice(2)).to.deep.equal(['one 1', 'other 1']);
    await end('one 1');
    await end('other 1');
    expect(begun.slice(4)).to.deep.equal(['many 3', 'many 4']);
  });

  it('takes turns between lanes that always have more to do', async () => {
    const queue = createFairQueue({ width: 1, widthPerLane: 1 });
    const order: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      order.push(name);
      await tick();
    };
    const all = ['a', 'a', 'a', 'a', 'b', 'b', 'c', 'a'].map((name) => queue.run(name, work(name)));
    await Promise.all(all);
    expect(order.join('')).to.equal('abcabaaa');
  });

  it('leaves places free rather than give a lane more than its share', async () => {
    const queue = createFairQueue({ width: 5, widthPerLane: 2 });
    const { begun, work } = createWork();
    for (let number = 1; number <= 4; number += 1) void queue.run('many', work(`many ${number}`));
    await tick();
    expect(begun).to.have.length(2);
    expect(queue.isWaitedFor('many')).to.equal(true);
    expect(queue.isWaitedFor('one')).to.equal(false);
    void queue.run('one', work('one 1'));
    await tick();
    expect(begun.at(-1)).to.equal('one 1');
  });

  it('takes no more of a lane than may wait, and goes on after a failure', async () => {
    const queue = createFairQueue({ width: 1, widthPerLane: 1, maxWaitingPerLane: 1 });
    const failing = queue.run('a', async () => {
      await tick();
      throw new Error('failed');
    });
    const next = queue.run('a', async () => 'next');
    const [full, failed, done] = await Promise.allSettled([queue.run('a', async () => 'too many'), failing, next]);
    expect(full).to.have.property('reason').that.is.instanceOf(LaneFull);
    expect(failed).to.have.nested.property('reason.message', 'failed');
    expect(done).to.have.property('value', 'next');
  });

  it('never begins what was abandoned while it waited, and lets what has begun end', async () => {
    const queue = createFairQueue({ width: 1, widthPerLane: 1 });
    const { begun, work, end } = createWork();
    const gone = new AbortController();
    const first = queue.run('a', work('first'), gone.signal);
    const waiting = queue.run('a', work('waiting'), gone.signal);
    const patient = queue.run('a', work('patient'));
    gone.abort();
    const [outcome] = await Promise.allSettled([waiting]);
    expect(outcome).to.have.property('reason').that.is.instanceOf(Abandoned);
    await end('first');
    expect(await first).to.equal('first');
    await end('patient');
    expect(await patient).to.equal('patient');
    expect(begun).to.deep.equal(['first', 'patient']);
    const [late] = await Promise.allSettled([queue.run('a', work('late'), gone.signal)]);
    expect(late).to.have.property('reason').that.is.instanceOf(Abandoned);
  });

  it('holds its bounds, does all work, and lets no lane wait for more than a round of the others', async () => {
    const item = fc.record({ lane: fc.constantFrom('a', 'b', 'c', 'd'), ticks: fc.nat(3), isAbandoned: fc.boolean() });
    const scenario = fc.record({
      width: fc.integer({ min: 1, max: 4 }),
      widthPerLane: fc.integer({ min: 1, max: 4 }),
      items: fc.array(item, { maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ width, widthPerLane, items }) => {
        const queue = createFairQueue({ width, widthPerLane });
        const running = new Map<string, number>();
        const begun: string[] = [];
        const runs = items.map(({ lane, ticks, isAbandoned }) => {
          const gone = new AbortController();
          const run = queue.run(
            lane,
            async () => {
              begun.push(lane);
              running.set(lane, (running.get(lane) ?? 0) + 1);
              expect(running.get(lane)).to.be.at.most(widthPerLane);
              expect([...running.values()].reduce((sum, count) => sum + count, 0)).to.be.at.most(width);
              for (let left = ticks; left > 0; left -= 1) await tick();
              running.set(lane, (running.get(lane) ?? 0) - 1);
            },
            gone.signal,
          );
          if (isAbandoned) gone.abort();
          return run;
        });
        const outcomes = await Promise.allSettled(runs);
        const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
        expect(done).to.equal(begun.length);
        expect(done).to.be.at.least(items.filter(({ isAbandoned }) => !isAbandoned).length);
        expect(queue.isWaitedFor('a')).to.equal(false);
        if (width > 1 || items.some(({ isAbandoned }) => isAbandoned)) return;
        // With one place the lanes that have something left come in turn.
        const left = new Map<string, number>();
        for (const { lane } of items) left.set(lane, (left.get(lane) ?? 0) + 1);
        let previous: string | undefined;
        for (const lane of begun) {
          const others = [...left].filter(([name, count]) => name !== lane && count > 0);
          if (lane === previous) expect(others).to.deep.equal([]);
          left.set(lane, (left.get(lane) ?? 0) - 1);
          previous = lane;
        }
      }),
      { numRuns: 200 },
    );
  });
});
