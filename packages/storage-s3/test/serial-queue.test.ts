import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { createSerialQueue } from '../src/serial-queue.js';

describe('taking turns', () => {
  it('runs what has one name one after the other, and others beside it', async () => {
    const inTurn = createSerialQueue();
    const order: string[] = [];
    const run = (name: string, label: string, turns: number) =>
      inTurn(name, async () => {
        order.push(`${label} begins`);
        for (let left = turns; left > 0; left -= 1) await turn();
        order.push(`${label} ends`);
      });
    await Promise.all([run('a', 'a1', 3), run('a', 'a2', 1), run('b', 'b1', 1)]);
    expect(order).to.deep.equal(['a1 begins', 'b1 begins', 'b1 ends', 'a1 ends', 'a2 begins', 'a2 ends']);
  });

  it('goes on after what fails', async () => {
    const inTurn = createSerialQueue();
    const failing = inTurn('a', () => Promise.reject(new Error('failed'))).catch(String);
    const next = inTurn('a', () => Promise.resolve('next'));
    expect(await Promise.all([failing, next])).to.deep.equal(['Error: failed', 'next']);
  });
});
