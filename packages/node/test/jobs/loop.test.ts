import type { Unavailable } from '@svc/core/model';
import { expect } from 'chai';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Loop, startLoop } from '../../src/jobs/loop.js';
import { collectedFaults } from './collected-faults.js';

const HOUR_MS = 3_600_000;
const unavailable: Unavailable = { kind: 'unavailable', part: 'database', retryAfterSeconds: 1 };

const asStep = (work: () => Promise<Result<boolean, Unavailable>>) => () => new ResultAsync(work());

describe('startLoop', () => {
  const loops: Loop[] = [];
  const { faults, onFault } = collectedFaults();
  const start = (work: () => Promise<Result<boolean, Unavailable>>, intervalMs = HOUR_MS): Loop => {
    const loop = startLoop(asStep(work), { job: 'mails.sendNext', intervalMs, onFault });
    loops.push(loop);
    return loop;
  };
  afterEach(async () => {
    for (const loop of loops.splice(0)) await loop.stop();
    faults.length = 0;
  });

  it('begins at once and takes one step after the other while there is something to do', async () => {
    let left = 5;
    let calls = 0;
    start(async () => {
      calls += 1;
      left -= 1;
      return ok(left > 0);
    });
    await sleep(30);
    expect(calls).to.equal(5);
  });

  it('looks again after each interval', async () => {
    let calls = 0;
    start(async () => {
      calls += 1;
      return ok(false);
    }, 1);
    while (calls < 5) await sleep(1);
  });

  it('looks once more when it was woken during a step that found nothing, and takes no two steps at once', async () => {
    let calls = 0;
    let atOnce = 0;
    let most = 0;
    const loop = start(async () => {
      calls += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await sleep(5);
      atOnce -= 1;
      return ok(false);
    });
    for (let wakes = 0; wakes < 3; wakes += 1) loop.wake();
    await sleep(40);
    expect(calls).to.equal(2);
    loop.wake();
    await sleep(20);
    expect(calls).to.equal(3);
    expect(most).to.equal(1);
  });

  it('is woken by nobody after a fault, of which it tells, be it an error or a bug', async () => {
    let calls = 0;
    const failing = [
      start(async () => {
        calls += 1;
        return err(unavailable);
      }),
      start(async () => {
        calls += 1;
        throw new Error('a bug');
      }),
    ];
    await sleep(10);
    for (const loop of failing) loop.wake();
    await sleep(20);
    expect(calls).to.equal(2);
    expect(faults.toSorted()).to.deep.equal(['mails.sendNext: a bug', 'mails.sendNext: database']);
  });

  it('begins no step after its end, and ends with the step under way', async () => {
    let calls = 0;
    let hasEnded = false;
    const loop = start(async () => {
      calls += 1;
      await sleep(20);
      hasEnded = true;
      return ok(true);
    }, 1);
    await loop.stop();
    expect(hasEnded).to.equal(true);
    loop.wake();
    await sleep(20);
    expect(calls).to.equal(1);
  });
});
