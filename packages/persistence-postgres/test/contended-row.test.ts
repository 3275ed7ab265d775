import { contended, type OrganizationId, trusted, type Unavailable, type UserId } from '@svc/core/model';
import { openPostgresDatabase, type PostgresDatabase, type PostgresDatabaseOptions } from '@svc/persistence-postgres';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { ok, type Result } from 'neverthrow';
import { connectOutside, type Outside } from './rigs/outside.js';
import { generousTimeouts } from './rigs/generous-timeouts.js';

const organizationId = trusted<OrganizationId>('o');

/** Adds one to a number that is kept as the organization's name: reads, then writes. */
const addOne = ({ unitOfWork }: PostgresDatabase): PromiseLike<Result<void, Unavailable>> =>
  unitOfWork.transact(async ({ organizations }): Promise<Result<void, never>> => {
    const organization = await organizations.find(organizationId);
    if (organization === undefined) throw new Error('the organization is there');
    await organizations.update({ ...organization, name: String(Number(organization.name) + 1) });
    return ok(undefined);
  });

/** Holds the organization first, as most use cases do. */
const lockAndCount = ({ unitOfWork }: PostgresDatabase, whileLeased: () => Promise<void> = () => Promise.resolve()) =>
  unitOfWork.transact(async ({ organizations }): Promise<Result<number, never>> => {
    await organizations.lock(organizationId);
    await whileLeased();
    return ok(await organizations.countMembers(organizationId));
  });

describe('a row that many transactions want', () => {
  let database: TestDatabase;
  let outside: Outside;
  const opened: PostgresDatabase[] = [];
  const open = async (options: Partial<PostgresDatabaseOptions> = {}): Promise<PostgresDatabase> => {
    const each = await openPostgresDatabase({ url: database.url, ...generousTimeouts, ...options });
    opened.push(each);
    return each;
  };
  beforeEach(async () => {
    database = await newDatabase();
    await open();
    outside = await connectOutside(database.url);
    await outside.query(
      `insert into organizations (id, name, slug, plan_id, byos_add_on, created_at) values ('o', '0', 'o', 'free', 0, 0)`,
    );
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
    await outside.close();
    await database.drop();
  });

  it('is had by each of 64 in two processes, and none is turned away', async () => {
    const processes = [await open(), await open()];
    const outcomes = await Promise.all(processes.flatMap((each) => Array.from({ length: 32 }, () => addOne(each))));
    expect(outcomes.filter((outcome) => outcome.isErr())).to.deep.equal([]);
    expect(await outside.query('select name from organizations')).to.deep.equal([{ name: '64' }]);
  });

  it('goes from one to the next in two processes that never stop asking, and nobody is overtaken again and again', async () => {
    const processes = [await open(), await open()];
    let committed = 0;
    const overtakings: number[] = [];
    const ask = async (each: PostgresDatabase): Promise<void> => {
      for (let round = 0; round < 40; round += 1) {
        const before = committed;
        expect((await lockAndCount(each)).isOk()).to.equal(true);
        overtakings.push(committed - before);
        committed += 1;
      }
    };
    await Promise.all(processes.flatMap((each) => Array.from({ length: 8 }, () => ask(each))));
    // 15 others are before it. Where one process does not know of the other's turns it is 140 to 220.
    expect(Math.max(...overtakings)).to.be.lessThan(100);
  });

  it('is waited for in the process without a connection, by those who hold it first', async () => {
    const each = await open({ poolSize: 2, connectTimeoutMs: 2000 });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const holder = lockAndCount(each, () => released);
    const waiting = Array.from({ length: 20 }, () => lockAndCount(each));
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const read = await each.unitOfWork.read(({ users }) => users.find(trusted<UserId>('nobody')));
    expect(read.isOk(), 'the other connection is free').to.equal(true);
    release();
    for (const outcome of await Promise.all([holder, ...waiting])) expect(outcome.isOk()).to.equal(true);
  });

  it('keeps the connections of none but a few busy, of those who look at something before they want it', async () => {
    const each = await open({ poolSize: 2, lockTimeoutMs: 5000 });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const holder = lockAndCount(await open(), () => {
      begin();
      return released;
    });
    await begun;
    const waiting = Array.from({ length: 8 }, () => addOne(each));
    await waitUntil('no connection is waited for', () => each.connections().waiting === 0);
    const asked = performance.now();
    for (let time = 0; time < 5; time += 1) {
      waiting.push(addOne(each));
      expect((await each.unitOfWork.read(({ users }) => users.find(trusted<UserId>('nobody')))).isOk()).to.equal(true);
    }
    const tookMs = performance.now() - asked;
    release();
    expect((await holder).isOk()).to.equal(true);
    for (const outcome of await Promise.all(waiting)) expect(outcome.isOk()).to.equal(true);
    expect(await outside.query('select name from organizations')).to.deep.equal([{ name: String(waiting.length) }]);
    // Each would wait for five seconds with its connection.
    expect(tookMs).to.be.lessThan(4000);
  });

  it('that does not come free in time is unavailable, in the process of its holder and in another one', async () => {
    const [here, there] = [
      await open({ contentionTimeoutMs: 1000 }),
      await open({ contentionTimeoutMs: 1000, lockTimeoutMs: 1000 }),
    ];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const holder = lockAndCount(here, () => {
      begin();
      return released;
    });
    await begun;
    const outcomes = await Promise.all([lockAndCount(here), lockAndCount(there)]);
    for (const outcome of outcomes) {
      expect(outcome.isErr() && outcome.error).to.equal(contended);
    }
    release();
    expect((await holder).isOk()).to.equal(true);
    expect((await lockAndCount(here)).isOk()).to.equal(true);
    expect((await lockAndCount(there)).isOk()).to.equal(true);
  });

  it('leaves no lock of a lane behind', async () => {
    const processes = [await open(), await open()];
    const outcomes = await Promise.all(processes.flatMap((each) => Array.from({ length: 16 }, () => addOne(each))));
    expect(outcomes.every((outcome) => outcome.isOk())).to.equal(true);
    expect(await outside.count(`select count(*) from pg_locks where locktype = 'advisory'`)).to.equal(0);
  });
});
