import { clockCases, runCases } from '@svc/conformance';
import { openPostgresDatabase } from '@svc/persistence-postgres';
import { newDatabase } from '@svc/test-services/postgres';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabaseClock } from '../src/database-clock.js';
import { connectOutside } from './rigs/outside.js';

/** A database whose time begins at a million, seen by a process whose monotonic clock shows something else. */
const worldOf = ({ processAt = 0, delaysMs = [0] }: { readonly processAt?: number; readonly delaysMs?: readonly number[] }) => {
  let passedMs = 0;
  let databaseAt = 1_000_000;
  let asked = 0;
  return {
    pass: (ms: number) => (passedMs += ms),
    setDatabase: (at: number) => (databaseAt = at - passedMs),
    elapsed: () => processAt + passedMs,
    ask: async (): Promise<number> => {
      const delayMs = delaysMs[asked % delaysMs.length] ?? 0;
      asked += 1;
      // All of the delay is on the way there, the worst case.
      passedMs += delayMs;
      return databaseAt + passedMs;
    },
    time: () => databaseAt + passedMs,
  };
};

describe('the clock of the database', () => {
  runCases(describe, it, clockCases, async () => {
    const clock = await createDatabaseClock({ ask: async () => Date.now() });
    return { clock, pass: (milliseconds) => sleep(milliseconds), close: async () => clock.stop() };
  });

  it('shows the time of the database, whatever the own clock shows', async () => {
    for (const processAt of [0, 90_000, -90_000, 5e12]) {
      const world = worldOf({ processAt });
      const clock = await createDatabaseClock(world);
      expect(clock.now()).to.equal(world.time());
      world.pass(12_345);
      expect(clock.now()).to.equal(world.time());
      clock.stop();
    }
  });

  it('calls at a time that is to come, unless it is called off, and lets others have their turn', async () => {
    const clock = await createDatabaseClock(worldOf({}));
    const called: string[] = [];
    const callOff = clock.after(1, () => void called.push('called off'));
    clock.after(1, () => void called.push('later'));
    callOff();
    setImmediate(() => void called.push('in between'));
    await clock.pause();
    // On a busy machine the alarm may have gone off by then.
    expect(called).to.include('in between');
    await waitUntil('the alarm goes off', () => called.includes('later'));
    expect(called).not.to.include('called off');
    clock.stop();
  });

  it('begins with a database that takes its time, and asks it in haste from then on', async () => {
    const world = worldOf({});
    const asked: string[] = [];
    const by = (name: string) => () => {
      asked.push(name);
      return world.ask();
    };
    const clock = await createDatabaseClock({ ...world, ask: by('hastily'), askPatiently: by('patiently') });
    expect(new Set(asked.splice(0))).to.deep.equal(new Set(['patiently']));
    expect(clock.now()).to.equal(world.time());
    await clock.refresh();
    expect(new Set(asked)).to.deep.equal(new Set(['hastily']));
    clock.stop();
  });

  it('is off by at most half of what the quickest answer took', async () => {
    const world = worldOf({ delaysMs: [400, 20, 300] });
    const clock = await createDatabaseClock(world);
    expect(Math.abs(clock.now() - world.time())).to.be.at.most(10);
    clock.stop();
  });

  it('follows a database whose clock was set', async () => {
    const world = worldOf({});
    const clock = await createDatabaseClock({ ...world, refreshMs: 5 });
    world.setDatabase(2_000_000);
    await waitUntil('the clock is set', () => clock.now() === 2_000_000);
    clock.stop();
  });

  it('goes on while the database does not answer', async () => {
    const world = worldOf({});
    let isAway = false;
    const clock = await createDatabaseClock({
      elapsed: world.elapsed,
      ask: () => (isAway ? Promise.reject(new Error('away')) : world.ask()),
      refreshMs: 5,
    });
    isAway = true;
    await new Promise((resolve) => setTimeout(resolve, 30));
    world.pass(1000);
    expect(clock.now()).to.equal(1_001_000);
    clock.stop();
  });

  it('shows two processes of one PostgreSQL the same time, when the wall clock of one is 90 s fast and of the other 90 s slow', async () => {
    const database = await newDatabase();
    const outside = await connectOutside(database.url);
    const wall = Date.now;
    const shown: number[] = [];
    // What a busy machine takes to ask and to answer, and little beside the skew.
    const toleranceMs = 30_000;
    for (const skewMs of [90_000, -90_000]) {
      Date.now = () => wall() + skewMs;
      try {
        const { clock, close } = await openPostgresDatabase({ url: database.url });
        const before = await outside.count('select (extract(epoch from clock_timestamp()) * 1000)::float8 as count');
        const now = clock.now();
        const after = await outside.count('select (extract(epoch from clock_timestamp()) * 1000)::float8 as count');
        expect(now).to.be.within(before - toleranceMs, after + toleranceMs);
        expect(Number.isInteger(now)).to.equal(true);
        shown.push(now - before);
        await close();
      } finally {
        Date.now = wall;
      }
    }
    expect(Math.abs((shown[0] ?? 0) - (shown[1] ?? 0))).to.be.lessThan(toleranceMs);
    await outside.close();
    await database.drop();
  });
});
