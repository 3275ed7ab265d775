import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Oid, Repository, Slug } from '@svc/core';
import {
  type ChunkLocation,
  type ChunkName,
  type CondemnedFile,
  type DeliveryId,
  type GitId,
  type IndexSessionId,
  manifestPath,
  type OrganizationId,
  type PackName,
  packPath,
  type RepositoryId,
  type StoredObject,
  type StorageNamespace,
  trusted,
  type UploadObject,
  type UploadSession,
  type UploadSessionId,
  type UserId,
  type WebhookId,
} from '@svc/core/model';
import type { Queries, Records } from '@svc/core/ports';
import { openSqliteDatabase, type SqliteDatabase } from '@svc/persistence-sqlite';
import { expect } from 'chai';
import { Sqlite } from '../src/driver.js';
import { ok, type Result } from 'neverthrow';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

const organizationId = trusted<OrganizationId>('o');
const repositoryId = trusted<RepositoryId>('r');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const packOf = (number: number): PackName => trusted<PackName>(hashOf(`pack ${number}`));

const chunksOf = (pack: PackName, count: number): ChunkLocation[] =>
  Array.from({ length: count }, (_, index) => ({
    name: trusted<ChunkName>(hashOf(`${pack} ${index}`)),
    pack,
    offset: 8 + index,
    storedBytes: 1,
    rawBytes: 1,
    encoding: 0,
  }));

const objectOf = (number: number): StoredObject => ({
  oid: trusted<Oid>(hashOf(`object ${number}`)),
  sizeBytes: number,
  physicalBytes: number,
  layout: 'whole',
  name: `object-${number}.bin`,
  type: 'other',
  uploadedBy: trusted<UserId>('u'),
  createdAt: 0,
});

const aRepository: Repository = {
  id: repositoryId,
  organizationId,
  name: 'A',
  slug: trusted<Slug>('a'),
  description: '',
  visibility: 'PRIVATE',
  storageMode: 'managed',
  storageConnectionId: undefined,
  storageGroupId: undefined,
  deduplicate: undefined,
  reclaimUnreachableAfterDays: undefined,
  namespace: trusted<StorageNamespace>('n'),
  generation: 0,
  createdAt: 0,
  updatedAt: 0,
};

const addRepository = async ({ organizations, repositories }: Records): Promise<void> => {
  const { name, slug, createdAt } = aRepository;
  const plan = { planId: 'free', hasByosAddOn: false, deduplicate: undefined } as const;
  await organizations.add({ id: organizationId, name, slug, createdAt, ...plan });
  await repositories.add(aRepository);
};

/** How often everything else had its turn until the promise was settled. */
const ticksDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
};

