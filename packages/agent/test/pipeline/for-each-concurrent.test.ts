import { setImmediate as soon } from 'node:timers/promises';
import { expect } from 'chai';
import { createFailFast } from '../../src/pipeline/fail-fast.js';
import { forEachConcurrent } from '../../src/pipeline/for-each-concurrent.js';

const items = Array.from({ length: 40 }, (_, at) => at);
const forever = new AbortController().signal;

describe('forEachConcurrent', () => {
  it('is done on each item once, on eight at a time', async () => {
    const done: number[] = [];
    let atOnce = 0;
    let most = 0;
    await forEachConcurrent(items, createFailFast(forever), async (item) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await soon();
      atOnce -= 1;
      done.push(item);
    });
    expect(done.toSorted((left, right) => left - right)).to.deep.equal(items);
    expect(most).to.equal(8);
  });

  it('ends with the first failure, after what was under way', async () => {
    const fault = new Error('the third');
    const begun: number[] = [];
    let underWay = 0;
    const outcome = forEachConcurrent(items, createFailFast(forever), async (item) => {
      begun.push(item);
      underWay += 1;
      await soon();
      underWay -= 1;
      if (item === 2) throw fault;
    });
    expect(await outcome.catch((thrown: unknown) => thrown)).to.equal(fault);
    expect(underWay).to.equal(0);
    expect(begun.length).to.be.lessThan(17);
  });

  it('does not begin once it was ended from outside', async () => {
    const end = new AbortController();
    end.abort();
    const begun: number[] = [];
    const outcome = forEachConcurrent(items, createFailFast(end.signal), async (item) => void begun.push(item));
    expect(await outcome.catch((thrown: unknown) => thrown)).to.include({ kind: 'aborted' });
    expect(begun).to.deep.equal([]);
  });
});
