import type { Organization, Oid, Repository } from '@svc/core';
import {
  decideRepositoryAccess,
  type FoundArtifact,
  type OrganizationId,
  type OverrideLevel,
  overrideLevels,
  type RepositoryId,
  relevance,
  repositoryVisibilities,
  type Role,
  roles,
  type SearchReach,
  type StoredObject,
  trusted,
  type UserId,
  wordsOfQuery,
  wordsOfRepository,
} from '@svc/core/model';
import { expect } from 'chai';
import { err, type Result } from 'neverthrow';
import { seeded, type SeededRandom } from '../seeded.js';
import { anObject, aRepository, builtAt, slug, uniqueHash, uniqueId, uniqueOid } from './builders.js';
import { ask, commit, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedMember, storedOrganization, storedRepository, storedUser } from './stored.js';

const reachOf = (userId: UserId, part: Partial<SearchReach> = {}): SearchReach => ({
  userId,
  organizationId: undefined,
  repositoryId: undefined,
  ...part,
});

const join = (harness: UnitOfWorkHarness, organizationId: OrganizationId, userId: UserId, role: Role) =>
  commit(harness, ({ organizations }) => organizations.putMembership({ organizationId, userId, role, joinedAt: builtAt }));

/** A member of a new organization. */
const aReader = async (harness: UnitOfWorkHarness, part: Partial<Organization> = {}) => {
  const organization = await storedOrganization(harness, part);
  const { id: userId } = await storedUser(harness);
  await join(harness, organization.id, userId, 'VIEWER');
  return { organization, organizationId: organization.id, userId, reach: reachOf(userId) };
};

const repositories = (harness: UnitOfWorkHarness, reach: SearchReach, query: string, limit = 50) =>
  ask(harness, ({ search }) => search.repositories(reach, wordsOfQuery(query), limit));

const names = async (harness: UnitOfWorkHarness, reach: SearchReach, query: string, limit?: number) =>
  (await repositories(harness, reach, query, limit)).map(({ name }) => name);

const organizationNames = async (harness: UnitOfWorkHarness, reach: SearchReach, query: string, limit = 50) => {
  const found = await ask(harness, ({ search }) => search.organizations(reach, wordsOfQuery(query), limit));
  return found.map(({ organization }) => organization.name);
};

/** The repositories of the objects that have a part in their name. */
const placesOfNamed = async (harness: UnitOfWorkHarness, reach: SearchReach, part: string) =>
  (await ask(harness, ({ search }) => search.named(reach, part, 50))).map(({ repositoryId }) => repositoryId);

/** Puts all names that wait into the index, where there is one. */
const index = async (harness: UnitOfWorkHarness, organizationId: OrganizationId): Promise<void> => {
  while ((await commit(harness, ({ artifacts }) => artifacts.indexNames(organizationId))) > 0);
};

const named = async (harness: UnitOfWorkHarness, organizationId: OrganizationId, ...wanted: readonly string[]) => {
  for (const name of wanted) await storedRepository(harness, { organizationId, name });
};

/** Repositories of organizations that a user is in, and of others where the user has a level or none, and which of them the user sees. */
const manyPlaces = async (harness: UnitOfWorkHarness, pick: SeededRandom['pick']) => {
  const { organizationId, userId, reach } = await aReader(harness);
  const [{ id: joined }, { id: little }, { id: much }] = [
    await storedOrganization(harness),
    await storedOrganization(harness),
    await storedOrganization(harness),
  ];
  await join(harness, joined, userId, 'VIEWER');
  const place = async (of: OrganizationId, level: OverrideLevel | 'no level') => {
    // Ids that begin alike, and ids that do not.
    const id = uniqueId();
    const part = { id: trusted<RepositoryId>(pick([id, [...id].toReversed().join('')])), organizationId: of };
    const repository = await storedRepository(harness, part);
    if (level !== 'no level') await storedMember(harness, repository.id, userId, level);
    return { repository, isSeen: level === 'READ' || (level === 'no level' && [organizationId, joined].includes(of)) };
  };
  const places: Awaited<ReturnType<typeof place>>[] = [];
  for (const id of [organizationId, joined, little]) {
    for (const level of ['READ', 'NONE', 'no level'] as const) places.push(await place(id, level));
  }
  for (let count = 0; count < 20; count += 1) {
    places.push(await place(much, pick(['READ', 'READ', 'READ', 'NONE', 'no level'])));
  }
  return { places, indexed: [organizationId, little, much], reach };
};

