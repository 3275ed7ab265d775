import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { AgentProblem } from '../../src/agent-problem.js';
import { type ObjectMover, runTransfer } from '../../src/transfer/run-transfer.js';

const oid = 'a'.repeat(64);
const other = 'b'.repeat(64);
const init = { event: 'init', operation: 'upload' };
const upload = { event: 'upload', oid, size: 10, path: '/file' };
const terminate = { event: 'terminate' };

const mover = (moves: Partial<ObjectMover>): ObjectMover => ({
  begin: async () => undefined,
  upload: async () => undefined,
  download: async () => '/downloaded',
  ...moves,
});

/** Runs the protocol; the caller writes lines and sees answers and whether the end of git-lfs was noticed. */
const started = (moves: Partial<ObjectMover> = {}) => {
  const input = new PassThrough();
  const answers: unknown[] = [];
  const interruption = new AbortController();
  let aborts = 0;
  const outcome = runTransfer({
    input,
    write: (line) => {
      expect(line.endsWith('\n') && line.indexOf('\n') === line.length - 1, 'one line at a time').to.equal(true);
      answers.push(JSON.parse(line));
    },
    mover: mover(moves),
    signal: interruption.signal,
    abort: () => {
      aborts += 1;
      interruption.abort();
    },
    now: () => 0,
  }).then(
    () => 'ended',
    (fault: unknown) => String(fault),
  );
  const send = (...lines: readonly unknown[]): void => {
    for (const line of lines) input.write(typeof line === 'string' ? line : `${JSON.stringify(line)}\n`);
  };
  return { input, answers, outcome, send, interrupt: () => interruption.abort(), aborts: () => aborts };
};

const progress = (bytesSoFar: number, bytesSinceLast: number, about = oid) => ({
  event: 'progress',
  oid: about,
  bytesSoFar,
  bytesSinceLast,
});

describe('the transfer protocol', () => {
  it('answers init, tells progress at once, and completes each object in turn', async () => {
    const { send, answers, outcome } = started();
    send(init, upload, { ...upload, event: 'download', oid: other }, terminate);
    expect(await outcome).to.equal('ended');
    expect(answers).to.deep.equal([
      {},
      progress(1, 1),
      progress(10, 9),
      { event: 'complete', oid },
      progress(1, 1, other),
      progress(10, 9, other),
      { event: 'complete', oid: other, path: '/downloaded' },
    ]);
  });

  it('says that an object is complete only when it is', async () => {
    let finish: () => void = () => undefined;
    const { send, answers, outcome } = started({ upload: () => new Promise((resolve) => (finish = resolve)) });
    send(init, upload);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(answers).to.deep.equal([{}, progress(1, 1)]);
    finish();
    send(terminate);
    await outcome;
    expect(answers).to.deep.include({ event: 'complete', oid });
  });

  it('answers a failure with its status and its line, and goes on', async () => {
    let uploads = 0;
    const { send, answers, outcome } = started({
      upload: async () => {
        uploads += 1;
        if (uploads === 1) throw new AgentProblem('This needs the permission repository.push.', 'http', 403);
        throw new Error('first\nsecond \u001b[31m');
      },
    });
    send(init, upload, { ...upload, oid: other }, terminate);
    expect(await outcome).to.equal('ended');
    expect(answers).to.deep.include({
      event: 'complete',
      oid,
      error: { code: 403, message: 'This needs the permission repository.push.' },
    });
    expect(answers).to.deep.include({ event: 'complete', oid: other, error: { code: 1, message: 'first' } });
  });

  it('answers a malformed line about an object for that object, and goes on', async () => {
    const { send, answers, outcome } = started();
    send(init, { ...upload, size: -1 }, upload, terminate);
    expect(await outcome).to.equal('ended');
    expect(answers[1]).to.have.nested.property('error.message').that.contains('the size is no count of bytes');
    expect(answers.at(-1)).to.deep.equal({ event: 'complete', oid });
  });

  for (const [title, lines, answered] of [
    ['a line that is no JSON', [init, 'upload\n'], 1],
    ['an event without an object', [init, { event: 'pause' }], 1],
    ['a first line that is no JSON', ['{"event":\n'], 1],
    ['a line without an end', [init, `"${'x'.repeat(1024 * 1024)}`], 1],
  ] as const) {
    it(`ends at ${title}, because git-lfs would wait for ever`, async () => {
      const { send, answers, outcome } = started();
      send(...lines);
      expect(await outcome).to.contain('no transfer protocol');
      expect(answers).to.have.length(answered);
    });
  }

  it('answers what comes before init with an error of its own', async () => {
    const { send, answers, outcome } = started();
    send({ event: 'upload' });
    await outcome;
    expect(answers).to.have.length(1);
    expect(answers[0]).to.have.property('error');
  });

  it('answers init with the reason why nothing can be moved, once, and ends', async () => {
    const begin = async (): Promise<never> => {
      throw new AgentProblem('two repositories', 'setting');
    };
    const { send, answers, outcome } = started({ begin, upload: () => expect.fail('it was moved') });
    send(init, upload);
    expect(await outcome).to.contain('two repositories');
    expect(answers).to.deep.equal([{ error: { code: 1, message: 'two repositories' } }]);
  });

  it('moves nothing before init', async () => {
    const { send, answers, outcome } = started({ upload: () => expect.fail('it was moved') });
    send(upload);
    expect(await outcome).to.contain('the first line must be init');
    expect(answers).to.have.length(1);
  });

  it('ends what is under way when git-lfs is gone', async () => {
    let fail: (fault: Error) => void = () => undefined;
    const { send, input, outcome, aborts } = started({ upload: () => new Promise((_, reject) => (fail = reject)) });
    send(init, upload);
    await new Promise(setImmediate);
    expect(aborts()).to.equal(0);
    input.end();
    while (aborts() === 0) await new Promise(setImmediate);
    fail(new Error('aborted'));
    expect(await outcome).to.contain('git-lfs is gone');
  });

  it('ends at the signal, and does not wait for the next line', async () => {
    const { send, answers, outcome, interrupt } = started();
    send(init, upload);
    while (answers.length < 4) await new Promise(setImmediate);
    interrupt();
    expect(await outcome).to.contain('before it has said terminate');
    expect(answers.at(-1)).to.deep.equal({ event: 'complete', oid });
  });

  it('finishes when all lines and the end come at once', async () => {
    const { send, input, answers, outcome, aborts } = started();
    send(init, upload, terminate);
    input.end();
    expect(await outcome).to.equal('ended');
    expect(aborts()).to.equal(0);
    expect(answers.at(-1)).to.deep.equal({ event: 'complete', oid });
  });

  it('reads lines however the bytes arrive', async () => {
    const { input, answers, outcome } = started();
    const path = '/dateí/ü.bin';
    const bytes = Buffer.from([init, { ...upload, path }, terminate].map((line) => JSON.stringify(line)).join('\r\n\n'));
    for (const byte of bytes) input.write(Buffer.of(byte));
    input.end();
    expect(await outcome).to.equal('ended');
    expect(answers.at(-1)).to.deep.equal({ event: 'complete', oid });
  });
});
