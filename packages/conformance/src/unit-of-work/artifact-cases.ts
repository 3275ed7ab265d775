import {
  type Artifact,
  type ArtifactSort,
  artifactTypes,
  type InstantMicros,
  microsOf,
  type OrganizationId,
  type RepositoryId,
  type StoredObject,
  trusted,
  type UserId,
} from '@svc/core/model';
import type { ArtifactFilter, ArtifactList } from '@svc/core/ports';
import { expect } from 'chai';
import { seeded } from '../seeded.js';
import { anObject, builtAt, uniqueId } from './builders.js';
import { ask, commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedMember, storedOrganization, storedRepository, storedUser } from './stored.js';

const nobody = trusted<UserId>(uniqueId());
const now = microsOf(builtAt);

const add = (harness: UnitOfWorkHarness, repositoryId: RepositoryId, ...objects: readonly StoredObject[]) =>
  commit(harness, (records) => records.objects.add(repositoryId, objects));

interface Part {
  readonly sort?: ArtifactSort;
  readonly limit?: number;
  readonly before?: InstantMicros;
}

const listAndCount = (
  harness: UnitOfWorkHarness,
  organizationId: OrganizationId,
  filter: Partial<ArtifactFilter> = {},
  { sort = 'recent', limit = 100, before }: Part = {},
): Promise<ArtifactList> =>
  ask(harness, (queries) => queries.artifacts.list(organizationId, { hiddenFrom: nobody, ...filter }, { sort, limit, before }));

const list = async (...asked: Parameters<typeof listAndCount>): Promise<readonly Artifact[]> =>
  (await listAndCount(...asked)).artifacts;

const count = async (harness: UnitOfWorkHarness, organizationId: OrganizationId, filter: Partial<ArtifactFilter> = {}) =>
  (await listAndCount(harness, organizationId, filter, { limit: 1 })).total;

const namesOf = (artifacts: readonly Artifact[]) => artifacts.map(({ name }) => name);
const oidsOf = (artifacts: readonly Artifact[]) => artifacts.map(({ oid }) => oid);

