import { expect } from 'chai';
import { DAY_MS, dayOf } from '../../../src/model/values/index.js';
import { pushTexts } from '../../builders/push-texts.js';
import { createWorld, slug, valueOf, withRepository, type World } from '../../builders/world.js';

const usageOf = async (world: World, { owner }: Awaited<ReturnType<typeof withRepository>>) =>
  valueOf(await world.application.authorize.organization(owner, slug('acme'), 'usage.read'));

describe('usageSeries', () => {
  it('ends with what is stored now, also where the clock was set back since some of it came', async () => {
    const world = createWorld();
    const setting = await withRepository(world);
    const now = world.clock.now();
    await pushTexts(world, setting.push, 'one');
    world.clock.advance(40 * DAY_MS);
    await pushTexts(world, setting.push, 'three');
    world.clock.set(now);
    const usage = await usageOf(world, setting);
    const { managed } = valueOf(await world.application.usage.ofOrganization(usage));
    const series = valueOf(await world.application.usage.series(usage, { days: 2 }));
    expect(series.map(({ day, managed: { storageBytes, addedBytes } }) => [day, storageBytes, addedBytes])).to.deep.equal([
      [dayOf(now) - DAY_MS, 0, 0],
      [dayOf(now), managed.storageBytes, 8],
    ]);
    world.clock.advance(40 * DAY_MS);
    const later = valueOf(await world.application.usage.series(usage, { days: 41 }));
    expect([later[0]?.managed.storageBytes, later[39]?.managed.storageBytes, later[40]?.managed.storageBytes]).to.deep.equal([
      3, 3, 8,
    ]);
  });
});
