import type { Oid } from '@svc/core';
import {
  type Artifact,
  artifactSorts,
  type ArtifactType,
  artifactTypes,
  foldedName,
  maxCountedNames,
  nameKeyOf,
  type OrganizationId,
  type RepositoryId,
  trusted,
  type UserId,
} from '@svc/core/model';
import type { ArtifactFilter, ArtifactPart } from '@svc/core/ports';
import { expect } from 'chai';
import { seeded } from '../seeded.js';
import { anObject, builtAt, uniqueId, uniqueOid } from './builders.js';
import { ask, commit, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedMember, storedRepository, storedUser } from './stored.js';

/** More than an adapter leaves waiting that has an index. */
const manyNames = 4200;

const nobody = trusted<UserId>(uniqueId());

const find = (
  harness: UnitOfWorkHarness,
  organizationId: OrganizationId,
  part: string,
  { filter, ...shown }: Partial<ArtifactPart> & { readonly filter?: Partial<ArtifactFilter> } = {},
) =>
  ask(harness, ({ artifacts }) =>
    artifacts.list(
      organizationId,
      { hiddenFrom: nobody, nameKeyPart: foldedName(part), ...filter },
      { sort: 'recent', limit: 100, ...shown },
    ),
  );

const namesOf = (artifacts: readonly Artifact[]) => artifacts.map(({ name }) => name);

const add = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, ...names: readonly string[]) =>
  commit(harness, ({ objects }) =>
    objects.add(
      repositoryId,
      names.map((name) => anObject({ name })),
    ),
  );

/** Puts all names that wait into the index, where there is one. */
const index = async (harness: UnitOfWorkHarness, organizationId: OrganizationId): Promise<void> => {
  while ((await commit(harness, ({ artifacts }) => artifacts.indexNames(organizationId))) > 0);
};

const inBytes = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));

interface Named {
  readonly name: string;
  readonly type: ArtifactType;
  readonly sizeBytes: number;
  readonly repositoryId: RepositoryId;
  /** The newest first. */
  readonly oid: string;
}

const orders = {
  recent: () => 0,
  downloads: () => 0,
  size: (left: Named, right: Named) => right.sizeBytes - left.sizeBytes,
  name: (left: Named, right: Named) => inBytes(nameKeyOf(left.name), nameKeyOf(right.name)),
};

