import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { createWindowCounter, windowOf } from '../../src/shared-rate-limit/window-counter.js';

/** What ioredis is to the library: a client that counts by a script of the library's own, which is told in JavaScript here. */
const ioredis = () => {
  const windows = new Map<string, { consumed: number; endsAt: number }>();
  let calls = 0;
  return {
    status: 'ready',
    calls: () => calls,
    defineCommand: () => undefined,
    rlflxIncr: async ([key = '', points = '', seconds = '']: readonly string[]) => {
      calls += 1;
      const now = Date.now();
      const known = windows.get(key);
      const open = known !== undefined && known.endsAt > now ? known : { consumed: 0, endsAt: now + Number(seconds) * 1000 };
      open.consumed += Number(points);
      windows.set(key, open);
      return [open.consumed, open.endsAt - now];
    },
  };
};

describe('windowOf', () => {
  it('lets the rate pass in the long run, and a burst at once', () => {
    expect(windowOf({ perSecond: 30, burst: 60 })).to.deep.equal({ requests: 60, seconds: 2 });
    expect(windowOf({ perSecond: 1, burst: 10 })).to.deep.equal({ requests: 10, seconds: 10 });
  });

  it('rounds a burst up to whole seconds of the rate', () => {
    expect(windowOf({ perSecond: 30, burst: 61 })).to.deep.equal({ requests: 90, seconds: 3 });
    expect(windowOf({ perSecond: 30, burst: 5 })).to.deep.equal({ requests: 30, seconds: 1 });
  });
});

describe('createWindowCounter', () => {
  it('lets as many pass as the window has, then tells when it ends, and asks the store no more', async () => {
    const client = ioredis();
    const counters = [1, 2].map(() => createWindowCounter({ kind: 'ioredis', client }, { requests: 4, seconds: 60 }));
    const count = (at: number) => counters[at]?.count('caller') ?? expect.fail();
    for (let round = 0; round < 2; round += 1) expect([await count(0), await count(1)]).to.deep.equal([0, 0]);
    const waits = [await count(0), await count(1)];
    for (const wait of waits) expect(wait).to.be.within(1, 60_000);
    const { calls } = client;
    const before = calls();
    for (let round = 0; round < 50; round += 1) expect((await count(0)) + (await count(1))).to.be.greaterThan(0);
    expect(calls()).to.equal(before);
  });

  it('lets somebody pass again in the next window', async () => {
    const counter = createWindowCounter({ kind: 'ioredis', client: ioredis() }, { requests: 1, seconds: 1 });
    await waitUntil('the window is used up', async () => (await counter.count('caller')) > 0);
    await waitUntil('the next one has begun', async () => (await counter.count('caller')) === 0);
  });

  it('rejects when the store does not count', async () => {
    const client = { ...ioredis(), status: 'reconnecting' };
    const [outcome] = await Promise.allSettled([
      createWindowCounter({ kind: 'ioredis', client }, { requests: 4, seconds: 1 }).count('caller'),
    ]);
    expect(outcome.status).to.equal('rejected');
  });

  it('makes nobody wait for a window that a clock far ahead has begun', async () => {
    const client = { ...ioredis(), rlflxIncr: async () => [5, 91_000] };
    const counter = createWindowCounter({ kind: 'ioredis', client }, { requests: 4, seconds: 1 });
    for (let round = 0; round < 2; round += 1) {
      const [outcome] = await Promise.allSettled([counter.count('caller')]);
      expect(outcome.status === 'rejected' && String(outcome.reason)).to.contain('clocks');
    }
  });
});