/** What nobody may take for anything but text that holds no word, or words. */
const hostile = [
  '',
  ' ',
  '%',
  '_',
  '\\',
  '*',
  '"',
  "'",
  '%%%',
  '" OR 1=1 --',
  "' or ''='",
  'NEAR(a b)',
  'a* OR b',
  '-a',
  '^a',
  '(',
  ':*',
  '&!|',
];

const inBytes = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));

export const searchCases: readonly UnitOfWorkCase[] = [
  {
    title: 'repositories are found by the beginnings of words in name, slug and description, whatever their case and accents',
    run: async (harness) => {
      const { organizationId, reach } = await aReader(harness);
      const part = {
        organizationId,
        name: 'Modèles_2024-ＶＩＴ',
        slug: slug('weights.bin'),
        description: 'Größte\nÉtude, ИЖЕ 模型',
      };
      const repository = await storedRepository(harness, part);
      await storedRepository(harness, { organizationId });
      for (const query of [
        'mod',
        'MODELES',
        'modèles',
        '2024',
        'vit',
        'WEIGHTS.bin',
        'bin',
        'gro',
        'etud',
        'иже',
        '模',
        'vit mod étude',
      ]) {
        expect(await repositories(harness, reach, query), query).to.deep.equal([repository]);
      }
      for (const query of ['odeles', '024', 'mod x', 'modelesx', 'ж', '型', 'eights']) {
        expect(await repositories(harness, reach, query), query).to.deep.equal([]);
      }
    },
  },
  {
    title: 'what fits best comes first: whole words before beginnings, names before descriptions, then by name',
    run: async (harness) => {
      const { organizationId, reach } = await aReader(harness);
      await storedRepository(harness, { organizationId, name: 'c', description: 'resnets' });
      await storedRepository(harness, { organizationId, name: 'b', description: 'a resnet' });
      await named(harness, organizationId, 'resnet50 b', 'resnet50 a', 'the ResNet', 'large ResNet', 'Resnet50 a');
      const expected = ['large ResNet', 'the ResNet', 'Resnet50 a', 'resnet50 a', 'resnet50 b', 'b', 'c'];
      expect(await names(harness, reach, 'resnet')).to.deep.equal(expected);
      for (const limit of [1, 3, 7]) {
        expect(await names(harness, reach, 'resnet', limit)).to.deep.equal(expected.slice(0, limit));
      }
    },
  },
  seeded(
    'a search finds and orders what the words of the domain say, for many names and queries',
    async (harness: UnitOfWorkHarness, { pick, integer }) => {
      const { organizationId, reach } = await aReader(harness);
      const vocabulary = ['a', 'an', 'ant', 'b', 'be', 'bee', 'beet', 'c3', 'c30', 'ü', 'über', 'z'];
      const text = (most: number) =>
        Array.from({ length: 1 + integer(most) }, () => pick(vocabulary)).join(pick([' ', '-', '_', '/']));
      const stored: Repository[] = [];
      for (let count = 0; count < 40; count += 1) {
        stored.push(await storedRepository(harness, { organizationId, name: text(3), description: text(4) }));
      }
      for (let count = 0; count < 60; count += 1) {
        const query = text(3);
        const words = wordsOfQuery(query);
        const expected = stored
          .map((repository) => ({ repository, score: relevance(words, wordsOfRepository(repository)) ?? 0 }))
          .filter(({ score }) => score > 0)
          .toSorted(
            (left, right) =>
              right.score - left.score ||
              inBytes(left.repository.name, right.repository.name) ||
              inBytes(left.repository.id, right.repository.id),
          )
          .map(({ repository }) => repository.id);
        const found = await repositories(harness, reach, query);
        expect(
          found.map(({ id }) => id),
          query,
        ).to.deep.equal(expected);
      }
    },
  ),
  {
    title: 'a search shows a member exactly what they may read, and a guest what was shared with them',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const oid = uniqueOid();
      const stored = repositoryVisibilities.flatMap((visibility) =>
        [...overrideLevels, undefined].flatMap((override) =>
          [false, true].map((isOverrideSetByOwner) => {
            const repository = aRepository(organizationId, { name: 'engine', visibility });
            return { override, isOverrideSetByOwner: override !== undefined && isOverrideSetByOwner, repository };
          }),
        ),
      );
      await commit(harness, async (records) => {
        for (const { repository } of stored) {
          await records.repositories.add(repository);
          await records.objects.add(repository.id, [anObject({ oid, name: 'Layer.bin' })]);
        }
      });
      await index(harness, organizationId);
      for (const role of [...roles, undefined]) {
        const { id: userId } = await storedUser(harness);
        const reach = reachOf(userId);
        const expected: string[] = [];
        await commit(harness, async (records) => {
          if (role !== undefined) await records.organizations.putMembership({ organizationId, userId, role, joinedAt: builtAt });
          for (const { override, isOverrideSetByOwner, repository } of stored) {
            const { id: repositoryId, visibility, createdAt } = repository;
            const facts = { repositoryId, organizationId, visibility, role, override, isOverrideSetByOwner };
            // What is public elsewhere can be read, but is nobody's to search.
            const isNear = role !== undefined || override !== undefined;
            if (isNear && decideRepositoryAccess(facts, { kind: 'session' }).known) expected.push(repositoryId);
            if (override === undefined) continue;
            await records.repositories.putMember({
              repositoryId,
              userId,
              level: override,
              isSetByOwner: isOverrideSetByOwner,
              createdAt,
            });
          }
        });
        const found = await repositories(harness, reach, 'engine');
        const ids = found.map(({ id }) => id);
        expect(ids, role).to.have.members(expected);
        const objects = await ask(harness, ({ search }) => search.objects(reach, oid.slice(0, 9), 50));
        const places = objects.map(({ repositoryId }) => repositoryId);
        expect(places, role).to.have.members(expected);
        expect(await placesOfNamed(harness, reach, 'layer'), role).to.have.members(expected);
      }
    },
  },
  {
    title: 'a search stays in the organization, and in the repository, that it is narrowed to',
    run: async (harness) => {
      const { organizationId, userId, reach } = await aReader(harness, { name: 'Engines' });
      const other = await storedOrganization(harness, { name: 'Engines too' });
      await join(harness, other.id, userId, 'VIEWER');
      const [here, beside, there] = [
        await storedRepository(harness, { organizationId, name: 'engine a' }),
        await storedRepository(harness, { organizationId, name: 'engine b' }),
        await storedRepository(harness, { organizationId: other.id, name: 'engine c' }),
      ];
      const shared = await storedRepository(harness, { name: 'engine d' });
      await storedMember(harness, shared.id, userId, 'READ');
      const oid = uniqueOid();
      for (const { id } of [here, beside, there, shared]) {
        await commit(harness, ({ objects }) => objects.add(id, [anObject({ oid, name: 'Layer.bin' })]));
      }
      const found = async (part: Partial<SearchReach>) => {
        const narrowed = { ...reach, ...part };
        const objects = await ask(harness, ({ search }) => search.objects(narrowed, oid.slice(0, 12), 9));
        const ids = (await repositories(harness, narrowed, 'engine')).map(({ id }) => id);
        expect(objects.map(({ repositoryId }) => repositoryId)).to.have.members(ids);
        expect(await placesOfNamed(harness, narrowed, 'ayer.b')).to.have.members(ids);
        return ids;
      };
      expect(await found({})).to.deep.equal([here.id, beside.id, there.id, shared.id]);
      expect(await found({ organizationId })).to.deep.equal([here.id, beside.id]);
      expect(await found({ organizationId: shared.organizationId })).to.deep.equal([shared.id]);
      expect(await found({ organizationId, repositoryId: beside.id })).to.deep.equal([beside.id]);
      expect(await found({ organizationId, repositoryId: there.id })).to.deep.equal([]);
      expect(await organizationNames(harness, reach, 'engines')).to.deep.equal(['Engines', 'Engines too']);
      expect(await organizationNames(harness, { ...reach, organizationId: other.id }, 'engines')).to.deep.equal(['Engines too']);
    },
  },
  {
    title: "organizations are found by name and slug among the user's own, with the user's role",
    run: async (harness) => {
      const { organization, userId, reach } = await aReader(harness, {
        name: 'Analytical Engines',
        slug: slug(`babbage-${uniqueId()}`),
        planId: 'developer',
        hasByosAddOn: true,
      });
      await storedOrganization(harness, { name: 'Analytical Others' });
      const find = (query: string) => ask(harness, ({ search }) => search.organizations(reach, wordsOfQuery(query), 9));
      for (const query of ['engines analytical', 'ENG', 'babb']) {
        expect(await find(query)).to.deep.equal([{ organization, role: 'VIEWER' }]);
      }
      expect(await find('others')).to.deep.equal([]);
      const exact = await storedOrganization(harness, { name: 'The Engine' });
      await join(harness, exact.id, userId, 'OWNER');
      expect(await organizationNames(harness, reach, 'engine')).to.deep.equal(['The Engine', 'Analytical Engines']);
      expect(await organizationNames(harness, reach, 'engine', 1)).to.deep.equal(['The Engine']);
    },
  },
  {
    title: 'what is renamed is found by its new name alone, and what is removed is not found',
    run: async (harness) => {
      const { organization, organizationId, reach } = await aReader(harness, { name: 'Before' });
      const repository = await storedRepository(harness, {
        organizationId,
        name: 'old',
        slug: slug('was'),
        description: 'stale',
      });
      const renamed = { ...repository, name: 'new', slug: slug('is'), description: 'fresh' };
      expect(await commit(harness, (records) => records.repositories.update(renamed))).to.equal(true);
      for (const query of ['old', 'was', 'stale']) expect(await names(harness, reach, query)).to.deep.equal([]);
      for (const query of ['new', 'is', 'fresh']) expect(await names(harness, reach, query)).to.deep.equal(['new']);
      await commit(harness, (records) => records.organizations.update({ ...organization, name: 'After' }));
      expect(await organizationNames(harness, reach, 'before')).to.deep.equal([]);
      expect(await organizationNames(harness, reach, 'after')).to.deep.equal(['After']);
      await commit(harness, (records) => records.repositories.remove(repository.id));
      expect(await names(harness, reach, 'new')).to.deep.equal([]);
      await commit(harness, (records) => records.organizations.remove(organizationId));
      expect(await organizationNames(harness, reach, 'after')).to.deep.equal([]);
    },
  },
  {
    title: 'a change that is rolled back, or refused, leaves what is found as it was',
    run: async (harness) => {
      const { organization, organizationId, reach } = await aReader(harness, { name: 'Before' });
      const repository = await storedRepository(harness, { organizationId, name: 'old' });
      const taken = await storedRepository(harness, { organizationId, name: 'other' });
      const outcome = await harness.unitOfWork.transact(async (records): Promise<Result<void, string>> => {
        await records.repositories.update({ ...repository, name: 'new' });
        await records.repositories.add(aRepository(organizationId, { name: 'newest' }));
        await records.organizations.update({ ...organization, name: 'New' });
        expect(await records.search.repositories(reach, ['new'], 9)).to.have.length(2);
        return err('refused');
      });
      expect(outcome.isErr()).to.equal(true);
      await commit(harness, async (records) => {
        expect(await records.repositories.update({ ...repository, name: 'new', slug: taken.slug })).to.equal(false);
        expect(await records.repositories.add(aRepository(organizationId, { name: 'new', slug: taken.slug }))).to.equal(false);
      });
      expect(await names(harness, reach, 'new')).to.deep.equal([]);
      expect(await names(harness, reach, 'old')).to.deep.equal(['old']);
      expect(await organizationNames(harness, reach, 'new')).to.deep.equal([]);
      expect(await organizationNames(harness, reach, 'before')).to.deep.equal(['Before']);
    },
  },
  {
    title: 'no text is anything but words to look for',
    run: async (harness) => {
      const { organizationId, reach } = await aReader(harness, { name: 'Zoo', slug: slug('zoo') });
      const stored = ['a b', 'b c', 'or', 'near and not', '%'];
      for (const [at, name] of stored.entries()) {
        await storedRepository(harness, { organizationId, name, slug: slug(`q${at}`) });
      }
      const words = ['a', 'b', 'or', '1', 'near', 'and', 'not'];
      for (const query of hostile) {
        const wanted = wordsOfQuery(query);
        expect(words, query).to.include.members([...wanted]);
        const found = await names(harness, reach, query);
        const expected = stored.filter(
          (name) => wanted.length > 0 && wanted.every((word) => wordsOfQuery(name).some((one) => one.startsWith(word))),
        );
        expect(found, query).to.have.members(expected);
        expect(await organizationNames(harness, reach, query)).to.deep.equal([]);
      }
    },
  },
  {
    title: 'long names and descriptions are found by what is kept of them',
    run: async (harness) => {
      const { organizationId, reach } = await aReader(harness);
      const description = Array.from({ length: 800 }, (_, at) => `w${at}`).join(' ');
      await storedRepository(harness, { organizationId, name: '🚀'.repeat(50) + 'é'.repeat(100), description });
      expect(await names(harness, reach, 'w1')).to.have.length(1);
      expect(await names(harness, reach, 'E'.repeat(70))).to.have.length(1);
      expect(await names(harness, reach, 'w799')).to.have.length(0);
    },
  },
  {
    title: 'objects are found by the beginning of their oid, by oid and then by repository',
    run: async (harness) => {
      const { organizationId, reach } = await aReader(harness);
      const [first, second] = [
        await storedRepository(harness, { organizationId }),
        await storedRepository(harness, { organizationId }),
      ].toSorted((left, right) => inBytes(left.id, right.id));
      if (first === undefined || second === undefined) throw new Error('there are two');
      const stranger = await storedRepository(harness);
      const start = uniqueOid().slice(0, 10);
      const objectWith = (tail: string) => anObject({ oid: trusted<Oid>(start + tail + uniqueHash().slice(12)) });
      const [a, b, c, d] = [objectWith('00'), objectWith('0f'), objectWith('10'), objectWith('ff')];
      await commit(harness, async ({ objects }) => {
        await objects.add(first.id, [c, a]);
        await objects.add(second.id, [b, a, d]);
        await objects.add(stranger.id, [a, b]);
      });
      const found = (prefix: string, limit = 50) => ask(harness, ({ search }) => search.objects(reach, prefix, limit));
      const of = (repository: Repository, object: StoredObject) => ({ ...object, repositoryId: repository.id });
      const all = [of(first, a), of(second, a), of(second, b), of(first, c), of(second, d)];
      expect(await found(start)).to.deep.equal(all);
      expect(await found(start, 2)).to.deep.equal(all.slice(0, 2));
      expect(await found(`${start}0`)).to.deep.equal(all.slice(0, 3));
      expect(await found(`${start}f`)).to.deep.equal(all.slice(4));
      expect(await found(d.oid)).to.deep.equal(all.slice(4));
      expect(await found(uniqueOid())).to.deep.equal([]);
    },
  },
  seeded(
    'of many repositories, joined and shared, in the index or not, those objects are found that have the part, the newest of all first',
    async (harness: UnitOfWorkHarness, { pick, integer }) => {
      const { places, indexed, reach } = await manyPlaces(harness, pick);
      const vocabulary = ['ab', 'abc', 'b', 'layer', 'weights', 'ü%'];
      const text = (most: number) => Array.from({ length: 1 + integer(most) }, () => pick(vocabulary)).join('');
      const expected: FoundArtifact[] = [];
      for (let round = 1; round <= 24; round += 1) {
        await commit(harness, async ({ objects }) => {
          for (let at = 1; at <= 25; at += 1) {
            const { repository, isSeen } = pick(places);
            const object = anObject({ name: text(4), createdAt: builtAt + 25 * round + at });
            await objects.add(repository.id, [object]);
            if (isSeen) expected.unshift({ ...object, repositoryId: repository.id });
          }
        });
        if (round === 12 || round === 22) for (const id of indexed) await index(harness, id);
      }
      for (let count = 0; count < 60; count += 1) {
        const [part, limit] = [text(3), 1 + integer(300)];
        const found = await ask(harness, ({ search }) => search.named(reach, part, limit));
        const wanted = expected.filter(({ name }) => name?.includes(part)).slice(0, limit);
        expect(found, `${part}, at most ${limit}`).to.deep.equal(wanted);
      }
    },
  ),
  seeded(
    'of very many organizations the newest objects are found, and of those of one moment the first by repository',
    async (harness: UnitOfWorkHarness, { pick, integer }) => {
      const { id: userId } = await storedUser(harness);
      const expected: FoundArtifact[] = [];
      for (let count = 0; count < 70; count += 1) {
        const { id: organizationId } = await storedOrganization(harness);
        await join(harness, organizationId, userId, 'VIEWER');
        const { id: repositoryId } = await storedRepository(harness, { organizationId });
        const moments = new Set(Array.from({ length: 5 }, () => builtAt + integer(40)));
        for (const createdAt of [...moments].toSorted((left, right) => left - right)) {
          const object = anObject({ name: pick(['weights', 'weigh eights', 'new weights']), createdAt });
          await commit(harness, ({ objects }) => objects.add(repositoryId, [object]));
          if (object.name !== 'weigh eights') expected.push({ ...object, repositoryId });
        }
        if (integer(4) > 0) await index(harness, organizationId);
      }
      expected.sort((left, right) => right.createdAt - left.createdAt || (left.repositoryId < right.repositoryId ? -1 : 1));
      for (const limit of [1, 2, 7, 50, 300]) {
        const found = await ask(harness, ({ search }) => search.named(reachOf(userId), 'weights', limit));
        expect(found, `at most ${limit}`).to.deep.equal(expected.slice(0, limit));
      }
    },
  ),
  {
    title: 'objects are found by a part of their name, the newest first, until they are removed',
    run: async (harness) => {
      const { organizationId, userId, reach } = await aReader(harness);
      const other = await storedOrganization(harness);
      await join(harness, other.id, userId, 'VIEWER');
      const here = await storedRepository(harness, { organizationId });
      const there = await storedRepository(harness, { organizationId: other.id });
      const stranger = await storedRepository(harness);
      const names = ['Encoder/Weights_1.bin', 'decoder.weights', 'WEIGHTS%', 'other', undefined];
      const objects = names.map((name, at) => anObject({ name, createdAt: builtAt + at }));
      const late = anObject({ name: 'late weights', createdAt: builtAt + 10 });
      await commit(harness, async (records) => {
        for (const object of objects) await records.objects.add(here.id, [object]);
        await records.objects.add(stranger.id, objects);
      });
      await index(harness, organizationId);
      await commit(harness, (records) => records.objects.add(there.id, [late]));
      const find = (part: string, limit = 50) => ask(harness, ({ search }) => search.named(reach, part, limit));
      const [encoder, decoder, percent] = objects.map((object) => ({ ...object, repositoryId: here.id }));
      const all = [{ ...late, repositoryId: there.id }, percent, decoder, encoder];
      expect(await find('weights')).to.deep.equal(all);
      expect(await find('weights', 2)).to.deep.equal(all.slice(0, 2));
      expect(await find('coder')).to.deep.equal([decoder, encoder]);
      expect(await find('s%')).to.deep.equal([percent]);
      expect(await find('s_1.')).to.deep.equal([encoder]);
      expect(await find('sx1.')).to.deep.equal([]);
      await commit(harness, (records) => records.repositories.remove(here.id));
      expect(await find('weights')).to.deep.equal(all.slice(0, 1));
    },
  },
];
