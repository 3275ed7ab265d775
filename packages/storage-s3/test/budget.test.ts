import { setImmediate as turn } from 'node:timers/promises';
import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { createBudget } from '../src/budget.js';

const seed = 7;

describe(`a budget (seed ${seed})`, () => {
  it('is never overdrawn, and everybody has their turn', async () => {
    const random = createSeededRandom(seed);
    const budget = createBudget(10);
    let spent = 0;
    let done = 0;
    const act = async (cost: number): Promise<void> => {
      spent += cost;
      expect(spent).to.be.at.most(10);
      for (let turns = random.integer(4); turns >= 0; turns -= 1) await turn();
      spent -= cost;
      done += 1;
    };
    const costs = Array.from({ length: 200 }, () => random.integer(11));
    await Promise.all(costs.map((cost) => budget.spend(cost, () => act(cost))));
    expect(done).to.equal(200);
  });

  it('gives all of it to what costs more than there is', async () => {
    const budget = createBudget(10);
    const order: string[] = [];
    const run = (name: string, cost: number) =>
      budget.spend(cost, async () => {
        order.push(`${name} begins`);
        await turn();
        order.push(`${name} ends`);
      });
    await Promise.all([run('large', 1000), run('small', 1)]);
    expect(order).to.deep.equal(['large begins', 'large ends', 'small begins', 'small ends']);
  });

  it('is given back by what fails', async () => {
    const budget = createBudget(1);
    const failing = budget.spend(1, () => Promise.reject(new Error('failed')));
    expect(await failing.catch(String)).to.equal('Error: failed');
    expect(await budget.spend(1, () => Promise.resolve('next'))).to.equal('next');
  });
});
