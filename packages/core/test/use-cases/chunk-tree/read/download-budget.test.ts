import { expect } from 'chai';
import { createFixedClock } from '../../../../src/memory/fixed-clock.js';
import {
  createDownloadBudget,
  downloadLimits,
  type DownloadReader,
  type MemoryReservation,
} from '../../../../src/use-cases/chunk-tree/read/download-budget.js';

const limits = { maxReaders: 6, maxReadersOfOne: 3, maxBytes: 100, maxBytesOfOne: 60, stallMs: 1000 };
const nothing = (): void => undefined;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const setUp = () => {
  const clock = createFixedClock();
  const budget = createDownloadBudget(clock, limits);
  const enter = (owner: string): DownloadReader => {
    const reader = budget.enter(owner);
    if (reader === undefined) throw new Error('there is a place');
    return reader;
  };
  return { clock, budget, enter };
};

/** Whether the room has come, after everybody had a turn. */
const hasCome = async (waiting: Promise<MemoryReservation>): Promise<boolean> => {
  let came = false;
  void waiting.then(() => (came = true));
  await turn();
  return came;
};

describe('createDownloadBudget', () => {
  it('lets in as many readers as there may be, of one organization and of all, and another one for each that leaves', () => {
    const { budget, enter } = setUp();
    const [first] = [enter('a'), enter('a'), enter('a')];
    expect(budget.enter('a')).to.equal(undefined);
    for (const owner of ['b', 'b', 'c']) enter(owner);
    expect(budget.enter('d')).to.equal(undefined);
    first.leave();
    first.leave();
    enter('d');
    expect(budget.enter('d')).to.equal(undefined);
  });

  it('gives no more room than there is, nor more than its share to one organization, and the next one what is given back', async () => {
    const { enter } = setUp();
    const [a, b] = [enter('a'), enter('b')];
    const first = await a.hold(60, nothing);
    const second = a.hold(1, nothing);
    expect(await hasCome(second)).to.equal(false);
    const others = await b.hold(40, nothing);
    expect(b.tryHold(1, nothing)).to.equal(undefined);
    first.shrinkTo(50);
    expect(await hasCome(second)).to.equal(true);
    first.release();
    first.release();
    (await second).release();
    others.release();
    expect((await a.hold(60, nothing)).isGone).to.equal(false);
    expect(b.tryHold(40, nothing)?.isGone).to.equal(false);
    expect(b.tryHold(1, nothing)).to.equal(undefined);
  });

  it('serves who has least first, however long the others have waited', async () => {
    const { enter } = setUp();
    const [a, b, c] = [enter('a'), enter('b'), enter('c')];
    await a.hold(50, nothing);
    const ofB = await b.hold(50, nothing);
    const order: string[] = [];
    const waiting = [a.hold(10, nothing), b.hold(10, nothing), c.hold(10, nothing)].map(async (held, at) => {
      const hold = await held;
      order.push('abc'.charAt(at));
      return hold;
    });
    ofB.shrinkTo(40);
    await turn();
    expect(order).to.deep.equal(['c']);
    ofB.shrinkTo(20);
    await Promise.all(waiting);
    expect(order).to.deep.equal(['c', 'b', 'a']);
  });

  it('takes room back that has rested for a second when somebody waits for it, what has rested for longest first', async () => {
    const { clock, enter } = setUp();
    const [a, b, c] = [enter('a'), enter('b'), enter('c')];
    const taken: string[] = [];
    const held = await Promise.all(
      [a, a, b].map(async (reader, at) => {
        const hold = await reader.hold(30, () => void taken.push(`${at}`));
        clock.advance(1);
        hold.rest();
        return hold;
      }),
    );
    const wanted = c.hold(30, nothing);
    expect(await hasCome(wanted)).to.equal(false);
    clock.advance(998);
    expect(await hasCome(wanted)).to.equal(false);
    expect(taken).to.deep.equal([]);
    clock.advance(2);
    expect(await hasCome(wanted)).to.equal(true);
    expect(taken).to.deep.equal(['0']);
    expect(held.map(({ isGone }) => isGone)).to.deep.equal([true, false, false]);
    clock.advance(5000);
    const more = c.hold(30, nothing);
    expect(await hasCome(more)).to.equal(true);
    expect(taken).to.deep.equal(['0', '1']);
  });

  it('never takes room back that somebody is at work with', async () => {
    const { clock, enter } = setUp();
    const [a, b, c] = [enter('a'), enter('b'), enter('c')];
    const holds = [await a.hold(50, nothing), await b.hold(50, nothing)];
    for (const hold of holds) hold.rest();
    clock.advance(5000);
    for (const hold of holds) hold.wake();
    const wanted = c.hold(10, nothing);
    clock.advance(60_000);
    expect(await hasCome(wanted)).to.equal(false);
    holds[0]?.release();
    expect(await hasCome(wanted)).to.equal(true);
  });

  it('lets readers read less at once the more of them there are', () => {
    const budget = createDownloadBudget(createFixedClock());
    const sizes: number[] = [];
    for (let owner = 0; ; owner += 1) {
      const reader = budget.enter(`${owner}`);
      if (reader === undefined) break;
      sizes.push(reader.groupBytes());
    }
    expect(sizes).to.have.length(downloadLimits.maxReaders);
    expect([sizes[0], sizes.at(-1)]).to.deep.equal([2 * 1024 * 1024, 256 * 1024]);
    expect(sizes).to.deep.equal([...sizes].sort((left, right) => right - left));
  });
});
