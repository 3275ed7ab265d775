import type { Swept, Unavailable } from '@svc/core/model';
import { expect } from 'chai';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSweeper } from '../src/sweeper.js';

const nothing: Swept = { expiredSessions: 0, sweptSessions: 0, reconciledFiles: 0 };

const collectingLog = () => {
  const lines: string[] = [];
  const write = (level: string) => (facts: unknown, message?: string) =>
    void lines.push(`${level}: ${message ?? ''} ${JSON.stringify(facts)}`);
  return { lines, log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') } };
};

describe('startSweeper', () => {
  it('sweeps again and again, and tells what went away', async () => {
    const { lines, log } = collectingLog();
    let runs = 0;
    const sweep = () => {
      runs += 1;
      return new ResultAsync<Swept, Unavailable>(Promise.resolve(ok({ ...nothing, expiredSessions: runs === 2 ? 3 : 0 })));
    };
    const sweeper = startSweeper(sweep, { intervalMs: 1, log });
    while (runs < 4) await sleep(1);
    await sweeper.stop();
    expect(lines).to.deep.equal(['info: swept {"expiredSessions":3,"sweptSessions":0,"settledFiles":0}']);
  });

  it('never begins a run before the last one has ended', async () => {
    const { log } = collectingLog();
    let atOnce = 0;
    let most = 0;
    let runs = 0;
    const slow = async (): Promise<Result<Swept, Unavailable>> => {
      runs += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await sleep(10);
      atOnce -= 1;
      return ok(nothing);
    };
    const sweeper = startSweeper(() => new ResultAsync(slow()), { intervalMs: 1, log });
    while (runs < 4) await sleep(1);
    await sweeper.stop();
    expect(most).to.equal(1);
  });

  it('goes on after a run that failed, whether with an error or with a bug, and tells so', async () => {
    const { lines, log } = collectingLog();
    let runs = 0;
    const sweep = (): ResultAsync<Swept, Unavailable> => {
      runs += 1;
      if (runs === 1) throw new Error('a bug');
      return new ResultAsync(Promise.resolve(err({ kind: 'unavailable', part: 'database', retryAfterSeconds: 1 })));
    };
    const sweeper = startSweeper(sweep, { intervalMs: 1, log });
    while (runs < 3) await sleep(1);
    await sweeper.stop();
    expect(lines[0]).to.contain('error: sweep failed');
    expect(lines[1]).to.equal('warn: sweep put off {"part":"database"}');
  });

  it('waits at its end for the run under way, and begins no other', async () => {
    const { log } = collectingLog();
    let began = 0;
    let ended = 0;
    const slow = async (): Promise<Result<Swept, Unavailable>> => {
      began += 1;
      await sleep(20);
      ended += 1;
      return ok(nothing);
    };
    const sweeper = startSweeper(() => new ResultAsync(slow()), { intervalMs: 1, log });
    while (began === 0) await sleep(1);
    await sweeper.stop();
    expect(ended).to.equal(1);
    await sleep(10);
    expect(began).to.equal(1);
  });
});
