import { expect } from 'chai';
import { createTurns } from '../src/turns.js';

const patienceMs = 60_000;

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe('turns', () => {
  it('come one after the other, in the order in which they were asked for, to those with one key', async () => {
    const takeTurn = createTurns();
    const log: number[] = [];
    await Promise.all(
      [1, 2, 3].map(async (number) => {
        const end = await takeTurn(7, patienceMs);
        log.push(number);
        await soon();
        log.push(-number);
        end?.();
      }),
    );
    expect(log).to.deep.equal([1, -1, 2, -2, 3, -3]);
  });

  it('of other keys wait for nobody', async () => {
    const takeTurn = createTurns();
    await takeTurn(1, patienceMs);
    expect(await takeTurn(2, patienceMs)).to.be.a('function');
  });

  it('that do not come in time are given up, and hold up nobody', async () => {
    const takeTurn = createTurns();
    const endFirst = await takeTurn(1, patienceMs);
    const second = takeTurn(1, 10);
    const third = takeTurn(1, patienceMs);
    expect(await second).to.equal(undefined);
    endFirst?.();
    expect(await third).to.be.a('function');
  });
});
