import type { Oid } from '@svc/core';
import type { StoredObject } from '@svc/core/model';
import { type ChunkName, HOUR_MS, type OrganizationId, type RepositoryId, trusted } from '@svc/core/model';
import type { ConversionPosition } from '@svc/core/ports';
import { expect } from 'chai';
import { anObject, builtAt, uniqueHash } from './builders.js';
import { ask, commit, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { storedOrganization, storedRepository } from './stored.js';

const minBytes = 100;
const chunk = (): ChunkName => trusted<ChunkName>(uniqueHash());

/** A whole object that is large enough. */
const added = async (harness: UnitOfWorkHarness, id: RepositoryId, part: Partial<StoredObject> = {}): Promise<StoredObject> => {
  const object = anObject({ sizeBytes: minBytes, physicalBytes: minBytes, ...part });
  await commit(harness, ({ objects }) => objects.add(id, [object]));
  return object;
};

const candidates = (
  harness: UnitOfWorkHarness,
  id: OrganizationId,
  {
    after,
    now = builtAt,
    limit = 9,
  }: { readonly after?: ConversionPosition; readonly now?: number; readonly limit?: number } = {},
) => ask(harness, ({ conversions }) => conversions.listCandidates(id, after, { minBytes, now }, limit));

const oidsOf = (found: Awaited<ReturnType<typeof candidates>>) => found.map(({ object }) => object.oid);

const noteTrial = (
  harness: UnitOfWorkHarness,
  id: RepositoryId,
  { oid }: StoredObject,
  part: { readonly dueAt?: number; readonly savedBytes?: number; readonly sample?: readonly ChunkName[] } = {},
) =>
  commit(harness, ({ conversions }) =>
    conversions.noteTrial(id, oid, { dueAt: builtAt + 5, savedBytes: 0, sample: [], ...part }),
  );

const claim = (harness: UnitOfWorkHarness, now: number, holder = 'a', beyond?: number) =>
  commit(harness, ({ conversions }) => conversions.claim(holder, now, now + HOUR_MS, beyond));

const chunked = { layout: 'chunks', physicalBytes: 7, manifestSha256: uniqueHash(), chunkCount: 3 } as const;

export const conversionCases: readonly UnitOfWorkCase[] = [
  {
    title:
      'candidates are the whole objects of an organization that are large enough, by repository and oid, those after a position',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const [first, second] = [
        await storedRepository(harness, { organizationId }),
        await storedRepository(harness, { organizationId, deduplicate: 'all' }),
      ].sort((left, right) => (left.id < right.id ? -1 : 1));
      if (first === undefined || second === undefined) throw new Error('there are two');
      const ofFirst = [await added(harness, first.id), await added(harness, first.id)].sort((left, right) =>
        left.oid < right.oid ? -1 : 1,
      );
      const ofSecond = await added(harness, second.id, { name: 'weights', sizeBytes: Number.MAX_SAFE_INTEGER });
      await added(harness, first.id, { sizeBytes: minBytes - 1 });
      await added(harness, first.id, { layout: 'chunks' });
      await added(harness, (await storedRepository(harness)).id);
      const all = [...ofFirst, ofSecond].map(({ oid }) => oid);
      const found = await candidates(harness, organizationId);
      expect(oidsOf(found)).to.deep.equal(all);
      expect(found[2]).to.deep.equal({
        repositoryId: second.id,
        object: ofSecond,
        manifestSha256: undefined,
        lastDownloadedAt: undefined,
        deduplicate: second.deduplicate,
      });
      expect(oidsOf(await candidates(harness, organizationId, { limit: 1 }))).to.deep.equal(all.slice(0, 1));
      for (const [at, { repositoryId, object }] of found.entries()) {
        const after = { repositoryId, oid: object.oid };
        expect(oidsOf(await candidates(harness, organizationId, { after }))).to.deep.equal(all.slice(at + 1));
      }
    },
  },
  {
    title: 'a candidate says when it was downloaded last, and which manifest it has',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const { oid } = await added(harness, id);
      const manifestSha256 = uniqueHash();
      await commit(harness, async ({ tree, traffic }) => {
        await tree.setManifest(id, oid, manifestSha256, 1);
        const downloads = { repositoryId: id, oid, downloads: 2, lastDownloadedAt: builtAt + 4 };
        await traffic.addDownloads({ egress: [], objects: [downloads] });
      });
      const [found] = await candidates(harness, organizationId);
      expect([found?.manifestSha256, found?.lastDownloadedAt]).to.deep.equal([manifestSha256, builtAt + 4]);
    },
  },
  {
    title: 'an object that was looked at is a candidate again when it is due, or when somebody says so',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const object = await added(harness, id);
      await noteTrial(harness, id, object);
      expect(await candidates(harness, organizationId, { now: builtAt + 4 })).to.deep.equal([]);
      expect(oidsOf(await candidates(harness, organizationId, { now: builtAt + 5 }))).to.deep.equal([object.oid]);
      await commit(harness, ({ conversions }) => conversions.lookAgain(id, [object.oid, anObject().oid]));
      expect(oidsOf(await candidates(harness, organizationId))).to.deep.equal([object.oid]);
    },
  },
  {
    title: 'samples are found by their chunks, until the object is looked at anew, is converted or is gone',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const [object, converted, removed] = [await added(harness, id), await added(harness, id), await added(harness, id)];
      const [own, former, shared, ofConverted, ofRemoved] = [chunk(), chunk(), chunk(), chunk(), chunk()];
      await noteTrial(harness, id, object, { sample: [own, own, former, shared] });
      await noteTrial(harness, id, object, { sample: [own, shared] });
      await noteTrial(harness, id, converted, { sample: [shared, ofConverted] });
      await noteTrial(harness, id, removed, { sample: [ofRemoved] });
      const find = (repositoryId: RepositoryId) =>
        ask(harness, ({ conversions }) =>
          conversions.findSampled(repositoryId, [own, former, shared, ofConverted, ofRemoved, chunk()]),
        );
      const found = await find(id);
      expect([...found.keys()].sort()).to.deep.equal([own, shared, ofConverted, ofRemoved].sort());
      expect([found.get(own), found.get(ofConverted)]).to.deep.equal([object.oid, converted.oid]);
      expect(found.get(shared)).to.be.oneOf([object.oid, converted.oid]);
      expect(await find(otherId)).to.deep.equal(new Map());
      await commit(harness, async ({ conversions, quarantine }) => {
        await conversions.changeLayout(id, converted.oid, chunked);
        await quarantine.put(id, [removed.oid], { removedAt: builtAt, removedBy: undefined, dueAt: builtAt });
      });
      expect(await find(id)).to.deep.equal(
        new Map([
          [own, object.oid],
          [shared, object.oid],
        ]),
      );
    },
  },
  {
    title: 'what conversions would save is the sum of what looks at objects have found',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const possible = () => ask(harness, ({ conversions }) => conversions.possible(id));
      expect(await possible()).to.deep.equal({ objects: 0, savedBytes: 0 });
      const [first, second] = [await added(harness, id), await added(harness, id)];
      await noteTrial(harness, id, first, { savedBytes: 3 });
      await noteTrial(harness, id, second, { savedBytes: 4 });
      await noteTrial(harness, id, await added(harness, id));
      expect(await possible()).to.deep.equal({ objects: 2, savedBytes: 7 });
      await commit(harness, ({ conversions }) => conversions.changeLayout(id, first.oid, chunked));
      expect(await possible()).to.deep.equal({ objects: 1, savedBytes: 4 });
    },
  },
  {
    title: 'another layout changes what is counted of an object in storage, and nothing else of it',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const object = await added(harness, id, { name: 'models/weights', type: 'model' });
      await added(harness, id, { name: 'models/other' });
      const lookAt = () =>
        ask(harness, async ({ objects, artifacts, usage, storage, tree }) => ({
          listed: (await objects.list(id, 'size', { limit: 9 })).items.find(({ oid }) => oid === object.oid),
          registeredAt: (await artifacts.find(id, object.oid))?.registeredAt,
          usage: await usage.ofRepository(id),
          totals: await storage.totals(id),
          folder: await storage.folder(id, 'models'),
          manifest: await tree.findManifest(id, object.oid),
        }));
      const before = await lookAt();
      expect(await commit(harness, ({ conversions }) => conversions.changeLayout(id, object.oid, chunked))).to.deep.equal(object);
      const { layout, physicalBytes, manifestSha256 } = chunked;
      const after = await lookAt();
      expect([after.listed, after.manifest, after.registeredAt]).to.deep.equal([
        { ...object, layout, physicalBytes },
        manifestSha256,
        before.registeredAt,
      ]);
      expect(after.usage).to.deep.equal({ ...before.usage, physicalBytes: before.usage.physicalBytes - minBytes });
      const ofModels = after.totals.find(({ type }) => type === 'model');
      expect(ofModels?.inChunks).to.deep.equal({ objectCount: 1, logicalBytes: minBytes, physicalBytes });
      const back = { layout: 'whole', physicalBytes: minBytes, manifestSha256: undefined, chunkCount: undefined } as const;
      await commit(harness, ({ conversions }) => conversions.changeLayout(id, object.oid, back));
      expect(await lookAt()).to.deep.equal(before);
      expect(await commit(harness, ({ conversions }) => conversions.changeLayout(id, anObject().oid, back))).to.equal(undefined);
    },
  },
  {
    title: 'the whole bytes of a converted object lie in quarantine beside it, are counted there, and are brought back by nobody',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const whole = await added(harness, id, { name: 'models/weights' });
      await commit(harness, async ({ conversions, quarantine }) => {
        await conversions.changeLayout(id, whole.oid, chunked);
        await quarantine.putConverted(id, whole, { removedAt: builtAt + 1, dueAt: builtAt + 9 });
      });
      const found = await ask(harness, async ({ quarantine, integrity }) => ({
        one: (await quarantine.find(id, [whole.oid])).get(whole.oid),
        listed: (await quarantine.list(id, { limit: 9 })).items,
        manifests: await quarantine.listManifests(id, undefined, 9),
        totals: await quarantine.totals(id),
        due: [await quarantine.listDue(builtAt + 8, 9), await quarantine.listDue(builtAt + 9, 9)].map((due) => due.length),
        whole: await integrity.findWhole(id, [whole.oid]),
      }));
      expect(found).to.deep.equal({
        one: {
          repositoryId: id,
          organizationId,
          object: whole,
          manifestSha256: undefined,
          chunkCount: undefined,
          chunkBytes: undefined,
          removedAt: builtAt + 1,
          removedBy: undefined,
          dueAt: builtAt + 9,
          state: 'converted',
        },
        listed: [],
        manifests: [],
        totals: { objects: 1, bytes: minBytes },
        due: [0, 1],
        whole: new Set([whole.oid]),
      });
    },
  },
  {
    title: 'conversions are counted by repository',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      const { id: otherId } = await storedRepository(harness);
      const totalsOf = (of: RepositoryId) => ask(harness, ({ conversions }) => conversions.totals(of));
      const count = (formerBytes: number, addedBytes: number) =>
        commit(harness, ({ conversions }) => conversions.countConverted(id, { formerBytes, addedBytes }));
      await count(10, 4);
      await count(5, 1);
      expect(await totalsOf(id)).to.deep.equal({
        objects: 2,
        formerBytes: 15,
        addedBytes: 5,
        restoredObjects: 0,
        restoredBytes: 0,
      });
      expect(await totalsOf(otherId)).to.deep.equal({
        objects: 0,
        formerBytes: 0,
        addedBytes: 0,
        restoredObjects: 0,
        restoredBytes: 0,
      });
    },
  },
  {
    title: 'what was made whole again is counted beside the conversions of its repository',
    run: async (harness) => {
      const { id } = await storedRepository(harness);
      await commit(harness, async ({ conversions }) => {
        await conversions.countConverted(id, { formerBytes: 10, addedBytes: 4 });
        await conversions.countRestored(id, 10);
        await conversions.countConverted(id, { formerBytes: 10, addedBytes: 3 });
        await conversions.countRestored(id, 7);
      });
      const totals = await ask(harness, ({ conversions }) => conversions.totals(id));
      expect(totals).to.deep.equal({ objects: 2, formerBytes: 20, addedBytes: 7, restoredObjects: 2, restoredBytes: 17 });
      const { id: otherId } = await storedRepository(harness);
      await commit(harness, ({ conversions }) => conversions.countRestored(otherId, 5));
      const ofOther = await ask(harness, ({ conversions }) => conversions.totals(otherId));
      expect(ofOther, 'none was counted before').to.deep.equal({
        objects: 0,
        formerBytes: 0,
        addedBytes: 0,
        restoredObjects: 1,
        restoredBytes: 5,
      });
    },
  },
  {
    title: 'converted objects are listed that were downloaded lately, with the downloads since they are counted',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const { id } = await storedRepository(harness, { organizationId, deduplicate: 'cold' });
      const [first, second, unread, foreign] = await Promise.all([
        added(harness, id),
        added(harness, id),
        added(harness, id),
        added(harness, id),
      ]);
      const download = (oid: Oid, downloads: number, lastDownloadedAt: number) =>
        commit(harness, ({ traffic }) =>
          traffic.addDownloads({ egress: [], objects: [{ repositoryId: id, oid, downloads, lastDownloadedAt }] }),
        );
      const list = ({ downloadedSince = builtAt, now = builtAt + 9, limit = 9, of = organizationId } = {}) =>
        ask(harness, ({ conversions }) => conversions.listConverted(of, { downloadedSince, now }, limit));
      await download(first.oid, 5, builtAt + 1);
      for (const { oid } of [first, second, unread, foreign]) {
        await commit(harness, ({ conversions }) => conversions.changeLayout(id, oid, chunked));
      }
      await commit(harness, async ({ conversions }) => {
        await conversions.countDownloads(id, first.oid, builtAt + 2);
        await conversions.countDownloads(id, second.oid, builtAt + 1);
        await conversions.countDownloads(id, unread.oid, builtAt);
      });
      await download(first.oid, 2, builtAt + 4);
      await download(second.oid, 3, builtAt + 3);
      await download(foreign.oid, 3, builtAt + 3);
      const { layout, physicalBytes, manifestSha256 } = chunked;
      const ofFirst = {
        repositoryId: id,
        object: { ...first, layout, physicalBytes },
        manifestSha256,
        lastDownloadedAt: builtAt + 4,
        deduplicate: 'cold',
        countedSince: builtAt + 2,
        downloads: 2,
      };
      const found = await list();
      expect(found.map(({ object, downloads }) => [object.oid, downloads])).to.deep.equal([
        [second.oid, 3],
        [first.oid, 2],
      ]);
      expect(found[1]).to.deep.equal(ofFirst);
      expect(await list({ limit: 1 })).to.deep.equal(found.slice(0, 1));
      expect(await list({ downloadedSince: builtAt + 3 })).to.deep.equal([ofFirst]);
      expect(await list({ now: builtAt + 1 })).to.deep.equal(found.slice(0, 1));
      expect(await list({ of: (await storedOrganization(harness)).id })).to.deep.equal([]);
      await commit(harness, async ({ conversions }) => {
        await conversions.putOff(id, second.oid, builtAt + 10);
        await conversions.putOff(id, foreign.oid, builtAt);
        await conversions.countDownloads(id, first.oid, builtAt + 5);
      });
      expect(await list()).to.deep.equal([{ ...ofFirst, countedSince: builtAt + 5, downloads: 0 }]);
    },
  },
  {
    title: 'what is whole again, or was removed, is no converted object any more',
    run: async (harness) => {
      const { id, organizationId } = await storedRepository(harness);
      const [restored, removed] = [await added(harness, id), await added(harness, id)];
      for (const { oid } of [restored, removed]) {
        await commit(harness, async ({ conversions, traffic }) => {
          await conversions.changeLayout(id, oid, chunked);
          await conversions.countDownloads(id, oid, builtAt);
          const objects = [{ repositoryId: id, oid, downloads: 1, lastDownloadedAt: builtAt + 1 }];
          await traffic.addDownloads({ egress: [], objects });
        });
      }
      const list = async () =>
        ask(harness, ({ conversions }) =>
          conversions.listConverted(organizationId, { downloadedSince: builtAt, now: builtAt }, 9),
        );
      expect(await list()).to.have.length(2);
      await commit(harness, async ({ conversions, quarantine }) => {
        const back = { layout: 'whole', physicalBytes: minBytes, manifestSha256: undefined, chunkCount: undefined } as const;
        await conversions.changeLayout(id, restored.oid, back);
        await conversions.changeLayout(id, restored.oid, chunked);
        await quarantine.put(id, [removed.oid], { removedAt: builtAt, removedBy: undefined, dueAt: builtAt });
        await quarantine.restore([...(await quarantine.find(id, [removed.oid])).values()]);
      });
      expect(await list()).to.deep.equal([]);
    },
  },
  {
    title: 'every organization has its turn, one after the other, and goes on where it was',
    run: async (harness) => {
      const { id: organizationId } = await storedOrganization(harness);
      const { id: repositoryId } = await storedRepository(harness, { organizationId });
      const first = await claim(harness, builtAt);
      expect(first).to.deep.equal({ organizationId, holder: 'a', attempt: 1, after: undefined });
      expect(await claim(harness, builtAt + 1)).to.equal(undefined);
      if (first === undefined) return;
      const after = { repositoryId, oid: anObject().oid };
      const move = (until: number, to?: ConversionPosition | null) =>
        commit(harness, ({ conversions }) => conversions.move(first, until, to));
      expect(await move(builtAt + 2, after)).to.equal(true);
      expect(await move(builtAt + 3)).to.equal(true);
      expect(await claim(harness, builtAt + 2)).to.equal(undefined);
      expect(await claim(harness, builtAt + 3, 'b')).to.deep.equal({ organizationId, holder: 'b', attempt: 2, after });
      expect(await move(builtAt + 4, null), 'by who has lost it').to.equal(false);
      const { id: otherId } = await storedOrganization(harness);
      expect((await claim(harness, builtAt + 4))?.organizationId).to.equal(otherId);
      expect(await claim(harness, builtAt, 'c', builtAt + 2 * HOUR_MS)).to.equal(undefined);
      await commit(harness, ({ conversions }) => conversions.hasten(otherId));
      expect(await claim(harness, builtAt, 'd')).to.deep.equal({
        organizationId: otherId,
        holder: 'd',
        attempt: 2,
        after: undefined,
      });
      expect((await claim(harness, builtAt - HOUR_MS, 'c', builtAt))?.organizationId).to.equal(otherId);
    },
  },
  {
    title: 'what an organization and a repository say of deduplication stays, and is taken back',
    run: async (harness) => {
      const organization = await storedOrganization(harness);
      const repository = await storedRepository(harness, { organizationId: organization.id });
      const read = () =>
        ask(harness, async ({ organizations, repositories }) => [
          (await organizations.find(organization.id))?.deduplicate,
          (await repositories.find(repository.id))?.deduplicate,
        ]);
      expect(await read()).to.deep.equal([undefined, undefined]);
      for (const deduplicate of ['off', 'all', undefined] as const) {
        await commit(harness, async ({ organizations, repositories }) => {
          await organizations.update({ ...organization, deduplicate });
          await repositories.update({ ...repository, deduplicate });
        });
        expect(await read()).to.deep.equal([deduplicate, deduplicate]);
      }
    },
  },
];
