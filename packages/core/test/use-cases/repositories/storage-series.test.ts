import { expect } from 'chai';
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

  it('refuses numbers of days that are none, or more than a year', async () => {
    const world = createWorld();
    const { push } = await withRepository(world);
    for (const days of [0, -1, 1.5, 366, 1e9, Infinity, Number.NaN]) {
      const refused = errorOf(await world.application.repositories.storageSeries(push, { days }));
      expect(refused, String(days)).to.deep.equal({ kind: 'bad_request', field: 'days', problem: 'out_of_range' });
    }
  });
});