export const artifactCases: readonly UnitOfWorkCase[] = [
  {
    title: 'an object is an artifact of its organization, as it was registered, with its repository',
    run: async (harness) => {
      const { id, organizationId, slug, name } = await storedRepository(harness);
      const { id: otherId } = await storedOrganization(harness);
      const object = anObject({ name: 'Modèle/🚀.onnx', type: 'model', layout: 'chunks', sizeBytes: 9, physicalBytes: 3 });
      await add(harness, id, object);
      expect(await list(harness, organizationId)).to.deep.equal([
        {
          repository: { id, slug, name },
          oid: object.oid,
          sizeBytes: 9,
          physicalBytes: 3,
          layout: 'chunks',
          type: 'model',
          name: 'Modèle/🚀.onnx',
          downloads: 0,
          lastDownloadedAt: undefined,
          registeredAt: now,
        },
      ]);
      expect(await list(harness, otherId)).to.deep.equal([]);
      expect([await count(harness, organizationId), await count(harness, otherId)]).to.deep.equal([1, 0]);
      expect(await list(harness, otherId, { repositoryId: id }), "another organization's repository").to.deep.equal([]);
      expect(await count(harness, otherId, { repositoryId: id })).to.equal(0);
      expect(await count(harness, otherId, { repositoryId: id, nameKeyPart: 'm' })).to.equal(0);
    },
  },
  {
    title:
      'of a thousand objects that are registered at once each has an instant of its own, and paging by it loses and repeats none',
    run: async (harness) => {
      const first = await storedRepository(harness);
      const second = await storedRepository(harness, { organizationId: first.organizationId });
      const objects = Array.from({ length: 1000 }, (_, index) => anObject({ type: artifactTypes[index % 5] ?? 'other' }));
      await add(harness, first.id, ...objects.slice(0, 600));
      await add(harness, second.id, ...objects.slice(600));
      const seen: Artifact[] = [];
      for (let before: InstantMicros | undefined; ;) {
        const page: readonly Artifact[] = await list(
          harness,
          first.organizationId,
          {},
          before === undefined ? { limit: 70 } : { limit: 70, before },
        );
        seen.push(...page);
        before = page.at(-1)?.registeredAt;
        if (page.length < 70) break;
      }
      expect(oidsOf(seen)).to.deep.equal(objects.map(({ oid }) => oid).reverse());
      expect(new Set(seen.map(({ registeredAt }) => registeredAt)).size).to.equal(1000);
      expect(await count(harness, first.organizationId)).to.equal(1000);
      expect(await count(harness, first.organizationId, { repositoryId: second.id, type: 'model' })).to.equal(80);
    },
  },
  {
    title: 'instants only rise, also when the clock goes back and when many register at once',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      await add(harness, id, anObject({ createdAt: builtAt + 5 }));
      await add(harness, id, anObject({ createdAt: builtAt }));
      expect((await list(harness, organizationId)).map(({ registeredAt }) => registeredAt - now)).to.deep.equal([5001, 5000]);
      await together(20, () => add(harness, id, anObject(), anObject()));
      const instants = (await list(harness, organizationId)).map(({ registeredAt }) => registeredAt - now);
      expect(instants).to.deep.equal(Array.from({ length: 42 }, (_, index) => 5041 - index));
    },
  },
  {
    title: 'an object that is there already is registered and counted once',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const object = anObject({ type: 'media', name: 'a.png' });
      await add(harness, id, object);
      await add(harness, id, { ...object, type: 'model', name: 'other' }, anObject());
      const artifacts = await list(harness, organizationId, { type: 'media' });
      expect(artifacts.map(({ name, registeredAt }) => [name, registeredAt])).to.deep.equal([['a.png', now]]);
      expect(await count(harness, organizationId)).to.equal(2);
      expect(await count(harness, organizationId, { type: 'model' })).to.equal(0);
    },
  },
  {
    title: 'artifacts are sorted by age, size, downloads and name, the newest of equal ones first',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const names = ['b', undefined, 'B', 'a_1', undefined, 'É'];
      const sizes = [5, 9, 5, 0, Number.MAX_SAFE_INTEGER, 1];
      const types = ['model', 'media', 'dataset', 'other', 'archive', 'model'] as const;
      const objects = names.map((name, at) => anObject({ name, sizeBytes: sizes[at] ?? 0, type: types[at] ?? 'other' }));
      for (const object of objects) await add(harness, id, object);
      const downloads = [0, 3, 0, 3, 7, 0];
      const counted = objects.flatMap(({ oid }, at) =>
        downloads[at] === 0 ? [] : [{ repositoryId: id, oid, downloads: downloads[at] ?? 0, lastDownloadedAt: builtAt + at }],
      );
      await commit(harness, (records) => records.traffic.addDownloads({ egress: [], objects: counted }));
      const orderOf = async (sort: ArtifactSort, limit = 100) =>
        (await list(harness, organizationId, {}, { sort, limit })).map(({ oid }) =>
          objects.findIndex((object) => object.oid === oid),
        );
      const expected = {
        recent: [5, 4, 3, 2, 1, 0],
        size: [4, 1, 2, 0, 5, 3],
        downloads: [4, 3, 1, 5, 2, 0],
        name: [3, 2, 0, 5, 4, 1],
      };
      for (const sort of ['recent', 'size', 'downloads', 'name'] as const) {
        for (const limit of [1, 2, 3, 4, 6, 7]) {
          expect(await orderOf(sort, limit), `${sort} ${limit}`).to.deep.equal(expected[sort].slice(0, limit));
        }
      }
      const [top] = await list(harness, organizationId, {}, { sort: 'downloads' });
      expect([top?.downloads, top?.lastDownloadedAt]).to.deep.equal([7, builtAt + 4]);
      await commit(harness, (records) => records.traffic.addDownloads({ egress: [], objects: counted.slice(0, 1) }));
      expect(await orderOf('downloads', 2), 'counted again').to.deep.equal([4, 1]);
    },
  },
  {
    title: 'a part of a name finds it in whatever case, and the characters of patterns are characters',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const names = [
        'Weights/Model-00001.safetensors',
        'model.ONNX',
        '100%.csv',
        'a_b',
        'axb',
        'back\\slash',
        "o'clock",
        undefined,
      ];
      for (const name of names) await add(harness, id, anObject({ name, type: name === 'a_b' ? 'media' : 'other' }));
      const find = async (nameKeyPart: string, filter: Partial<ArtifactFilter> = {}) => {
        const found = namesOf(await list(harness, organizationId, { nameKeyPart, ...filter }));
        expect(await count(harness, organizationId, { nameKeyPart, ...filter }), nameKeyPart).to.equal(found.length);
        return found;
      };
      expect(await find('model')).to.deep.equal(['model.ONNX', 'Weights/Model-00001.safetensors']);
      expect(await find('0%')).to.deep.equal(['100%.csv']);
      expect(await find('a_b')).to.deep.equal(['a_b']);
      expect(await find('\\')).to.deep.equal(['back\\slash']);
      expect(await find("'")).to.deep.equal(["o'clock"]);
      expect(await find('nothing like it')).to.deep.equal([]);
      expect(await find('_', { type: 'model' })).to.deep.equal([]);
      expect(await find('_', { type: 'media', repositoryId: id })).to.deep.equal(['a_b']);
      const [first] = await list(harness, organizationId, { nameKeyPart: 'model' }, { limit: 1 });
      const rest = await list(harness, organizationId, { nameKeyPart: 'model' }, { before: first?.registeredAt ?? 0 });
      expect(namesOf(rest)).to.deep.equal(['Weights/Model-00001.safetensors']);
      for (const sort of ['size', 'downloads', 'name'] as const) {
        expect(await list(harness, organizationId, { nameKeyPart: 'model' }, { sort }), sort).to.have.length(2);
      }
    },
  },
  {
    title: 'what is hidden from a user is neither listed nor counted, and artifacts go with their repository',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const { id: secretId } = await storedRepository(harness, { organizationId });
      const { id: hiddenFrom } = await storedUser(harness);
      await storedMember(harness, secretId, hiddenFrom, 'NONE');
      await add(harness, id, anObject({ name: 'seen' }));
      await add(harness, secretId, anObject({ name: 'unseen' }), anObject({ type: 'model' }));
      for (const sort of ['recent', 'size', 'downloads', 'name'] as const) {
        expect(namesOf(await list(harness, organizationId, { hiddenFrom }, { sort }))).to.deep.equal(['seen']);
      }
      expect(await list(harness, organizationId, { hiddenFrom, repositoryId: secretId })).to.deep.equal([]);
      expect(namesOf(await list(harness, organizationId, { hiddenFrom, nameKeyPart: 'see' }))).to.deep.equal(['seen']);
      expect(await count(harness, organizationId, { hiddenFrom })).to.equal(1);
      expect(await count(harness, organizationId, { hiddenFrom, repositoryId: secretId })).to.equal(0);
      expect(await count(harness, organizationId, { hiddenFrom, nameKeyPart: 'see' })).to.equal(1);
      expect(await count(harness, organizationId)).to.equal(3);
      await commit(harness, (records) => records.repositories.remove(secretId));
      expect(namesOf(await list(harness, organizationId))).to.deep.equal(['seen']);
      expect(await count(harness, organizationId)).to.equal(1);
    },
  },
  {
    title: 'one object is found in its repository alone, with its uploader, as its downloads leave it',
    run: async (harness) => {
      const { id, organizationId, slug, name } = await storedRepository(harness);
      const other = await storedRepository(harness, { organizationId });
      const user = await storedUser(harness);
      const object = anObject({ name: 'a/b', type: 'model', layout: 'chunks', uploadedBy: user.id });
      const gone = anObject();
      await add(harness, id, object, gone);
      const find = (repositoryId: RepositoryId, { oid }: StoredObject) =>
        ask(harness, ({ artifacts }) => artifacts.find(repositoryId, oid));
      const expected = {
        repository: { id, slug, name },
        oid: object.oid,
        sizeBytes: object.sizeBytes,
        physicalBytes: object.physicalBytes,
        layout: 'chunks',
        type: 'model',
        name: 'a/b',
        downloads: 0,
        lastDownloadedAt: undefined,
        registeredAt: now,
        uploader: { id: user.id, name: user.name },
        chunkCount: undefined,
      };
      expect(await find(id, object)).to.deep.equal(expected);
      expect(await find(other.id, object)).to.equal(undefined);
      expect(await find(id, anObject())).to.equal(undefined);
      expect((await find(id, gone))?.uploader).to.deep.equal({ id: gone.uploadedBy, name: undefined });
      const downloads = [{ repositoryId: id, oid: object.oid, downloads: 3, lastDownloadedAt: builtAt }];
      await commit(harness, ({ traffic }) => traffic.addDownloads({ egress: [], objects: downloads }));
      expect(await find(id, object)).to.deep.equal({ ...expected, downloads: 3, lastDownloadedAt: builtAt });
    },
  },
  {
    title: 'versions are the objects of the repository of exactly one name, newest first, whatever their types',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const other = await storedRepository(harness, { organizationId });
      const named = (part: Partial<StoredObject>) => anObject({ name: 'a/b', ...part });
      const versions = [named({}), named({ type: 'model' }), named({}), named({ type: 'media' })];
      for (const version of versions) {
        await add(harness, id, version, named({ name: 'A/b' }), named({ name: undefined }), named({ name: 'a/bc' }));
        await add(harness, other.id, version);
      }
      const newestFirst = versions.map(({ oid }) => oid).reverse();
      const find = (part: { readonly limit: number; readonly before?: InstantMicros }) =>
        ask(harness, ({ artifacts }) => artifacts.listVersions(id, 'a/b', part));
      const all = await find({ limit: 9 });
      expect(oidsOf(all)).to.deep.equal(newestFirst);
      expect(oidsOf(await find({ limit: 2 }))).to.deep.equal(newestFirst.slice(0, 2));
      expect(oidsOf(await find({ limit: 9, before: all[1]?.registeredAt ?? 0 }))).to.deep.equal(newestFirst.slice(2));
      const none = await ask(harness, ({ artifacts }) => artifacts.listVersions(id, 'nothing', { limit: 9 }));
      expect(none).to.deep.equal([]);
    },
  },
  seeded('lists and counts are those of a plain model, however they are narrowed', async (harness, random) => {
    const first = await storedRepository(harness);
    const second = await storedRepository(harness, { organizationId: first.organizationId });
    const model: (StoredObject & { readonly repositoryId: RepositoryId })[] = [];
    for (let time = 0; time < 40; time += 1) {
      const { id: repositoryId } = random.pick([first, second]);
      const objects = Array.from({ length: 1 + random.integer(4) }, () =>
        anObject({
          type: random.pick(artifactTypes),
          sizeBytes: random.integer(5),
          name: random.pick(['', 'alpha', 'Beta', 'gamma-alpha']) || undefined,
        }),
      );
      await add(harness, repositoryId, ...objects);
      model.unshift(...objects.map((object) => ({ ...object, repositoryId })).reverse());
    }
    for (const repositoryId of [undefined, first.id]) {
      for (const type of [undefined, ...artifactTypes]) {
        for (const nameKeyPart of [undefined, 'alpha', 'b']) {
          const expected = model.filter(
            (object) =>
              (repositoryId === undefined || object.repositoryId === repositoryId) &&
              (type === undefined || object.type === type) &&
              (nameKeyPart === undefined || object.name?.toLowerCase().includes(nameKeyPart) === true),
          );
          const filter = { repositoryId, type, nameKeyPart };
          const limit = 1 + random.integer(20);
          const shown = oidsOf(await list(harness, first.organizationId, filter, { limit }));
          expect(shown, JSON.stringify(filter)).to.deep.equal(expected.slice(0, limit).map(({ oid }) => oid));
          const bySize = expected.toSorted((left, right) => right.sizeBytes - left.sizeBytes).slice(0, limit);
          const largest = oidsOf(await list(harness, first.organizationId, filter, { limit, sort: 'size' }));
          expect(largest, `${JSON.stringify(filter)} by size`).to.deep.equal(bySize.map(({ oid }) => oid));
          expect(await count(harness, first.organizationId, filter)).to.equal(expected.length);
        }
      }
    }
  }),
];
