import { type CountedDownloads, dayOf } from '@svc/core/model';
import { openPostgresDatabase, type PostgresDatabase } from '@svc/persistence-postgres';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { ok, type Result } from 'neverthrow';
import { oidOf } from './rigs/bytes.js';
import { generousTimeouts } from './rigs/generous-timeouts.js';
import { connectOutside, type Outside } from './rigs/outside.js';
import { createService, type Somebody, somebody, valueOf } from './rigs/service.js';

describe('a repository in PostgreSQL that is removed while its objects are downloaded', () => {
  let database: TestDatabase;
  let outside: Outside;
  let looking: Outside;
  let processes: readonly PostgresDatabase[];
  beforeEach(async () => {
    database = await newDatabase();
    const options = { url: database.url, ...generousTimeouts };
    processes = [await openPostgresDatabase(options), await openPostgresDatabase(options)];
    [outside, looking] = [await connectOutside(database.url), await connectOutside(database.url)];
  });
  afterEach(async () => {
    for (const each of [...processes, outside, looking]) await each.close();
    await database.drop();
  });

  const storeObject = async ({ unitOfWork }: PostgresDatabase, { repositoryId, owner }: Somebody, physicalBytes = 16) => {
    const object = { oid: oidOf(randomBytes(16)), sizeBytes: 16, physicalBytes, layout: 'whole', name: undefined } as const;
    const stored = { ...object, type: 'other', uploadedBy: owner.userId, createdAt: 0 } as const;
    valueOf(
      await unitOfWork.transact(async ({ objects }): Promise<Result<unknown, never>> =>
        ok(await objects.add(repositoryId, [stored])),
      ),
    );
    return stored.oid;
  };

  const addDownloads = ({ unitOfWork }: PostgresDatabase, counted: CountedDownloads) =>
    unitOfWork.transact(async ({ traffic }): Promise<Result<CountedDownloads, never>> => ok(await traffic.addDownloads(counted)));

  const downloadsOf = async (storing: PostgresDatabase, one: Somebody): Promise<CountedDownloads> => {
    const { repositoryId, organizationId } = one.push.repository;
    const sum = { repositoryId, downloads: 1 } as const;
    return {
      egress: [{ ...sum, organizationId, storageMode: 'managed', day: dayOf(0), bytes: 5 }],
      objects: [{ ...sum, oid: await storeObject(storing, one), lastDownloadedAt: 0 }],
    };
  };

  const removeRemains = async ({ unitOfWork }: PostgresDatabase): Promise<void> => {
    for (let isMore = true; isMore;) {
      isMore = valueOf(
        await unitOfWork.transact(async ({ repositories }): Promise<Result<boolean, never>> =>
          ok(await repositories.removeRemains(100)),
        ),
      );
    }
  };

  const untilItWaits = () =>
    waitUntil('it waits for as long as it takes', async () => {
      const waiting = await looking.count(`
        select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query_start < clock_timestamp() - interval '1 second'`);
      return waiting === 1;
    });

  it('is removed in one try, and none of the downloads that are counted meanwhile is lost or left', async () => {
    const [removing, writing] = processes;
    if (removing === undefined || writing === undefined) throw new Error('there are two');
    const service = createService(removing.unitOfWork, removing.clock);
    const one = await somebody(service);
    const { repositoryId, organizationId } = one.push.repository;
    const counted = await downloadsOf(removing, one);
    // What stands in the way of the removal in its midst.
    await outside.query('begin');
    await outside.query('lock table requested_conversions in exclusive mode');
    let tries = 0;
    const removed = removing.unitOfWork.transact(async ({ repositories }): Promise<Result<void, never>> => {
      tries += 1;
      await repositories.remove(repositoryId);
      return ok(undefined);
    });
    await untilItWaits();
    const before = tries;
    const left = valueOf(await addDownloads(writing, counted));
    await outside.query('rollback');
    valueOf(await removed);
    expect(tries).to.equal(before);
    expect(left).to.deep.equal({ egress: [], objects: [] });
    expect(valueOf(await addDownloads(writing, counted))).to.deep.equal({ egress: [], objects: [] });
    const days = valueOf(await writing.unitOfWork.read(({ traffic }) => traffic.listDays(organizationId, 0)));
    expect(days.map(({ egressBytes }) => egressBytes)).to.deep.equal([10]);
    await removeRemains(removing);
    expect(await looking.count('select cast(count(*) as int) as count from object_downloads')).to.equal(0);
  });

  it('leaves downloads for later while somebody holds it', async () => {
    const [removing, writing] = processes;
    if (removing === undefined || writing === undefined) throw new Error('there are two');
    const one = await somebody(createService(removing.unitOfWork, removing.clock));
    const counted = await downloadsOf(removing, one);
    await outside.query('begin');
    await outside.query('select from repositories for update');
    expect(valueOf(await addDownloads(writing, counted))).to.deep.equal(counted);
    await outside.query('rollback');
    expect(valueOf(await addDownloads(writing, counted))).to.deep.equal({ egress: [], objects: [] });
  });

  it('is gone with the answer, its rows go with the next run of the job, and its name is free in between', async () => {
    const [database] = processes;
    if (database === undefined) throw new Error('there are two');
    const service = createService(database.unitOfWork, database.clock);
    const one = await somebody(service);
    const { owner, slug, repositoryId } = one;
    // Nothing was charged for these, so they occupy nothing.
    for (let count = 0; count < 120; count += 1) await storeObject(database, one, 0);
    const admin = valueOf(await service.authorize.repository(owner, repositoryId, 'repository.admin'));
    valueOf(await service.repositories.remove(admin));
    const creating = valueOf(await service.authorize.organization(owner, slug, 'repositories.create'));
    const next = valueOf(await service.repositories.create(creating, { name: 'data' }));
    const rows = () => looking.count('select cast(count(*) as int) as count from objects');
    expect(await rows()).to.equal(120);
    valueOf(await service.maintenance.reclaimRepositories());
    expect(await rows()).to.equal(0);
    const present = await looking.query<{ id: string }>('select id from repositories where id = $1 or id = $2', [
      repositoryId,
      next.id,
    ]);
    expect(present.map(({ id }) => id)).to.deep.equal([next.id]);
  });

  it('has others make repositories, store and remove while its rows go', async () => {
    const [removing, writing] = processes;
    if (removing === undefined || writing === undefined) throw new Error('there are two');
    const large = await somebody(createService(removing.unitOfWork, removing.clock));
    for (let count = 0; count < 20; count += 1) await storeObject(removing, large);
    valueOf(
      await removing.unitOfWork.transact(async ({ repositories }): Promise<Result<void, never>> => {
        await repositories.remove(large.repositoryId);
        return ok(undefined);
      }),
    );
    const going = removing.unitOfWork.transact(async ({ repositories }): Promise<Result<void, never>> => {
      await repositories.removeRemains(10);
      const one = await somebody(createService(writing.unitOfWork, writing.clock));
      await storeObject(writing, one);
      valueOf(
        await writing.unitOfWork.transact(async (others): Promise<Result<void, never>> => {
          await others.repositories.remove(one.repositoryId);
          return ok(undefined);
        }),
      );
      return ok(undefined);
    });
    valueOf(await going);
    await removeRemains(removing);
    expect(await looking.count('select cast(count(*) as int) as count from objects')).to.equal(0);
    expect(await looking.count('select cast(count(*) as int) as count from repositories')).to.equal(0);
  });
});
