import { expect } from 'chai';
import { DAY_MS } from '../../../src/model/values/index.js';
import { pushTexts } from '../../builders/push-texts.js';
import { createWorld, errorOf, valueOf, withRepository } from '../../builders/world.js';

describe('storageSeries', () => {
  it('gives as many days as it is asked for, from one to a year of them', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    await pushTexts(world, push, 'one', 'three');
    for (const days of [1, 365]) {
      const series = valueOf(await world.application.repositories.storageSeries(push, { days }));
      expect(series).to.have.length(days);
      expect(series.at(-1)).to.include({ storageBytes: 8, addedBytes: 8, removedBytes: 0 });
    }
  });

  it('ends with what is stored now, also where the clock was set back since some of it came', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    const now = world.clock.now();
    await pushTexts(world, push, 'one');
    world.clock.advance(40 * DAY_MS);
    await pushTexts(world, push, 'three');
    world.clock.set(now);
    const series = valueOf(await world.application.repositories.storageSeries(push, { days: 2 }));
    expect(series.map(({ storageBytes, addedBytes }) => [storageBytes, addedBytes])).to.deep.equal([
      [0, 0],
      [8, 8],
    ]);
  });

  it('refuses numbers of days that are none, or more than a year', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    for (const days of [0, -1, 1.5, 366, 1e9, Infinity, Number.NaN]) {
      const refused = errorOf(await world.application.repositories.storageSeries(push, { days }));
      expect(refused, String(days)).to.deep.equal({ kind: 'bad_request', field: 'days', problem: 'out_of_range' });
    }
  });
});
