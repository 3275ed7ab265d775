import type { Unavailable } from '@svc/core/model';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { errAsync, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PeriodicJob, startPeriodicJob } from '../../src/jobs/periodic-job.js';
import { collectedFaults } from './collected-faults.js';

const HOUR_MS = 3_600_000;

describe('startPeriodicJob', () => {
  const jobs: PeriodicJob[] = [];
  afterEach(() => Promise.all(jobs.splice(0).map((job) => job.stop(HOUR_MS))));
  const setUp = (call: () => ResultAsync<number, Unavailable>, { intervalMs = 1, beginsAtOnce = false } = {}) => {
    const { faults, onFault } = collectedFaults();
    const outcomes: number[] = [];
    const onDone = (outcome: number): void => void outcomes.push(outcome);
    const job = startPeriodicJob(call, { job: 'maintenance.sweep', intervalMs, beginsAtOnce, onFault, onDone });
    jobs.push(job);
    return { job, faults, outcomes };
  };

  it('runs again and again, and tells what came of each run', async () => {
    let runs = 0;
    const { outcomes } = setUp(() => okAsync((runs += 1)));
    await waitUntil('it has run four times', () => runs >= 4);
    expect(outcomes.slice(0, 4)).to.deep.equal([1, 2, 3, 4]);
  });

  it('waits for its interval before the first run, unless it begins at once', async () => {
    let runs = 0;
    const call = () => okAsync((runs += 1));
    setUp(call, { intervalMs: HOUR_MS });
    expect(runs).to.equal(0);
    setUp(call, { intervalMs: HOUR_MS, beginsAtOnce: true });
    expect(runs).to.equal(1);
  });

  it('runs at once when it is woken, and once more for all who wake it during a run', async () => {
    let runs = 0;
    let end: () => void = () => undefined;
    const call = async (): Promise<Result<number, Unavailable>> => {
      runs += 1;
      await new Promise<void>((resolve) => (end = resolve));
      return ok(runs);
    };
    const { job, outcomes } = setUp(() => new ResultAsync(call()), { intervalMs: HOUR_MS });
    job.wake();
    expect(runs).to.equal(1);
    job.wake();
    job.wake();
    expect(runs).to.equal(1);
    end();
    await waitUntil('it runs again', () => runs === 2);
    end();
    await waitUntil('it has ended', () => outcomes.length === 2);
    await job.stop(HOUR_MS);
    job.wake();
    expect(runs).to.equal(2);
  });

  it('never begins a run before the last one has ended', async () => {
    let atOnce = 0;
    let most = 0;
    let runs = 0;
    const slow = async (): Promise<Result<number, Unavailable>> => {
      runs += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await sleep(10);
      atOnce -= 1;
      return ok(runs);
    };
    setUp(() => new ResultAsync(slow()));
    await waitUntil('it has run four times', () => runs >= 4);
    expect(most).to.equal(1);
  });

  it('is waited for no longer than it may take when it is stopped, and runs no more once that run has ended', async () => {
    let runs = 0;
    let end: () => void = () => undefined;
    const call = async (): Promise<Result<number, Unavailable>> => {
      runs += 1;
      await new Promise<void>((resolve) => (end = resolve));
      return ok(runs);
    };
    const { job, outcomes } = setUp(() => new ResultAsync(call()), { beginsAtOnce: true });
    await job.stop(1);
    expect(outcomes).to.deep.equal([]);
    end();
    await waitUntil('it has ended', () => outcomes.length === 1);
    await job.stop(HOUR_MS);
    expect(runs).to.equal(1);
  });

  it('goes on after a run that failed, whether with an error or with a bug, and tells so', async () => {
    let runs = 0;
    const { faults } = setUp(() => {
      runs += 1;
      if (runs === 1) throw new Error('a bug');
      return errAsync({ kind: 'unavailable', part: 'database', retryAfterSeconds: 1 });
    });
    await waitUntil('it has failed twice', () => faults.length >= 2);
    expect(faults.slice(0, 2)).to.deep.equal(['maintenance.sweep: a bug', 'maintenance.sweep: database']);
  });

  it('waits at its end for the run under way, and begins no other', async () => {
    let began = 0;
    let ended = 0;
    const slow = async (): Promise<Result<number, Unavailable>> => {
      began += 1;
      await sleep(20);
      ended += 1;
      return ok(ended);
    };
    const { job } = setUp(() => new ResultAsync(slow()));
    await waitUntil('it runs', () => began > 0);
    await job.stop(HOUR_MS);
    expect(ended).to.equal(began);
    await sleep(10);
    expect(began).to.equal(ended);
  });
});
