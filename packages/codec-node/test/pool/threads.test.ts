import { expect } from 'chai';
import { createThreads } from '../../src/pool/threads.js';

const faultOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );

/** Threads that do this for each request they get. */
const threadsThat = (act: string, count = 1) =>
  createThreads(
    {
      code: `const { parentPort: port } = require('node:worker_threads'); port.on('message', ({ id, job }) => { ${act} });`,
      base: import.meta.url,
    },
    count,
    {},
  );

const job = { kind: 'name', bytes: new Uint8Array(new SharedArrayBuffer(1)), pieces: [] } as const;
const lastJob = { kind: 'decode', chunks: [], memory: undefined } as const;

describe('createThreads', () => {
  it('rejects what a thread was to answer when it ends, and starts another one', async () => {
    const threads = threadsThat(`
      if (job.kind === 'name') process.exit(3);
      port.postMessage({ id, answer: { kind: 'decode', chunks: [] } });
    `);
    expect(await faultOf(threads.run(job)))
      .to.be.an('error')
      .with.property('message', 'a thread of the codec pool has ended');
    expect(await threads.run(lastJob)).to.deep.equal({ kind: 'decode', chunks: [] });
    await threads.close();
  });

  it('rejects with what a thread broke down of', async () => {
    const threads = threadsThat(`throw new Error('out of luck');`, 2);
    const faults = await Promise.all([1, 2, 3, 4, 5].map(() => faultOf(threads.run(job))));
    for (const fault of faults) expect(fault).to.be.an('error').with.property('message', 'out of luck');
    await threads.close();
  });

  it('rejects a job that cannot be sent to a thread, and goes on with the others', async () => {
    const threads = threadsThat(`port.postMessage({ id, answer: { kind: 'decode', chunks: [] } });`);
    const stored = { name: undefined, encoding: 0, rawBytes: 1, bytes: new Uint8Array(1) } as const;
    const unsendable = { ...lastJob, chunks: [{ ...stored, more: () => undefined }] };
    const runs = [unsendable, lastJob, unsendable, lastJob, unsendable, lastJob].map((each) => threads.run(each));
    const outcomes = await Promise.allSettled(runs);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(runs.map((_, at) => (at % 2 === 0 ? 'rejected' : 'fulfilled')));
    await threads.close();
  });

  it('starts no more threads than it may', async () => {
    const threads = threadsThat(
      `setTimeout(() => port.postMessage({ id, answer: { kind: 'name', names: [require('node:worker_threads').threadId] } }), 20);`,
      2,
    );
    const answers = await Promise.all(Array.from({ length: 9 }, () => threads.run(job)));
    const ids = answers.flatMap((answer) => (answer.kind === 'name' ? answer.names : []));
    expect(ids).to.have.lengthOf(9);
    expect(new Set(ids).size).to.equal(2);
    await threads.close();
  });

  it('goes on with the threads that it has where the system starts no more, and rejects what there is none for', async () => {
    let starts = 0;
    const threads = createThreads(
      {
        code: `const { parentPort: port } = require('node:worker_threads'); port.on('message', ({ id, job }) => {
          if (job.kind === 'name') process.exit(3);
          port.postMessage({ id, answer: { kind: 'decode', chunks: [] } });
        });`,
        base: import.meta.url,
        // What Node does not know it throws for, as it does when the system gives it no thread.
        get execArgv() {
          starts += 1;
          return starts === 1 ? [] : ['--no-such-option'];
        },
      },
      2,
      {},
    );
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => threads.run(lastJob)));
    expect(answers).to.deep.equal(answers.map(() => ({ kind: 'decode', chunks: [] })));
    const faults = await Promise.all([1, 2, 3, 4].map(() => faultOf(threads.run(job))));
    for (const fault of faults) expect(fault).to.be.an('error');
    expect(faults.at(-1)).to.have.property('code', 'ERR_WORKER_INVALID_EXEC_ARGV');
    expect(await faultOf(threads.run(lastJob))).to.have.property('code', 'ERR_WORKER_INVALID_EXEC_ARGV');
    await threads.close();
  });

  it('starts none after it was closed', async () => {
    let starts = 0;
    const code = {
      code: '',
      base: import.meta.url,
      get execArgv() {
        starts += 1;
        return [];
      },
    };
    const threads = createThreads(code, 1, {});
    await threads.close();
    for (const run of [threads.run, threads.pin().run]) {
      expect(await faultOf(run(job))).to.have.property('message', 'the codec pool is closed');
    }
    expect(starts).to.equal(0);
  });
});
