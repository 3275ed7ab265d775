import { expect } from 'chai';
import { ok } from 'neverthrow';
import type { DeduplicationMode } from '../../../src/model/conversions/deduplication-mode.js';
import { MIB } from '../../../src/model/values/index.js';
import { pushTexts } from '../../builders/push-texts.js';
import { createWorld, objectOf, valueOf, withRepository } from '../../builders/world.js';

describe('what is recommended of objects that stay whole', () => {
  const setUp = async () => {
    const world = createWorld();
    const { owner, organization, repository, push } = await withRepository(world);
    const { authorize, organizations, recommendations, repositories } = world.application;
    await pushTexts(world, push, 'whole');
    // A look at the object, of when nothing was to be cut.
    const trial = { dueAt: world.clock.now(), savedBytes: 200 * MIB, sample: [] };
    const { oid } = objectOf('whole');
    valueOf(
      await world.unitOfWork.transact(async ({ conversions }) => {
        await conversions.noteTrial(repository.id, oid, trial);
        return ok();
      }),
    );
    const admin = valueOf(await authorize.organization(owner, organization.id, 'organization.update'));
    const update = valueOf(await authorize.repository(owner, repository.id, 'repository.update'));
    const reader = valueOf(await authorize.organization(owner, organization.id, 'usage.read'));
    const rulesOf = (found: readonly { readonly rule: string }[]): readonly string[] => found.map(({ rule }) => rule);
    return {
      say: async (ofRepository: DeduplicationMode | null, ofOrganization: DeduplicationMode | null) => {
        valueOf(await repositories.update(update, { deduplicate: ofRepository }));
        valueOf(await organizations.update(admin, { deduplicate: ofOrganization }));
      },
      recommended: async () => ({
        ofRepository: rulesOf(valueOf(await recommendations.ofRepository(push))),
        ofOrganization: rulesOf(valueOf(await recommendations.ofOrganization(reader))),
      }),
    };
  };

  it('is to cut them, as long as the repository or its organization wants none cut', async () => {
    const { say, recommended } = await setUp();
    for (const [ofRepository, ofOrganization, isOff] of [
      ['off', null, true],
      [null, 'off', true],
      ['cold', 'off', false],
      ['cold', null, false],
      ['all', null, false],
      [null, null, false],
    ] as const) {
      await say(ofRepository, ofOrganization);
      const rules = isOff ? ['deduplication-off'] : [];
      expect(await recommended(), `${ofRepository} ${ofOrganization}`).to.deep.equal({
        ofRepository: rules,
        ofOrganization: rules,
      });
    }
  });
});
