import {
  type Activity,
  type ActivityEvent,
  type ActivityType,
  activityTypes,
  type OrganizationId,
  type Push,
  pushGapMs,
  type RepositoryId,
  trusted,
  type UserId,
} from '@svc/core/model';
import type { ActivityFilter } from '@svc/core/ports';
import { expect } from 'chai';
import { builtAt, slug, uniqueId } from './builders.js';
import { expectUncounted } from './expect-uncounted.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedMember, storedOrganization, storedRepository, storedUser } from './stored.js';

const nobody = trusted<UserId>(uniqueId());

const anEvent = (organizationId: OrganizationId, part: Partial<ActivityEvent> = {}): ActivityEvent => ({
  type: 'member.joined',
  organizationId,
  actorId: undefined,
  repositoryId: undefined,
  data: {},
  at: builtAt,
  ...part,
});

const append = (harness: UnitOfWorkHarness, ...events: readonly ActivityEvent[]) =>
  commit(harness, async ({ activity }) => {
    for (const event of events) await activity.append(event);
  });

const list = (
  harness: UnitOfWorkHarness,
  organizationId: OrganizationId,
  filter: Partial<ActivityFilter> = {},
  part: { readonly limit: number; readonly skip: number } = { limit: 200, skip: 0 },
): Promise<readonly Activity[]> =>
  ask(harness, (queries) => queries.activity.list(organizationId, { types: activityTypes, hiddenFrom: nobody, ...filter }, part));

const numbersOf = (events: readonly Activity[]) => events.map(({ data }) => data['n']);

const aPusher = async (harness: UnitOfWorkHarness) => {
  const { id: repositoryId, organizationId } = await storedRepository(harness);
  const { id: actorId } = await storedUser(harness);
  const push = (part: Partial<Push>, isPartOfMore: boolean) =>
    commit(harness, (records) =>
      records.activity.addPush(
        { organizationId, repositoryId, actorId, objects: 1, bytes: 10, generation: 1, at: builtAt, ...part },
        isPartOfMore,
      ),
    );
  const pushes = async (): Promise<readonly ActivityEvent['data'][]> =>
    (await list(harness, organizationId)).map(({ data, at }) => ({ ...data, at: at - builtAt }));
  return { organizationId, repositoryId, actorId, push, pushes };
};

