import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { createNestingCheck, noNestingCheck } from '../src/nesting-check.js';

describe('a check for nesting', () => {
  it('recognises the inside of a transaction behind any number of awaits', async () => {
    const check = createNestingCheck();
    await check.inside(async () => {
      await setImmediate();
      await Promise.resolve();
      expect(() => check.demandOutside()).to.throw('inside of a transaction');
    });
  });

  it('lets pass what runs beside a transaction', async () => {
    const check = createNestingCheck();
    let release = (): void => undefined;
    const held = check.inside(() => new Promise<void>((resolve) => (release = resolve)));
    expect(() => check.demandOutside()).not.to.throw();
    release();
    await held;
  });

  it('lets pass what the work has left running, once the transaction is over', async () => {
    const check = createNestingCheck();
    let later: Promise<unknown> | undefined;
    const held = check.inside(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));
    await check.inside(async () => {
      later = setImmediate().then(() => check.demandOutside());
    });
    await later;
    await held;
  });

  it('sees the next transaction after one that has failed', async () => {
    const check = createNestingCheck();
    const broken = new Error('on purpose');
    const failure: unknown = await check.inside(() => Promise.reject(broken)).catch((error: unknown) => error);
    expect(failure).to.equal(broken);
    await check.inside(async () => {
      await setImmediate();
      expect(() => check.demandOutside()).to.throw('inside of a transaction');
    });
  });

  it('finds nothing when there is none', async () => {
    await noNestingCheck.inside(async () => {
      expect(() => noNestingCheck.demandOutside()).not.to.throw();
    });
  });
});