describe('a transaction or a query that has to do with many rows', () => {
  let folder: TemporaryFolder;
  let database: SqliteDatabase;
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    database = await openSqliteDatabase({ path: join(folder.path, 'svc.db') });
    await commit(addRepository);
  });
  afterEach(async () => {
    await database.close();
    await folder.remove();
  });

  const commit = async (work: (records: Records) => Promise<void>): Promise<void> => {
    const outcome = await database.unitOfWork.transact(async (records): Promise<Result<void, never>> => {
      await work(records);
      return ok(undefined);
    });
    expect(outcome.isOk()).to.equal(true);
  };

  const addPacks = (packs: number, chunksPerPack: number): Promise<void> =>
    commit(async ({ tree }) => {
      for (let number = 0; number < packs; number += 1) {
        const pack = packOf(number);
        await tree.addPack(repositoryId, pack, chunksOf(pack, chunksPerPack), 0);
      }
    });

  it('lets everything else have its turn between two packs, and between hundreds of chunks of one', async () => {
    expect(await ticksDuring(() => addPacks(20, 1))).to.be.at.least(20);
    expect(await ticksDuring(() => addPacks(1, 5000))).to.be.at.least(10);
  });

  it('is not what removes a repository: its rows go later, so many in a transaction and no more', async () => {
    const stored = Array.from({ length: 1000 }, (_, number) => objectOf(number));
    const oids = stored.map(({ oid }) => oid);
    await addPacks(1, 1000);
    await commit(async ({ objects, unreachable }) => {
      await objects.add(repositoryId, stored);
      await unreachable.mark(repositoryId, oids, 0);
    });
    const looking = new Sqlite(join(folder.path, 'svc.db'), { readonly: true });
    const left = (): number =>
      ['objects', 'folders', 'chunks', 'packs', 'unreachable_objects']
        .map((table) => looking.prepare<[], number>(`select count(*) from ${table}`).pluck().get() ?? 0)
        .reduce((sum, rows) => sum + rows);
    const slices: number[] = [];
    try {
      await commit(({ repositories }) => repositories.remove(repositoryId));
      for (let before = left(), isMore = true; isMore; before = left()) {
        await commit(async ({ repositories }) => {
          isMore = await repositories.removeRemains(300);
        });
        slices.push(before - left());
      }
      expect(left()).to.equal(0);
    } finally {
      looking.close();
    }
    // The pack and the folder come with the last ones; then there is nothing.
    expect(slices).to.deep.equal([...Array<number>(10).fill(300), 2, 0]);
  });

  it('removes no more rows of a removed repository in a transaction where very many folders lie in one', async () => {
    const stored = Array.from({ length: 1000 }, (_, number) => ({ ...objectOf(number), name: `folder-${number}/file.bin` }));
    await commit(async ({ objects, repositories }) => {
      await objects.add(repositoryId, stored);
      await repositories.remove(repositoryId);
    });
    const looking = new Sqlite(join(folder.path, 'svc.db'), { readonly: true });
    const folders = looking.prepare<[], number>('select count(*) from folders').pluck();
    const left: (number | undefined)[] = [];
    try {
      for (let isMore = true; isMore; left.push(folders.get())) {
        await commit(async ({ repositories }) => {
          isMore = await repositories.removeRemains(500);
        });
      }
    } finally {
      looking.close();
    }
    // The objects come first, and the repository itself is a folder, too.
    expect(left).to.deep.equal([1001, 1001, 501, 1, 0, 0]);
  });

  it('lets everything else have its turn while a Git index session is removed with what it leaves incomplete', async () => {
    const count = 2500;
    const session = {
      id: trusted<IndexSessionId>('s'),
      repositoryId,
      objectFormat: 'sha1',
      baseGeneration: 0,
      repositoryGeneration: 0,
      openedBy: trusted<UserId>('u'),
      openedAt: 0,
      expiresAt: 1,
      outcome: undefined,
    } as const;
    const idOf = (text: string): GitId => trusted<GitId>(hashOf(text).slice(0, 40));
    const numbers = Array.from({ length: count }, (_, number) => number);
    await commit(async ({ gitIndex }) => {
      await gitIndex.addSession(session);
      const raw = Uint8Array.of(1);
      await gitIndex.addPending(
        session.id,
        numbers.map((number) => ({ id: idOf(`commit ${number}`), raw, progress: undefined })),
      );
      await gitIndex.addNodes(repositoryId, new Map([...numbers, count].map((number) => [number, Uint8Array.of(1, 2)])));
      await gitIndex.addPendingPages(session.id, idOf('commit 0'), numbers);
    });
    let bytes = 0;
    const remove = () => commit(async ({ gitIndex }) => void (bytes = await gitIndex.removeSession(session)));
    // Five slices of pages and five of commits, and a pause between the two windows in which the commits are added up.
    expect(await ticksDuring(remove)).to.be.at.least(11);
    expect(bytes).to.equal(3 * count);
    const left = await ask(({ gitIndex }) => gitIndex.loadNodes(repositoryId, [0, count - 1, count]));
    expect([...left.keys()]).to.deep.equal([count]);
    expect(await ask(({ gitIndex }) => gitIndex.countPending(session.id))).to.equal(0);
  });

  it('lets everything else have its turn while a repository forgets what was unreachable', async () => {
    const oids = Array.from({ length: 2500 }, (_, number) => objectOf(number).oid);
    await commit(({ unreachable }) => unreachable.mark(repositoryId, oids, 0));
    expect(await ticksDuring(() => commit(({ unreachable }) => unreachable.end(repositoryId)))).to.be.at.least(5);
    expect((await ask(({ unreachable }) => unreachable.find(repositoryId, oids))).size).to.equal(0);
  });

  it('lets everything else have its turn while the chunks of a damaged pack are forgotten, and those of no other', async () => {
    await addPacks(2, 2500);
    const [damaged, sound] = [packOf(0), packOf(1)];
    const of = { kind: 'file', path: packPath(damaged) } as const;
    const note = (): Promise<void> =>
      commit(async ({ damage }) => void (await damage.note({ repositoryId, of, problem: 'missing', foundAt: 0 })));
    expect(await ticksDuring(note)).to.be.at.least(2);
    const names = [damaged, sound].map((pack) => chunksOf(pack, 2500).map(({ name }) => name));
    const found = await ask(({ tree }) => tree.findChunks(repositoryId, names.flat()));
    expect(new Set(found.keys())).to.deep.equal(new Set(names[1]));
  });

  it('lets everything else have its turn while packs are found that have chunks and are not verified', async () => {
    await addPacks(3, 1500);
    const unverified = [packOf(0), packOf(2)].toSorted();
    await commit(({ tree }) => tree.removePacks(repositoryId, unverified));
    const list = (limit: number) => ask(({ integrity }) => integrity.listUnverifiedPacksOfChunks(repositoryId, limit));
    expect(await list(9)).to.deep.equal(unverified);
    expect(await list(1)).to.deep.equal(unverified.slice(0, 1));
    expect(await ticksDuring(() => list(9))).to.be.at.least(2);
  });

  const addDeliveries = (count: number): Promise<void> =>
    commit(async ({ webhooks, deliveries }) => {
      const webhookId = trusted<WebhookId>('w');
      await webhooks.add({
        id: webhookId,
        organizationId,
        url: 'https://hooks.example.org/',
        events: ['*'],
        isActive: true,
        consecutiveFailures: 0,
        sealedSecret: 'sealed',
        lastError: undefined,
        lastDeliveryAt: undefined,
        createdAt: 0,
      });
      await deliveries.add(
        Array.from({ length: count }, (_, number) => ({
          id: trusted<DeliveryId>(`d${number}`),
          webhookId,
          eventType: 'repository.push',
          body: '{}',
          attempts: 0,
          isSuccess: undefined,
          httpStatus: undefined,
          fault: undefined,
          durationMs: undefined,
          createdAt: number,
        })),
      );
    });

  it('lets everything else have its turn while a webhook is removed with its deliveries, alone or with its organization', async () => {
    await addDeliveries(2500);
    const removeWebhook = () =>
      commit(async ({ webhooks }) => void (await webhooks.remove(organizationId, trusted<WebhookId>('w'))));
    expect(await ticksDuring(removeWebhook)).to.be.at.least(5);
    expect(await ask(({ webhooks }) => webhooks.count(organizationId))).to.equal(0);
    await addDeliveries(2500);
    const removeOrganization = () =>
      commit(async ({ organizations, repositories }) => {
        await repositories.remove(repositoryId);
        await organizations.remove(organizationId);
      });
    expect(await ticksDuring(removeOrganization)).to.be.at.least(5);
    const looking = new Sqlite(join(folder.path, 'svc.db'), { readonly: true });
    const left = looking.prepare<[], number>('select count(*) from webhook_deliveries').pluck().get();
    looking.close();
    expect(left).to.equal(0);
  });

  const ask = async <T>(work: (queries: Queries) => Promise<T>): Promise<T> => {
    const outcome = await database.unitOfWork.read(work);
    if (outcome.isErr()) throw new Error('the store does not answer');
    return outcome.value;
  };

  it('lets everything else have its turn while pointers are compared with objects, and counts a missing object once', async () => {
    const named = Array.from({ length: 5000 }, (_, number) => objectOf(number));
    const pointers = [...named, ...named.slice(0, 9)].map(({ oid, sizeBytes }, index) => ({
      number: index + 1,
      id: trusted<GitId>(hashOf(`pointer ${index}`).slice(0, 40)),
      sizeBytes: 130,
      lfs: { oid, sizeBytes },
    }));
    await commit(async ({ objects, gitIndex }) => {
      await objects.add(repositoryId, named.slice(7));
      await gitIndex.addObjects(repositoryId, pointers);
    });
    let missing = 0;
    const count = async (): Promise<void> => {
      missing = await ask(({ gitIndex }) => gitIndex.countMissingObjects(repositoryId));
    };
    expect(await ticksDuring(count)).to.be.at.least(2);
    expect(missing).to.equal(7);
  });

  it('lets everything else have its turn while objects are passed over that the Git index names, however many came at one time', async () => {
    const stored = Array.from({ length: 4500 }, (_, number) => ({ ...objectOf(number), createdAt: number < 4400 ? 1 : 2 }));
    const few = stored.filter(({ oid, createdAt }, number) => number % 1100 === 0 || (createdAt === 2 && oid.startsWith('0')));
    const pointers = stored
      .filter((object) => !few.includes(object))
      .map(({ oid, sizeBytes }, index) => ({
        number: index + 1,
        id: trusted<GitId>(hashOf(`pointer ${index}`).slice(0, 40)),
        sizeBytes: 130,
        lfs: { oid, sizeBytes },
      }));
    await commit(async ({ objects, gitIndex }) => {
      await objects.add(repositoryId, stored);
      await gitIndex.addObjects(repositoryId, pointers);
    });
    const find = (after: number, limit: number) => ask(({ gitIndex }) => gitIndex.unindexedObjects(repositoryId, after, limit));
    const ofLast = few.filter(({ createdAt }) => createdAt === 2).length;
    expect(few.length - ofLast).to.equal(4);
    expect(await find(0, 99)).to.deep.equal({ count: few.length, oldestAt: 1 });
    expect(await find(0, 3)).to.deep.equal({ count: 3, oldestAt: 1 });
    expect(await find(1, 99)).to.deep.equal({ count: ofLast, oldestAt: 2 });
    expect(await find(2, 99)).to.deep.equal({ count: 0, oldestAt: undefined });
    expect(await ticksDuring(() => find(0, 99))).to.be.at.least(2);
  });

  it('lets everything else have its turn while the many objects of a session are handed over', async () => {
    const count = 4500;
    const session: UploadSession = {
      id: trusted<UploadSessionId>('s'),
      kind: 'session',
      repositoryId,
      organizationId,
      namespace: aRepository.namespace,
      userId: trusted<UserId>('u'),
      expectedObjects: undefined,
      uploadedObjects: 0,
      uploadedBytes: 0,
      status: 'OPEN',
      generation: undefined,
      createdAt: 0,
      expiresAt: 9,
      activeAt: 0,
    };
    const stored = Array.from({ length: count }, (_, number) => objectOf(number + 1));
    const [open, ...completed] = stored;
    if (open === undefined) throw new Error('invariant: there are objects');
    await commit(async ({ uploads, objects }) => {
      await uploads.add(session);
      await uploads.addObjects(
        session.id,
        stored.map(({ oid, sizeBytes }) => ({ oid, sizeBytes, name: undefined, reservedBytes: sizeBytes })),
      );
      for (const { oid, sizeBytes } of completed) await uploads.completeObject(session.id, { oid, sizeBytes }, 0);
      await objects.add(repositoryId, stored.slice(2));
    });
    let found: readonly UploadObject[] = [];
    const read = () => commit(async ({ uploads }) => void (found = await uploads.completedObjects(session.id)));
    expect(await ticksDuring(read)).to.be.at.least(2);
    expect(found.map(({ oid }) => oid)).to.have.members(completed.map(({ oid }) => oid));
    let bytes = 0;
    const take = () => commit(async ({ uploads }) => void (bytes = await uploads.takeRegistered(session)));
    expect(await ticksDuring(take)).to.be.at.least(2);
    expect(bytes).to.equal(stored.slice(2).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
    let left = 0;
    await commit(async ({ uploads }) => void (left = await uploads.heldBySession(session.id)));
    expect(left).to.equal(1 + 2);
    await take();
    expect(bytes).to.equal(0);
  });

  it('lets everything else have its turn while objects that no conversion is due of are passed over', async () => {
    const minBytes = 4 * 1024 * 1024;
    const stored = Array.from({ length: 4500 }, (_, number) => ({ ...objectOf(number), sizeBytes: minBytes }));
    const oids = stored.map(({ oid }) => oid).toSorted();
    await commit(async ({ objects, conversions }) => {
      await objects.add(repositoryId, stored);
      for (const [index, oid] of oids.entries()) {
        const dueAt = [1999, 2000, 4499].includes(index) ? 5 : 6;
        await conversions.noteTrial(repositoryId, oid, { dueAt, savedBytes: 0, sample: [] });
      }
    });
    const list = async (limit: number, after?: Oid): Promise<readonly number[]> => {
      const place = after && { repositoryId, oid: after };
      const found = await ask(({ conversions }) =>
        conversions.listCandidates(organizationId, place, { minBytes, now: 5 }, limit),
      );
      return found.map(({ object }) => oids.indexOf(object.oid));
    };
    expect(await list(9)).to.deep.equal([1999, 2000, 4499]);
    expect(await list(2)).to.deep.equal([1999, 2000]);
    expect(await list(9, oids[1999])).to.deep.equal([2000, 4499]);
    expect(await list(9, oids[4499])).to.deep.equal([]);
    expect(await ticksDuring(() => list(9))).to.be.at.least(2);
  });

  it('lets everything else have its turn while converted objects are passed over that nobody downloads', async () => {
    const stored = Array.from({ length: 4500 }, (_, number): StoredObject => ({ ...objectOf(number), layout: 'chunks' }));
    const oids = stored.map(({ oid }) => oid).toSorted();
    const hot = oids.filter((_, index) => [1999, 2000, 4499].includes(index));
    await commit(async ({ objects, tree, conversions, traffic }) => {
      await objects.add(repositoryId, stored);
      for (const oid of oids) {
        await tree.setManifest(repositoryId, oid, hashOf(`manifest of ${oid}`), 1);
        await conversions.countDownloads(repositoryId, oid, 3);
      }
      const downloaded = hot.map((oid) => ({ repositoryId, oid, downloads: 1, lastDownloadedAt: 4 }));
      await traffic.addDownloads({ egress: [], objects: downloaded });
    });
    const list = async (limit: number): Promise<readonly Oid[]> => {
      const of = { downloadedSince: 3, now: 5 };
      return (await ask(({ conversions }) => conversions.listConverted(organizationId, of, limit))).map(
        ({ object }) => object.oid,
      );
    };
    expect(await list(9)).to.deep.equal(hot);
    expect(await list(2)).to.deep.equal(hot.slice(0, 2));
    expect(await ticksDuring(() => list(9))).to.be.at.least(2);
  });

  it('lets everything else have its turn while the few manifests, and files of a state, are found among very many others', async () => {
    const oids = Array.from({ length: 4500 }, (_, number) => objectOf(number).oid).toSorted();
    const few = [1999, 2000, 4499];
    await commit(async ({ objects, tree, condemned }) => {
      await objects.add(
        repositoryId,
        oids.map((oid) => ({ ...objectOf(1), oid })),
      );
      const files = oids.map((oid, index): CondemnedFile => ({
        path: manifestPath(oid),
        sizeBytes: 1,
        state: few.includes(index) ? 'deleting' : 'seen',
        seenAt: 1,
        quarantinedAt: undefined,
        dueAt: 2,
        holder: undefined,
        removedAt: undefined,
      }));
      await condemned.put(repositoryId, files);
      const frozen = oids.filter((_, index) => few.includes(index));
      for (const oid of frozen) await tree.setManifest(repositoryId, oid, hashOf(`manifest of ${oid}`), 1);
    });
    type List = (limit: number, after?: Oid) => Promise<readonly number[]>;
    const manifests: List = async (limit, after) =>
      (await ask(({ tree }) => tree.listManifests(repositoryId, after, limit))).map(({ oid }) => oids.indexOf(oid));
    const condemnedFiles: List = async (limit, oid) => {
      const page = { state: 'deleting', after: oid && manifestPath(oid), limit } as const;
      const found = await ask(({ condemned }) => condemned.list(repositoryId, page));
      return found.map(({ path }) => oids.map(manifestPath).indexOf(path));
    };
    for (const list of [manifests, condemnedFiles]) {
      expect(await list(9)).to.deep.equal(few);
      expect(await list(2)).to.deep.equal(few.slice(0, 2));
      expect(await list(9, oids[1999])).to.deep.equal(few.slice(1));
      expect(await list(9, oids[4499])).to.deep.equal([]);
      expect(await ticksDuring(() => list(9))).to.be.at.least(2);
    }
  });

  it('lets everything else have its turn while what lies aside in a repository is added up', async () => {
    const count = 4500;
    const stored = Array.from({ length: 2 * count }, (_, number) => objectOf(number + 1));
    const oids = stored.map(({ oid }) => oid);
    const sumOf = (numbers: readonly StoredObject[]): number => numbers.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const bytes = sumOf(stored.slice(0, count));
    await commit(async ({ objects, quarantine, unreachable, conversions, condemned }) => {
      await objects.add(repositoryId, stored);
      await quarantine.put(repositoryId, oids.slice(count), { removedAt: 1, removedBy: undefined, dueAt: 2 });
      const marked = oids.slice(0, count);
      await unreachable.mark(repositoryId, marked.slice(1), 4);
      await unreachable.mark(repositoryId, marked.slice(0, 1), 3);
      for (const oid of marked) await conversions.noteTrial(repositoryId, oid, { dueAt: 5, savedBytes: 2, sample: [] });
      await condemned.put(
        repositoryId,
        marked.map((oid, index) => ({
          path: manifestPath(oid),
          sizeBytes: 7,
          state: 'seen',
          seenAt: 1,
          quarantinedAt: undefined,
          dueAt: 10 + index,
          holder: undefined,
          removedAt: undefined,
        })),
      );
    });
    const sums: readonly (readonly [(queries: Queries) => Promise<unknown>, object])[] = [
      [({ quarantine }) => quarantine.totals(repositoryId), { objects: count, bytes: sumOf(stored.slice(count)) }],
      [({ unreachable }) => unreachable.sum(repositoryId), { objects: count, logicalBytes: bytes, bytes, oldestSince: 3 }],
      [({ conversions }) => conversions.possible(repositoryId), { objects: count, savedBytes: 2 * count }],
      [({ condemned }) => condemned.sum(repositoryId), { files: count, bytes: 7 * count, nextDueAt: 10, deadBytes: 0 }],
    ];
    for (const [sum, expected] of sums) {
      const added: unknown[] = [];
      expect(await ticksDuring(async () => added.push(await ask(sum)))).to.be.at.least(2);
      expect(added).to.deep.equal([expected]);
    }
  });

  it('lets everything else have its turn while what an organization has removed from its own buckets is added up', async () => {
    const own = trusted<RepositoryId>('own');
    const stored = Array.from({ length: 2500 }, (_, number) => objectOf(number + 1));
    const oids = stored.map(({ oid }) => oid);
    await commit(async ({ repositories, objects, quarantine }) => {
      await repositories.add({ ...aRepository, id: own, slug: trusted<Slug>('own'), storageMode: 'byos' });
      for (const id of [own, repositoryId]) {
        const some = id === own ? 2500 : 1;
        await objects.add(id, stored.slice(0, some));
        await quarantine.put(id, oids.slice(0, some), { removedAt: 1, removedBy: undefined, dueAt: 2 });
      }
    });
    let bytes = 0;
    const add = async (): Promise<void> => {
      bytes = await ask(({ usage }) => usage.reclaimableByosBytes(organizationId));
    };
    expect(await ticksDuring(add)).to.be.at.least(1);
    expect(bytes).to.equal(stored.reduce((sum, { physicalBytes }) => sum + physicalBytes, 0));
  });
});