export const artifactNameCases: readonly UnitOfWorkCase[] = [
  {
    title: 'every part of a name finds it, short or long, of whatever script, before and after it is in the index',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const names = ['Größe/模型-🚀v2.BIN', 'a', '\u0065\u0301t\u0065\u0301', '%_\\', 'ИЖЕ', 'it\'s "so"'];
      await add(harness, id, ...names);
      const everyPart = async () => {
        for (const name of names) {
          const characters = [...foldedName(name)];
          for (let from = 0; from < characters.length; from += 1) {
            for (let to = from + 1; to <= Math.min(characters.length, from + 5); to += 1) {
              const part = characters.slice(from, to).join('');
              const found = await find(harness, organizationId, part);
              const expected = names.filter((one) => foldedName(one).includes(part)).toReversed();
              expect(namesOf(found.artifacts), part).to.deep.equal(expected);
              expect([found.total, found.hasUncounted], part).to.deep.equal([expected.length, false]);
            }
          }
        }
      };
      expect(namesOf((await find(harness, organizationId, names[0] ?? '')).artifacts)).to.deep.equal([names[0]]);
      await index(harness, organizationId);
      await everyPart();
      for (const part of ['ét', 'ÉT', 'größe', 'GRÖSSE', 'иже', 'x', 'modell', '模 型', '%%', '__', 'a%']) {
        const expected = names.filter((name) => foldedName(name).includes(foldedName(part))).toReversed();
        expect(namesOf((await find(harness, organizationId, part)).artifacts), part).to.deep.equal(expected);
      }
    },
  },
  {
    title: 'of a long name the first 400 characters are found, and no name is too long to be kept',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const long = Array.from({ length: 1024 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join('');
      await add(harness, id, long, '🚀'.repeat(512));
      for (let time = 0; time < 2; time += 1) {
        expect(namesOf((await find(harness, organizationId, long.slice(0, 400))).artifacts)).to.deep.equal([long]);
        expect(namesOf((await find(harness, organizationId, long.slice(395, 400))).artifacts)).to.deep.equal([long]);
        expect((await find(harness, organizationId, long.slice(398, 402))).total).to.equal(0);
        expect((await find(harness, organizationId, long)).total).to.equal(0);
        expect((await find(harness, organizationId, '🚀'.repeat(200))).total).to.equal(1);
        await index(harness, organizationId);
      }
    },
  },
  {
    title: 'what is hidden or removed is found no more, nor counted, also when it is in the index',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const { id: secretId } = await storedRepository(harness, { organizationId });
      const { id: hiddenFrom } = await storedUser(harness);
      await storedMember(harness, secretId, hiddenFrom, 'NONE');
      await add(harness, id, 'weights one');
      await add(harness, secretId, 'weights two');
      await index(harness, organizationId);
      await add(harness, secretId, 'weights three');
      for (const part of ['w', 'we', 'weights']) {
        for (const sort of artifactSorts) {
          const seen = await find(harness, organizationId, part, { sort, filter: { hiddenFrom } });
          expect([namesOf(seen.artifacts), seen.total], `${part} ${sort}`).to.deep.equal([['weights one'], 1]);
        }
        expect((await find(harness, organizationId, part)).total).to.equal(3);
        expect((await find(harness, organizationId, part, { filter: { repositoryId: secretId } })).total).to.equal(2);
      }
      await commit(harness, ({ repositories }) => repositories.remove(secretId));
      const left = await find(harness, organizationId, 'weights');
      expect([namesOf(left.artifacts), left.total]).to.deep.equal([['weights one'], 1]);
      const other = await storedRepository(harness);
      expect((await find(harness, other.organizationId, 'weights')).total).to.equal(0);
      await commit(harness, ({ repositories }) => repositories.remove(id));
      await commit(harness, ({ organizations }) => organizations.remove(organizationId));
      expect((await find(harness, organizationId, 'weights')).total).to.equal(0);
      expect(await commit(harness, ({ artifacts }) => artifacts.indexNames(organizationId))).to.equal(0);
    },
  },
  {
    title: 'an organization of which very many names wait is listed, once, until note was taken that they wait no more',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const { id: otherId, organizationId: otherOrganizationId } = await storedRepository(harness);
      const list = (limit: number) => ask(harness, ({ artifacts }) => artifacts.listUnindexed(limit));
      await add(harness, id, ...Array.from({ length: manyNames }, (_, at) => `weights ${at}`));
      await add(harness, otherId, 'one name');
      const note = (names: number, of = organizationId) => commit(harness, ({ artifacts }) => artifacts.noteIndexed(of, names));
      const listed = await list(9);
      // An adapter that looks at every name has no index, and lists none.
      expect(listed.filter((each) => each !== organizationId)).to.deep.equal([]);
      expect(listed.length).to.be.at.most(1);
      expect(await list(0)).to.deep.equal([]);
      for (const each of [otherOrganizationId, trusted<OrganizationId>(uniqueId())]) await note(manyNames, each);
      await note(1);
      expect(await list(9), 'most of them still wait').to.deep.equal(listed);
      await note(manyNames - 2);
      expect(await list(9), 'one waits').to.deep.equal([]);
      await add(harness, id, ...Array.from({ length: manyNames }, (_, at) => `more weights ${at}`));
      expect(await list(9)).to.deep.equal(listed);
      await note(0);
      expect(await list(9), 'none waits').to.deep.equal([]);
      expect((await find(harness, organizationId, 'weights 77')).artifacts.map(({ name }) => name)).to.include('weights 77');
    },
  },
  {
    title: 'an object that registers while names are put into the index is found once',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      for (let round = 0; round < 5; round += 1) {
        const names = Array.from({ length: 20 }, (_, at) => `round ${round} number ${at}`);
        await Promise.all([
          ...names.map((name) => add(harness, id, name)),
          index(harness, organizationId),
          index(harness, organizationId),
        ]);
        const { artifacts, total } = await find(harness, organizationId, `round ${round}`);
        expect(namesOf(artifacts)).to.have.members(names);
        expect([artifacts.length, total]).to.deep.equal([20, 20]);
      }
    },
  },
  {
    title: 'an object that is named late is found by its name, in its folder and among its type, and comes last',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const [early, late, other, called] = [anObject(), anObject({ sizeBytes: 7 }), anObject(), anObject({ name: 'called' })];
      await commit(harness, ({ objects }) => objects.add(id, [early, late, other, called]));
      await index(harness, organizationId);
      const unnamed = () =>
        ask(harness, ({ objects }) => objects.findUnnamed(id, [early.oid, late.oid, called.oid, uniqueOid()]));
      expect(await unnamed()).to.deep.equal(new Set([early.oid, late.oid]));
      const nameIt = (object: { readonly oid: Oid }, name: string, type?: ArtifactType) =>
        commit(harness, ({ objects }) => objects.name(id, [{ oid: object.oid, name, type }], builtAt));
      await nameIt(late, 'models/Late.bin', 'model');
      await nameIt(early, 'models/deep/early');
      // An object with a name keeps it, and one that is not stored gets none.
      for (const object of [called, late, anObject()]) await nameIt(object, 'another');
      expect(await unnamed()).to.deep.equal(new Set());
      for (let time = 0; time < 2; time += 1) {
        expect(namesOf((await find(harness, organizationId, 'e')).artifacts)).to.deep.equal([
          'models/deep/early',
          'models/Late.bin',
          'called',
        ]);
        expect((await find(harness, organizationId, 'late', { filter: { type: 'model' } })).total).to.equal(1);
        expect((await find(harness, organizationId, 'another')).total).to.equal(0);
        await index(harness, organizationId);
      }
      const all = await ask(harness, ({ artifacts }) =>
        artifacts.list(organizationId, { hiddenFrom: nobody }, { sort: 'recent', limit: 9 }),
      );
      expect(all.artifacts.map(({ oid }) => oid)).to.deep.equal([early, late, called, other].map(({ oid }) => oid));
      const { folder, totals } = await ask(harness, async ({ storage }) => ({
        folder: await storage.folder(id, 'models'),
        totals: await storage.totals(id),
      }));
      expect(folder).to.deep.include({ objectCount: 2, logicalBytes: early.sizeBytes + 7 });
      expect(totals.map(({ type, objectCount, logicalBytes }) => ({ type, objectCount, logicalBytes }))).to.deep.equal([
        { type: 'model', objectCount: 1, logicalBytes: 7 },
        { type: 'other', objectCount: 3, logicalBytes: early.sizeBytes + other.sizeBytes + called.sizeBytes },
      ]);
    },
  },
  {
    title: 'a type whose last object has become one of another type by its name is a type of no object',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const object = anObject({ type: 'media' });
      await commit(harness, ({ objects }) => objects.add(id, [object]));
      await commit(harness, ({ objects }) => objects.name(id, [{ oid: object.oid, name: 'model.bin', type: 'model' }], builtAt));
      const totals = await ask(harness, ({ storage }) => storage.totals(id));
      expect(totals.map(({ type, objectCount }) => [type, objectCount])).to.deep.equal([['model', 1]]);
    },
  },
  {
    title: 'objects that are named at once come in the order in which they are named, the last one as the newest version',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const objects = Array.from({ length: 20 }, () => anObject());
      await commit(harness, (records) => records.objects.add(id, objects));
      const named = objects.toSorted((left, right) => (left.oid < right.oid ? 1 : -1)).map(({ oid }) => oid);
      await commit(harness, (records) =>
        records.objects.name(
          id,
          named.map((oid) => ({ oid, name: 'model.bin', type: undefined })),
          builtAt,
        ),
      );
      const versions = await ask(harness, ({ artifacts }) => artifacts.listVersions(id, 'model.bin', { limit: 99 }));
      expect(versions.map(({ oid }) => oid)).to.deep.equal(named.toReversed());
      expect((await find(harness, organizationId, 'model')).artifacts.map(({ oid }) => oid)).to.deep.equal(named.toReversed());
    },
  },
  {
    title: `a part that more than ${maxCountedNames} names have is counted up to there, and sorted all the same`,
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const others = Array.from({ length: maxCountedNames }, (_, at) => anObject({ name: 'other', sizeBytes: 9000 + at }));
      const layers = Array.from({ length: maxCountedNames + 100 }, (_, at) =>
        anObject({ name: `layer ${at}`, sizeBytes: at, type: at % 100 === 0 ? 'media' : 'other' }),
      );
      await commit(harness, ({ objects }) => objects.add(id, others));
      await commit(harness, ({ objects }) => objects.add(id, layers));
      for (let time = 0; time < 2; time += 1) {
        const all = await find(harness, organizationId, 'layer', { limit: 3 });
        expect([namesOf(all.artifacts), all.total, all.hasUncounted]).to.deep.equal([
          ['layer 1099', 'layer 1098', 'layer 1097'],
          maxCountedNames,
          true,
        ]);
        const sorted = async (part: string, sort: ArtifactPart['sort']) =>
          namesOf((await find(harness, organizationId, part, { limit: 3, sort })).artifacts);
        // None of them among the largest, and many among the first names.
        expect(await sorted('layer', 'size')).to.deep.equal(['layer 1099', 'layer 1098', 'layer 1097']);
        expect(await sorted('ayer', 'name')).to.deep.equal(['layer 0', 'layer 1', 'layer 10']);
        expect(await sorted('layer', 'downloads')).to.deep.equal(['layer 1099', 'layer 1098', 'layer 1097']);
        const media = await find(harness, organizationId, 'layer', { limit: 2, filter: { type: 'media' }, sort: 'size' });
        expect([namesOf(media.artifacts), media.total]).to.deep.equal([['layer 1000', 'layer 900'], 11]);
        const rest = await find(harness, organizationId, 'layer 10', { before: all.artifacts[2]?.registeredAt ?? 0 });
        expect(namesOf(rest.artifacts).slice(0, 2)).to.deep.equal(['layer 1096', 'layer 1095']);
        expect([rest.total, rest.hasUncounted]).to.deep.equal([1 + 10 + 100, false]);
        await index(harness, organizationId);
      }
    },
  },
  seeded(
    'what is found is what a plain model finds, however much of it is in the index',
    async (harness: UnitOfWorkHarness, { pick, integer }) => {
      const first = await storedRepository(harness);
      const second = await storedRepository(harness, { organizationId: first.organizationId });
      const { organizationId } = first;
      const characters = ['a', 'B', 'b', '.', '_', '%', 'é', '模', '🚀'];
      const text = (most: number) => Array.from({ length: 1 + integer(most) }, () => pick(characters)).join('');
      let model: readonly Named[] = [];
      for (let round = 0; round < 12; round += 1) {
        const { id: repositoryId } = pick([first, second]);
        const objects = Array.from({ length: 1 + integer(12) }, () =>
          anObject({ name: text(9), type: pick(artifactTypes), sizeBytes: integer(9) }),
        );
        await commit(harness, (records) => records.objects.add(repositoryId, objects));
        const named = objects.map(({ oid, type, sizeBytes, name = '' }) => ({ oid, type, sizeBytes, name, repositoryId }));
        model = [...named.toReversed(), ...model];
        if (integer(3) === 0) await commit(harness, ({ artifacts }) => artifacts.indexNames(organizationId));
        for (let query = 0; query < 12; query += 1) {
          const part = foldedName(text(4));
          const type = integer(3) === 0 ? pick(artifactTypes) : undefined;
          const repository = integer(3) === 0 ? pick([first, second]).id : undefined;
          const sort = pick(artifactSorts);
          const limit = 1 + integer(20);
          const expected = model
            .filter(
              (one) =>
                nameKeyOf(one.name).includes(part) &&
                (type === undefined || one.type === type) &&
                (repository === undefined || one.repositoryId === repository),
            )
            .toSorted(orders[sort]);
          const found = await find(harness, organizationId, part, { sort, limit, filter: { type, repositoryId: repository } });
          const what = JSON.stringify({ part, type, repository, sort, limit });
          expect(
            found.artifacts.map(({ oid }) => oid),
            what,
          ).to.deep.equal(expected.slice(0, limit).map(({ oid }) => oid));
          expect(found.total, what).to.equal(expected.length);
        }
      }
    },
  ),
];
