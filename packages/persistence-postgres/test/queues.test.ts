import { expect } from 'chai';
import { createQueues } from '../src/queues.js';

const maxWaitMs = 60_000;

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe('turns', () => {
  it('come one after the other, in the order in which they were asked for, to those with one key', async () => {
    const enterQueue = createQueues();
    const log: number[] = [];
    await Promise.all(
      [1, 2, 3].map(async (number) => {
        const end = await enterQueue(7, maxWaitMs);
        log.push(number);
        await soon();
        log.push(-number);
        end?.();
      }),
    );
    expect(log).to.deep.equal([1, -1, 2, -2, 3, -3]);
  });

  it('of other keys wait for nobody', async () => {
    const enterQueue = createQueues();
    await enterQueue(1, maxWaitMs);
    expect(await enterQueue(2, maxWaitMs)).to.be.a('function');
  });

  it('that do not come in time are given up, and hold up nobody', async () => {
    const enterQueue = createQueues();
    const endFirst = await enterQueue(1, maxWaitMs);
    const second = enterQueue(1, 10);
    const third = enterQueue(1, maxWaitMs);
    expect(await second).to.equal(undefined);
    endFirst?.();
    expect(await third).to.be.a('function');
  });

  it('are told of where somebody has to wait', async () => {
    const told: number[] = [];
    const enterQueue = createQueues((key) => told.push(key));
    const end = await enterQueue(1, maxWaitMs);
    await enterQueue(2, maxWaitMs);
    expect(told).to.deep.equal([]);
    const second = enterQueue(1, maxWaitMs);
    end?.();
    await second;
    expect(told).to.deep.equal([1]);
  });
});