export const activityCases: readonly UnitOfWorkCase[] = [
  {
    title: 'an event is shown as it was given, with the names of its actor and of its repository',
    run: async (harness) => {
      const { id: repositoryId, organizationId, slug: repositorySlug } = await storedRepository(harness);
      const { id: actorId, name } = await storedUser(harness, { name: 'Ada 🚀' });
      const data = { text: 'quote " 🚀', number: 0.5, largest: Number.MAX_SAFE_INTEGER };
      await append(harness, anEvent(organizationId, { type: 'repository.updated', actorId, repositoryId, data }));
      await append(harness, anEvent(organizationId, { type: 'organization.updated', at: builtAt + 1 }));
      const [second, first, ...more] = await list(harness, organizationId);
      expect(more).to.deep.equal([]);
      const { id: firstId, ...shown } = first ?? {};
      const { id: secondId, ...bare } = second ?? {};
      expect(shown).to.deep.equal({
        type: 'repository.updated',
        actor: { id: actorId, name },
        repository: { id: repositoryId, slug: repositorySlug },
        data,
        at: builtAt,
      });
      expect(bare).to.deep.equal({
        type: 'organization.updated',
        actor: undefined,
        repository: undefined,
        data: {},
        at: builtAt + 1,
      });
      expect(new Set([firstId, secondId, undefined]).size).to.equal(3);
    },
  },
  {
    title: "an event's id stays, is unique in its organization, and counts nothing that others do",
    run: async (harness) => {
      const { id } = await storedOrganization(harness);
      const { id: otherId } = await storedOrganization(harness);
      const ids = async () => (await list(harness, id)).map((event) => event.id);
      await append(harness, anEvent(id, { at: builtAt }));
      const first = await ids();
      await append(harness, ...Array.from({ length: 20 }, () => anEvent(otherId)));
      await append(harness, anEvent(id, { at: builtAt + 1 }));
      const both = await ids();
      expect(both.slice(1)).to.deep.equal(first);
      expectUncounted(both);
    },
  },
  {
    title: 'events are listed newest first, of one instant the last written first, within their organization only',
    run: async (harness) => {
      const { id } = await storedOrganization(harness);
      const { id: otherId } = await storedOrganization(harness);
      const ages = [5, 3, 3, 3, 0, 9];
      await append(harness, ...ages.map((age, n) => anEvent(id, { at: builtAt - age, data: { n } })), anEvent(otherId));
      expect(numbersOf(await list(harness, id))).to.deep.equal([4, 3, 2, 1, 0, 5]);
      expect(numbersOf(await list(harness, id, {}, { limit: 2, skip: 1 }))).to.deep.equal([3, 2]);
      expect(numbersOf(await list(harness, id, {}, { limit: 9, skip: 5 }))).to.deep.equal([5]);
      expect(await list(harness, id, {}, { limit: 9, skip: 6 })).to.deep.equal([]);
    },
  },
  {
    title: 'a list is narrowed by types, by actor and by repository, and by all of them together',
    run: async (harness) => {
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const { id: otherRepositoryId } = await storedRepository(harness, { organizationId });
      const [{ id: actorId }, { id: otherActorId }] = [await storedUser(harness), await storedUser(harness)];
      const types: readonly ActivityType[] = ['repository.updated', 'repository.created', 'token.created'];
      const made: { type: ActivityType; actorId: UserId | undefined; repositoryId: RepositoryId | undefined; n: number }[] = [];
      for (const type of types) {
        for (const by of [actorId, otherActorId, undefined]) {
          for (const of of [repositoryId, otherRepositoryId, undefined]) {
            made.push({ type, actorId: by, repositoryId: of, n: made.length });
          }
        }
      }
      await append(
        harness,
        ...made.map(({ n, ...event }) => anEvent(organizationId, { ...event, at: builtAt + n, data: { n } })),
      );
      const expectListed = async (filter: Partial<ActivityFilter>, holds: (one: (typeof made)[number]) => boolean) => {
        const expected = made.filter(holds).map(({ n }) => n);
        expect(numbersOf(await list(harness, organizationId, filter)), JSON.stringify(filter)).to.deep.equal(expected.reverse());
      };
      for (const chosen of [activityTypes, types.slice(0, 2), types.slice(0, 1)]) {
        for (const by of [actorId, undefined]) {
          for (const of of [repositoryId, undefined]) {
            await expectListed(
              { types: chosen, actorId: by, repositoryId: of },
              (one) =>
                chosen.includes(one.type) &&
                (by === undefined || one.actorId === by) &&
                (of === undefined || one.repositoryId === of),
            );
          }
        }
      }
      await expectListed({ types: ['member.left'] }, () => false);
      await expectListed({ repositoryId: trusted<RepositoryId>(uniqueId()) }, () => false);
    },
  },
  {
    title: 'a repository that is hidden from a user is not in their list, nor after it is gone',
    run: async (harness) => {
      const { id: repositoryId, organizationId } = await storedRepository(harness);
      const { id: seenId } = await storedRepository(harness, { organizationId });
      const [{ id: hiddenFrom }, { id: reader }] = [await storedUser(harness), await storedUser(harness)];
      await storedMember(harness, repositoryId, hiddenFrom, 'NONE');
      await storedMember(harness, repositoryId, reader, 'READ');
      await append(
        harness,
        ...[repositoryId, seenId, undefined].map((id, n) => anEvent(organizationId, { repositoryId: id, data: { n } })),
      );
      const expectHidden = async () => {
        expect(numbersOf(await list(harness, organizationId, { hiddenFrom }))).to.deep.equal([2, 1]);
        expect(await list(harness, organizationId, { hiddenFrom, repositoryId })).to.deep.equal([]);
        expect(numbersOf(await list(harness, organizationId, { hiddenFrom: reader }))).to.deep.equal([2, 1, 0]);
      };
      await expectHidden();
      await commit(harness, (records) => records.repositories.remove(repositoryId));
      await expectHidden();
    },
  },
  {
    title: 'a repository is called as it is now, and one that is gone as it was',
    run: async (harness) => {
      const repository = await storedRepository(harness, { slug: slug('before') });
      const { organizationId, id: repositoryId } = repository;
      await append(harness, anEvent(organizationId, { repositoryId, type: 'repository.created' }));
      await commit(harness, (records) => records.repositories.update({ ...repository, slug: slug('after') }));
      await append(harness, anEvent(organizationId, { repositoryId, type: 'repository.deleted' }));
      const slugs = async () => (await list(harness, organizationId)).map((event) => event.repository?.slug);
      expect(await slugs()).to.deep.equal(['after', 'after']);
      await commit(harness, (records) => records.repositories.remove(repositoryId));
      expect(await slugs()).to.deep.equal(['after', 'before']);
    },
  },
  {
    title: 'a push by itself stays by itself',
    run: async (harness) => {
      const { push, pushes, repositoryId, actorId, organizationId } = await aPusher(harness);
      await push({ objects: 3, bytes: 30, generation: 7 }, false);
      await push({ objects: 0, bytes: 0, generation: 8, at: builtAt + 1 }, false);
      expect(await pushes()).to.deep.equal([
        { objects: 0, bytes: 0, generation: 8, at: 1 },
        { objects: 3, bytes: 30, generation: 7, at: 0 },
      ]);
      const [newest] = await list(harness, organizationId, { types: ['repository.push'] });
      expect([newest?.actor?.id, newest?.repository?.id]).to.deep.equal([actorId, repositoryId]);
    },
  },
  {
    title: 'parts of a push are one push for as long as less than the gap lies between them',
    run: async (harness) => {
      const { push, pushes } = await aPusher(harness);
      await push({ generation: 1 }, true);
      await push({ generation: 2, at: builtAt + pushGapMs - 1, bytes: 5 }, true);
      expect(await pushes()).to.deep.equal([{ objects: 2, bytes: 15, generation: 2, at: 0 }]);
      const late = 2 * pushGapMs - 1;
      await push({ generation: 3, at: builtAt + late }, true);
      expect(await pushes()).to.deep.equal([
        { objects: 1, bytes: 10, generation: 3, at: late },
        { objects: 2, bytes: 15, generation: 2, at: 0 },
      ]);
    },
  },
  {
    title: 'a part joins no push that is by itself, of another user or of another repository',
    run: async (harness) => {
      const { push, pushes, organizationId } = await aPusher(harness);
      const { id: otherRepositoryId } = await storedRepository(harness, { organizationId });
      const { id: otherActorId } = await storedUser(harness);
      await push({ generation: 1 }, true);
      await push({ generation: 2, actorId: otherActorId }, true);
      await push({ generation: 3, repositoryId: otherRepositoryId }, true);
      expect((await pushes()).map((data) => data['objects'])).to.deep.equal([1, 1, 1]);
      await push({ generation: 4 }, false);
      await push({ generation: 5 }, true);
      expect((await pushes()).map((data) => data['objects'])).to.deep.equal([1, 1, 1, 1, 1]);
    },
  },
  {
    title: 'of many parts at once none is lost',
    run: async (harness) => {
      const { push, pushes } = await aPusher(harness);
      await push({}, true);
      await together(20, () => push({}, true));
      expect(await pushes()).to.deep.equal([{ objects: 21, bytes: 210, generation: 1, at: 0 }]);
    },
  },
];
