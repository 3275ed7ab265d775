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
  /** What the first of the processes has said to the database. */
  let statements: string[];
  beforeEach(async () => {
    database = await newDatabase();
    const options = { url: database.url, ...generousTimeouts };
    statements = [];
    const onStatement = (text: string): void => void statements.push(text);
    processes = [await openPostgresDatabase({ ...options, onStatement }), await openPostgresDatabase(options)];
    [outside, looking] = [await connectOutside(database.url), await connectOutside(database.url)];
  });
  afterEach(async () => {
    for (const each of [...processes, outside, looking]) await each.close();
    await database.drop();
  });

  const storeObject = async ({ unitOfWork }: PostgresDatabase, { repositoryId, owner }: Somebody) => {
    const object = { oid: oidOf(randomBytes(16)), sizeBytes: 16, physicalBytes: 16, layout: 'whole', name: undefined } as const;
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

  const untilItWaits = () =>
    waitUntil('it waits for as long as it takes', async () => {
      const waiting = await looking.count(`
        select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query_start < clock_timestamp() - interval '1 second'`);
      return waiting === 1;
    });

  it('is removed in one try; the downloads are left for later', async () => {
    const [removing, writing] = processes;
    if (removing === undefined || writing === undefined) throw new Error('there are two');
    const service = createService(removing.unitOfWork, removing.clock);
    const one = await somebody(service);
    const { repositoryId, organizationId } = one.push.repository;
    const counted = await downloadsOf(removing, one);
    // What stands in the way of the removal in its midst.
    await outside.query('begin');
    await outside.query('lock table repository_uploads in exclusive mode');
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
    expect(left).to.deep.equal(counted);
    expect(valueOf(await addDownloads(writing, left))).to.deep.equal({ egress: [], objects: [] });
    const days = valueOf(await writing.unitOfWork.read(({ traffic }) => traffic.listDays(organizationId, 0)));
    expect(days.map(({ egressBytes }) => egressBytes)).to.deep.equal([5]);
  });

  it('begins anew before it has removed much when a download was counted just before it held the repository', async () => {
    const [removing, writing] = processes;
    if (removing === undefined || writing === undefined) throw new Error('there are two');
    const one = await somebody(createService(removing.unitOfWork, removing.clock));
    const counted = await downloadsOf(removing, one);
    valueOf(await addDownloads(writing, counted));
    await outside.query('begin');
    await outside.query('select from repositories for key share');
    const removed = removing.unitOfWork.transact(async ({ repositories }): Promise<Result<void, never>> => {
      await repositories.remove(one.repositoryId);
      return ok(undefined);
    });
    await untilItWaits();
    valueOf(await addDownloads(writing, counted));
    const before = statements.length;
    await outside.query('rollback');
    valueOf(await removed);
    const since = statements.slice(before);
    const inVain = since.slice(0, since.indexOf('rollback'));
    expect(since).to.include('rollback');
    expect(inVain.filter((text) => text.includes('"chunks"'))).to.deep.equal([]);
  });
});
