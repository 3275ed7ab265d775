import { expect } from 'chai';
import { DAY_MS } from '../../../src/model/values/index.js';
import { pushTexts } from '../../builders/push-texts.js';
import { createWorld, oidOf, slug, valueOf, withRepository } from '../../builders/world.js';

describe('organizationUsage', () => {
  it('counts what came and went in the month alone, also where the clock was set back from a later one', async () => {
    const world = createWorld();
    const { owner, push } = await withRepository(world);
    const usage = valueOf(await world.application.authorize.organization(owner, slug('acme'), 'usage.read'));
    const traffic = async () => {
      const { managed } = valueOf(await world.application.usage.ofOrganization(usage));
      return [managed.uploadedBytes, managed.egressBytes, managed.downloads];
    };
    const move = async (text: string) => {
      await pushTexts(world, push, text);
      valueOf(await world.application.downloads.authorize(push, { oids: [oidOf(text)] }));
      valueOf(await world.application.usage.writeDownloads());
    };
    const now = world.clock.now();
    await move('one');
    world.clock.advance(40 * DAY_MS);
    await move('three');
    expect(await traffic()).to.deep.equal([5, 5, 1]);
    world.clock.set(now);
    expect(await traffic()).to.deep.equal([3, 3, 1]);
  });
});
