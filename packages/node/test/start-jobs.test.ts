import { AsyncLocalStorage } from 'node:async_hooks';
import { type Application, createApplication, portableHasher } from '@svc/core';
import { portableCodec } from '@svc/core/chunking';
import { createCountedRandom, createFixedClock, createMemoryBlobStore, createMemoryUnitOfWork } from '@svc/core/memory';
import type { UnitOfWork } from '@svc/core/ports';
import { hearWarnings } from '@svc/test-services/hear-warnings';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { errAsync, okAsync } from 'neverthrow';
import { type JobFault, startJobs } from '../src/index.js';

const settings = {
  baseUrl: 'https://svc.test',
  linkKeys: [{ id: 'k', secret: new Uint8Array(32) }],
  defaultPlan: 'free' as const,
};

/** The service without any port that may be left out. */
const createBareApplication = (unitOfWork: UnitOfWork = createMemoryUnitOfWork()): Application =>
  createApplication({
    unitOfWork,
    blobs: createMemoryBlobStore(settings),
    clock: createFixedClock(),
    random: createCountedRandom(),
    hasher: portableHasher,
    codec: portableCodec(),
    settings,
  });

describe('startJobs', () => {
  it('ends at once while nothing runs, and leaves nothing behind that keeps the process alive', async () => {
    const faults: JobFault[] = [];
    const before = process.getActiveResourcesInfo().length;
    const jobs = startJobs(createBareApplication(), { onFault: (fault) => faults.push(fault) });
    expect(process.getActiveResourcesInfo()).to.have.length(before);
    await jobs.stop();
    expect(faults).to.deep.equal([]);
  });

  it('warns of no leak when more waits than ten listen to the end of the jobs', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    const application = createBareApplication();
    let waits = 0;
    const wait = (signal: AbortSignal | undefined): void => {
      for (; waits < 20; waits += 1) signal?.addEventListener('abort', () => undefined);
    };
    const convertObjects: Application['maintenance']['convertObjects'] = (signal) => {
      wait(signal);
      return okAsync(undefined);
    };
    const jobs = startJobs(
      { ...application, maintenance: { ...application.maintenance, convertObjects } },
      { onFault: (fault) => expect.fail(fault.job) },
    );
    await waitUntil('all listen', () => waits === 20);
    await jobs.stop();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(warnings).to.deep.equal([]);
  });

  it('removes at its start what crashes have left in a bucket, for a process may live for less than a day', async () => {
    let runs = 0;
    const removeLeftovers = () => {
      runs += 1;
      return okAsync({ copies: 0, uploads: 0 });
    };
    const jobs = startJobs(createBareApplication(), { onFault: (fault) => expect.fail(fault.job), removeLeftovers });
    await jobs.stop();
    expect(runs).to.equal(1);
  });

  it('leaves out what needs a port that is not there', async () => {
    const { transact, read, ...rest } = createMemoryUnitOfWork();
    let transactions = 0;
    const counted: UnitOfWork = {
      ...rest,
      read: (work) => {
        transactions += 1;
        return read(work);
      },
      transact: (work) => {
        transactions += 1;
        return transact(work);
      },
    };
    const { maintenance, webhooks, mails } = createBareApplication(counted);
    const outcomes = [
      await maintenance.checkConnections(),
      await maintenance.resealWebhooks(),
      await webhooks.leaseWebhook(),
      await mails.sendNext(),
    ];
    expect(outcomes.every((outcome) => outcome.isOk())).to.equal(true);
    expect(transactions).to.equal(0);
  });

  it('does outside of the request that has asked for it what is done for all, then and later', async () => {
    const ofRequest = new AsyncLocalStorage<string>();
    const application = createBareApplication();
    const wakes: (() => void)[] = [];
    const seen: (readonly [string, string | undefined])[] = [];
    const hear = (listener: () => void): (() => void) => {
      wakes.push(listener);
      return () => undefined;
    };
    const tree: Application['tree'] = {
      ...application.tree,
      verifyNext: () => {
        seen.push(['verification', ofRequest.getStore()]);
        return okAsync(false);
      },
      onPending: hear,
      onConversionRequested: hear,
    };
    const maintenance: Application['maintenance'] = {
      ...application.maintenance,
      convertObjects: () => {
        seen.push(['conversion', ofRequest.getStore()]);
        return okAsync(undefined);
      },
    };
    const jobs = startJobs({ ...application, tree, maintenance }, { onFault: () => undefined });
    await waitUntil('both have looked at their start', () => seen.length === 2);
    await new Promise((resolve) => setImmediate(resolve));
    ofRequest.run('of a request', () => wakes.forEach((wake) => wake()));
    await waitUntil('both have looked again', () => seen.length === 4);
    await jobs.stop();
    expect(seen.filter(([, store]) => store !== undefined)).to.deep.equal([]);
  });

  it('verifies at once what a finalize has put off, until it is stopped', async () => {
    const application = createBareApplication();
    const listeners = new Set<() => void>();
    let looks = 0;
    const tree: Application['tree'] = {
      ...application.tree,
      verifyNext: () => {
        looks += 1;
        return okAsync(false);
      },
      onPending: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const jobs = startJobs({ ...application, tree }, { onFault: () => undefined });
    await waitUntil('it has looked at its start', () => looks === 1);
    for (const listener of listeners) listener();
    await waitUntil('it has looked again', () => looks === 2);
    await jobs.stop();
    expect(listeners.size).to.equal(0);
  });

  it('converts at once what somebody has asked for, until it is stopped', async () => {
    const application = createBareApplication();
    const listeners = new Set<() => void>();
    let runs = 0;
    const convertObjects: Application['maintenance']['convertObjects'] = () => {
      runs += 1;
      return okAsync(undefined);
    };
    const tree: Application['tree'] = {
      ...application.tree,
      onConversionRequested: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const maintenance = { ...application.maintenance, convertObjects };
    const jobs = startJobs({ ...application, tree, maintenance }, { onFault: () => undefined });
    await waitUntil('it has run at its start', () => runs === 1);
    for (const listener of listeners) listener();
    await waitUntil('it has run again', () => runs === 2);
    await jobs.stop();
    expect(listeners.size).to.equal(0);
  });

  it('verifies what has come, again and again, until it is stopped', async () => {
    const application = createBareApplication();
    let looks = 0;
    const lfs: Application['lfs'] = {
      ...application.lfs,
      verifyNextStaged: () => {
        looks += 1;
        return okAsync(false);
      },
    };
    const jobs = startJobs({ ...application, lfs }, { onFault: () => undefined });
    await waitUntil('it has looked twice', () => looks >= 2);
    await jobs.stop();
    expect(looks).to.be.at.least(2);
  });

  it('writes the last downloads when all requests have ended, and says when they are lost', async () => {
    const application = createBareApplication();
    let isServed = false;
    const writtenAfterwards: boolean[] = [];
    const usage: Application['usage'] = {
      ...application.usage,
      writeDownloads: () => {
        writtenAfterwards.push(isServed);
        return errAsync({ kind: 'unavailable', part: 'database', retryAfterSeconds: 1 });
      },
    };
    const faults: JobFault[] = [];
    const jobs = startJobs({ ...application, usage }, { onFault: (fault) => faults.push(fault) });
    let endLastRequest = (): void => undefined;
    const served = new Promise<void>((resolve) => {
      endLastRequest = () => {
        isServed = true;
        resolve();
      };
    });
    const stopped = jobs.stop(served);
    endLastRequest();
    await stopped;
    expect(writtenAfterwards).to.deep.equal([true]);
    expect(faults).to.deep.equal([{ job: 'usage.writeDownloads', kind: 'unavailable', part: 'database', isLast: true }]);
  });

  it('writes the last downloads also when the server has ended with a fault, and then says that it has', async () => {
    const application = createBareApplication();
    let writes = 0;
    const writeDownloads: Application['usage']['writeDownloads'] = () => {
      writes += 1;
      return okAsync(0);
    };
    const jobs = startJobs(
      { ...application, usage: { ...application.usage, writeDownloads } },
      { onFault: (fault) => expect.fail(fault.job) },
    );
    const fault = await jobs.stop(Promise.reject(new Error('not running'))).catch(String);
    expect([fault, writes]).to.deep.equal(['Error: not running', 1]);
  });

  it('tells what a periodic job has done', async () => {
    const application = createBareApplication();
    const resealed = { resealed: 2, unreadable: 1 };
    const maintenance = { ...application.maintenance, resealWebhooks: () => okAsync(resealed) };
    const outcomes: unknown[] = [];
    const runs: string[] = [];
    const jobs = startJobs(
      { ...application, maintenance },
      {
        onFault: () => undefined,
        onRun: (job) => runs.push(job),
        onDone: { 'maintenance.resealWebhooks': (outcome) => outcomes.push(outcome) },
      },
    );
    await jobs.stop();
    expect(outcomes).to.deep.equal([resealed]);
    expect(runs).to.have.members(['maintenance.convertObjects', 'maintenance.resealWebhooks']);
  });

  it('goes on, and ends, when each listener throws, of which the process warns', async () => {
    const application = createBareApplication();
    const wakers = new Set<() => void>();
    let runs = 0;
    const convertObjects: Application['maintenance']['convertObjects'] = () => {
      runs += 1;
      return errAsync({ kind: 'unavailable', part: 'storage', retryAfterSeconds: 1 });
    };
    const tree: Application['tree'] = {
      ...application.tree,
      onConversionRequested: (waker) => {
        wakers.add(waker);
        return () => wakers.delete(waker);
      },
    };
    const throwing = (): never => {
      throw new Error('the log is full');
    };
    const heard = hearWarnings();
    const jobs = startJobs(
      { ...application, tree, maintenance: { ...application.maintenance, convertObjects } },
      { onFault: throwing, onRun: throwing, onDone: { 'maintenance.resealWebhooks': throwing } },
    );
    await waitUntil('it has run at its start', () => runs === 1);
    for (const wake of wakers) wake();
    await waitUntil('it has run again', () => runs === 2);
    await jobs.stop();
    await waitUntil('the process has warned', () => heard.warnings.length >= 4);
    heard.stop();
    expect(new Set(heard.warnings.map(({ message }) => message))).to.deep.equal(
      new Set(['onFault has thrown', 'onRun has thrown', 'onDone of maintenance.resealWebhooks has thrown']),
    );
  });
});
