import { expect } from 'chai';
import { getEventListeners } from 'node:events';
import { createBufferPool } from '../../src/pipeline/buffer-pool.js';
import { createFailFast } from '../../src/pipeline/fail-fast.js';

describe('a pool of buffers', () => {
  const open = () => {
    const failFast = createFailFast(new AbortController().signal);
    return { failFast, pool: createBufferPool(['one', 'other'], failFast) };
  };

  it('gives each to one taker at a time, and to those who wait in their order', async () => {
    const { pool } = open();
    const taken = [await pool.take(), await pool.take()];
    expect(taken.sort()).to.deep.equal(['one', 'other']);
    const waiting = [pool.take(), pool.take()];
    pool.give('other');
    pool.give('one');
    expect(await Promise.all(waiting)).to.deep.equal(['other', 'one']);
    pool.give('one');
    expect(await pool.take()).to.equal('one');
  });

  it('ends all who wait when something fails, and gives nothing afterwards', async () => {
    const { failFast, pool } = open();
    await pool.take();
    await pool.take();
    const waiting = [pool.take(), pool.take()];
    failFast.fail(new Error('the disk is full'));
    const outcomes = await Promise.allSettled([...waiting, pool.take()]);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).to.deep.equal(
      Array.from({ length: 3 }, () => 'Error: the disk is full'),
    );
  });

  it('is held by the signal of its transfer only while somebody waits', async () => {
    const { failFast, pool } = open();
    const listeners = () => getEventListeners(failFast.signal, 'abort').length;
    await pool.take();
    await pool.take();
    expect(listeners()).to.equal(0);
    const waiting = pool.take();
    await Promise.resolve();
    expect(listeners()).to.equal(1);
    pool.give('one');
    await waiting;
    expect(listeners()).to.equal(0);
  });
});
