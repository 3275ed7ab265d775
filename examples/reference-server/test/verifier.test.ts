import { type FinalizedTree, isOid } from '@svc/core';
import type { Unavailable } from '@svc/core/model';
import { expect } from 'chai';
import { err, errAsync, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import { setTimeout as sleep } from 'node:timers/promises';
import { startVerifier, wakingVerifier } from '../src/verifier.js';

const collectingLog = () => {
  const lines: string[] = [];
  const write = (level: string) => (facts: unknown, message?: string) =>
    void lines.push(`${level}: ${message ?? ''} ${JSON.stringify(facts)}`);
  return { lines, log: { info: write('info'), warn: write('warn'), error: write('error') } };
};

const HOUR_MS = 3_600_000;
const oid = 'a'.repeat(64);
if (!isOid(oid)) throw new Error('64 hex digits are an oid');

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
    const verifier = startVerifier(verifyNext, { intervalMs: HOUR_MS, log: collectingLog().log });
    while (waiting > 0) await sleep(1);
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
    const verifier = startVerifier(verifyNext, { intervalMs: HOUR_MS, log: collectingLog().log });
    verifier.wake();
    while (calls < 2) await sleep(1);
    await sleep(20);
    expect(calls).to.equal(2);
    verifier.wake();
    while (calls < 3) await sleep(1);
    await verifier.stop(1000);

    const periodic = startVerifier(verifyNext, { intervalMs: 1, log: collectingLog().log });
    while (calls < 8) await sleep(1);
    await periodic.stop(1000);
  });

  it('never begins a verification before the last one has ended', async () => {
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
    const verifier = startVerifier(verifyNext, { intervalMs: 1, log: collectingLog().log });
    while (calls < 6) {
      verifier.wake();
      await sleep(1);
    }
    await verifier.stop(1000);
    expect(most).to.equal(1);
  });

  it('goes on after a verification that failed, whether with an error or with a bug, and tells so', async () => {
    const { lines, log } = collectingLog();
    let calls = 0;
    const verifyNext = () =>
      asResult(async () => {
        calls += 1;
        if (calls === 1) throw new Error('a bug');
        return err({ kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 });
      });
    const verifier = startVerifier(verifyNext, { intervalMs: 1, log });
    while (calls < 3) await sleep(1);
    await verifier.stop(1000);
    expect(lines[0]).to.contain('error: verification failed');
    expect(lines[1]).to.equal('warn: verification put off {"part":"storage"}');
  });

  it('goes on with the next object after one that failed, but not when all fail, and not without the database', async () => {
    const { lines, log } = collectingLog();
    let calls = 0;
    const verifyNext = () =>
      asResult(async () => {
        calls += 1;
        if (calls % 2 === 1 && calls < 10) throw new Error('a bug');
        return calls < 10 ? ok(true) : err({ kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 });
      });
    const verifier = startVerifier(verifyNext, { intervalMs: HOUR_MS, log });
    while (calls < 28) await sleep(1);
    await sleep(20);
    expect(calls).to.equal(28);
    expect(lines.filter((line) => line.startsWith('error'))).to.have.length(5);
    await verifier.stop(1000);

    calls = 0;
    const down = () =>
      asResult(async () => {
        calls += 1;
        return err({ kind: 'unavailable', part: 'database', retryAfterSeconds: 1 });
      });
    const waiting = startVerifier(down, { intervalMs: HOUR_MS, log });
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
    const patient = startVerifier(verifyNext, { intervalMs: HOUR_MS, log: collectingLog().log });
    await patient.stop(1000);
    expect([calls, ended]).to.deep.equal([1, 1]);

    const hasty = startVerifier(verifyNext, { intervalMs: HOUR_MS, log: collectingLog().log });
    await hasty.stop(1);
    expect([calls, ended]).to.deep.equal([2, 1]);
    await sleep(60);
    expect([calls, ended]).to.deep.equal([2, 2]);
  });
});

describe('wakingVerifier', () => {
  it('wakes the verifier when an object is put off, and at no other time', async () => {
    const answers: FinalizedTree[] = [
      { generation: 1, objects: 1, pending: [] },
      { generation: 1, objects: 0, pending: [oid] },
    ];
    let woken = 0;
    const finalize = wakingVerifier((at: number) => (answers[at] === undefined ? errAsync('refused') : okAsync(answers[at])), {
      wake: () => (woken += 1),
    });
    expect((await finalize(0))._unsafeUnwrap()).to.equal(answers[0]);
    expect((await finalize(2))._unsafeUnwrapErr()).to.equal('refused');
    expect(woken).to.equal(0);
    expect((await finalize(1))._unsafeUnwrap()).to.equal(answers[1]);
    expect(woken).to.equal(1);
  });
});
