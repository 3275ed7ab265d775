import type { Unavailable } from '@svc/core/model';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { setTimeout as sleep } from 'node:timers/promises';
import { startVerifier } from '../../src/jobs/verifier.js';
import { collectedFaults } from './collected-faults.js';

const HOUR_MS = 3_600_000;
const asResult = (work: () => Promise<Result<boolean, Unavailable>>): ResultAsync<boolean, Unavailable> =>
  new ResultAsync(work());

describe('startVerifier', () => {
  it('verifies at its start until there is nothing left', async () => {
    let waiting = 3;
    let calls = 0;
    const verifyNext = () =>
      asResult(async () => {
        calls += 1;
        const isLeft = waiting > 0;
        waiting -= isLeft ? 1 : 0;
        return ok(isLeft);
      });
    const verifier = startVerifier(verifyNext, {
      job: 'tree.verifyNext',
      intervalMs: HOUR_MS,
      onFault: collectedFaults().onFault,
    });
    await waitUntil('nothing is left', () => waiting === 0);
    await verifier.stop(1000);
    expect(calls).to.be.within(3, 4);
  });

  it('looks again when it is woken, also while it works, and after every interval', async () => {
    let calls = 0;
    const verifyNext = () =>
      asResult(async () => {
        calls += 1;
        await sleep(5);
        return ok(false);
      });
    const verifier = startVerifier(verifyNext, {
      job: 'tree.verifyNext',
      intervalMs: HOUR_MS,
      onFault: collectedFaults().onFault,
    });
    verifier.wake();
    await waitUntil('it has called 2 times', () => calls >= 2);
    await sleep(20);
    expect(calls).to.equal(2);
    verifier.wake();
    await waitUntil('it has called 3 times', () => calls >= 3);
    await verifier.stop(1000);

    const periodic = startVerifier(verifyNext, { job: 'tree.verifyNext', intervalMs: 1, onFault: collectedFaults().onFault });
    await waitUntil('it has called 8 times', () => calls >= 8);
    await periodic.stop(1000);
  });

  it('looks for one object at a time', async () => {
    let atOnce = 0;
    let most = 0;
    let calls = 0;
    const verifyNext = () =>
      asResult(async () => {
        calls += 1;
        atOnce += 1;
        most = Math.max(most, atOnce);
        await sleep(5);
        atOnce -= 1;
        return ok(calls % 2 === 0);
      });
    const verifier = startVerifier(verifyNext, { job: 'tree.verifyNext', intervalMs: 1, onFault: collectedFaults().onFault });
    while (calls < 6) {
      verifier.wake();
      await sleep(1);
    }
    await verifier.stop(1000);
    expect(most).to.equal(1);
  });

  it('looks for another object as soon as one is claimed, so that a long one holds up none, and also when it is woken meanwhile', async () => {
    const waiting = ['long', 'short', 'shorter'];
    const ended: string[] = [];
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    let looks = 0;
    const verifyNext = (onClaimed?: () => void) =>
      asResult(async () => {
        looks += 1;
        await sleep(1);
        const next = waiting.shift();
        if (next === undefined) return ok(false);
        onClaimed?.();
        if (next === 'long') await gate;
        ended.push(next);
        return ok(true);
      });
    const verifier = startVerifier(verifyNext, {
      job: 'tree.verifyNext',
      intervalMs: HOUR_MS,
      onFault: collectedFaults().onFault,
    });
    await waitUntil('the others have ended', () => ended.length === 2);
    expect(ended).to.deep.equal(['short', 'shorter']);
    waiting.push('late');
    verifier.wake();
    await waitUntil('what came late has ended', () => ended.length === 3);
    const before = looks;
    await sleep(20);
    expect(looks, 'nobody looks in vain').to.be.at.most(before + 1);
    letGo();
    await waitUntil('the long one has ended', () => ended.length === 4);
    await verifier.stop(1000);
  });

  it('goes on after a verification that failed, whether with an error or with a bug, and tells so', async () => {
    const { faults, onFault } = collectedFaults();
    let calls = 0;
    const verifyNext = () =>
      asResult(async () => {
        calls += 1;
        if (calls === 1) throw new Error('a bug');
        return err({ kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 });
      });
    const verifier = startVerifier(verifyNext, { job: 'tree.verifyNext', intervalMs: 1, onFault });
    await waitUntil('it has called 3 times', () => calls >= 3);
    await verifier.stop(1000);
    expect(faults.slice(0, 2)).to.deep.equal(['tree.verifyNext: a bug', 'tree.verifyNext: storage']);
  });

  it('goes on with the next object after one that failed, but not when all fail, and not without the database', async () => {
    const { faults, onFault } = collectedFaults();
    let calls = 0;
    const verifyNext = () =>
      asResult(async () => {
        calls += 1;
        if (calls % 2 === 1 && calls < 10) throw new Error('a bug');
        return calls < 10 ? ok(true) : err({ kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 });
      });
    const verifier = startVerifier(verifyNext, { job: 'tree.verifyNext', intervalMs: HOUR_MS, onFault });
    await waitUntil('it has called 28 times', () => calls >= 28);
    await sleep(20);
    expect(calls).to.equal(28);
    expect(faults.filter((fault) => fault.endsWith('a bug'))).to.have.length(5);
    await verifier.stop(1000);

    calls = 0;
    const down = () =>
      asResult(async () => {
        calls += 1;
        return err({ kind: 'unavailable', part: 'database', retryAfterSeconds: 1 });
      });
    const waiting = startVerifier(down, { job: 'tree.verifyNext', intervalMs: HOUR_MS, onFault });
    await sleep(20);
    expect(calls).to.equal(1);
    await waiting.stop(1000);
  });

  it('waits at its end for the verification under way, but not for ever, and begins no other', async () => {
    let calls = 0;
    let ended = 0;
    const verifyNext = () =>
      asResult(async () => {
        calls += 1;
        await sleep(30);
        ended += 1;
        return ok(true);
      });
    const patient = startVerifier(verifyNext, {
      job: 'tree.verifyNext',
      intervalMs: HOUR_MS,
      onFault: collectedFaults().onFault,
    });
    await patient.stop(1000);
    expect([calls, ended]).to.deep.equal([1, 1]);

    const hasty = startVerifier(verifyNext, { job: 'tree.verifyNext', intervalMs: HOUR_MS, onFault: collectedFaults().onFault });
    await hasty.stop(1);
    expect([calls, ended]).to.deep.equal([2, 1]);
    await sleep(60);
    expect([calls, ended]).to.deep.equal([2, 2]);
  });
});
