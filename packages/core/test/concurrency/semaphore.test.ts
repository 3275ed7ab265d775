import { expect } from 'chai';
import { createSemaphore } from '../../src/concurrency/semaphore.js';

describe('createSemaphore', () => {
  it('lets so many run at once, the others in the order in which they came, and goes on after a failure', async () => {
    const semaphore = createSemaphore(2);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const work = (number: number) => async () => {
      begun.push(number);
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => void setImmediate(resolve));
      running -= 1;
      if (number % 3 === 0) throw new Error('failed');
      return number;
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 9 }, (_, number) => semaphore(work(number))));
    expect(begun).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(most).to.equal(2);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(begun.map((at) => (at % 3 === 0 ? 'rejected' : 'fulfilled')));
  });

  it('holds back who comes while others take over', async () => {
    const semaphore = createSemaphore(1);
    let running = 0;
    const work = async (): Promise<number> => {
      running += 1;
      const most = running;
      await new Promise<void>((resolve) => void setImmediate(resolve));
      running -= 1;
      return most;
    };
    const early = [semaphore(work), semaphore(work), semaphore(work)];
    await early[0];
    const late = [semaphore(work), semaphore(work)];
    expect(await Promise.all([...early, ...late])).to.deep.equal([1, 1, 1, 1, 1]);
  });
});
