import { randomBytes } from 'node:crypto';
import {
  MissingDatabaseError,
  openPostgresDatabase,
  UnsupportedEncodingError,
  UnsupportedServerError,
} from '@svc/persistence-postgres';
import { migrate, type Migration, migrations, NewerSchemaError, type Schema, UnreleasedSchemaError } from '@svc/persistence-sql';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { Kysely, sql } from 'kysely';
import { poolDialect } from '../src/pool-driver.js';
import { openPools } from '../src/pools.js';
import { postgresDialect } from '../src/postgres-dialect.js';
import { demandVersion } from '../src/server-facts.js';

/** The step that some later version may bring. */
const nextStep: Migration = {
  number: migrations.length + 1,
  name: 'of-tomorrow',
  statements: (schema) => [
    schema.alterTable('organizations').addColumn('of_tomorrow', 'bigint', (column) => column.notNull().defaultTo(sql.lit(7))),
    schema.createIndex('organizations_of_tomorrow').on('organizations').column('of_tomorrow'),
  ],
};
const stepsOfTomorrow = [...migrations, nextStep];

/** Everything that the steps have made. */
const readSchema = async (db: Kysely<Schema>) => {
  const columns = await sql`
    select table_name, column_name, data_type, collation_name, is_nullable, column_default, is_identity
    from information_schema.columns where table_schema = 'public' order by table_name, column_name`.execute(db);
  const indexes = await sql`select indexdef from pg_indexes where schemaname = 'public' order by indexdef`.execute(db);
  const constraints = await sql`
    select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace order by 1, 2`.execute(db);
  const steps = await db.selectFrom('migrations').selectAll().orderBy('number').execute();
  return { columns: columns.rows, indexes: indexes.rows, constraints: constraints.rows, steps };
};

describe('the steps of the schema on PostgreSQL', () => {
  const opened: { readonly database: TestDatabase; readonly leave: () => Promise<void> }[] = [];

  /** An empty database, or a copy of one that nobody is connected to. */
  const openNew = async (copyOf?: string) => {
    const database = await newDatabase(copyOf === undefined ? {} : { copyOf });
    const pools = openPools({ url: database.url, laneWaitMs: 1000 });
    let closing: Promise<void> | undefined;
    const leave = () => (closing ??= pools.close());
    opened.push({ database, leave });
    return { url: database.url, db: new Kysely<Schema>({ dialect: poolDialect({ pool: pools.open }) }), leave };
  };

  afterEach(async () => {
    for (const { database, leave } of opened.splice(0)) {
      await leave();
      await database.drop();
    }
  });

  it('lead to the same schema from every earlier number, and doing them again changes nothing', async () => {
    const fresh = await openNew();
    await migrate(fresh.db, postgresDialect, stepsOfTomorrow);
    const expected = await readSchema(fresh.db);
    // Each earlier number is one step from the one before it, so that the first step, which takes longest, is taken once.
    let before: string | undefined;
    for (let start = 0; start <= stepsOfTomorrow.length; start += 1) {
      const { url, db, leave } = await openNew(before);
      await migrate(db, postgresDialect, stepsOfTomorrow.slice(0, start));
      expect(await db.selectFrom('migrations').selectAll().execute()).to.have.length(start);
      await leave();
      const { db: brought } = await openNew(url);
      await migrate(brought, postgresDialect, stepsOfTomorrow);
      expect(await readSchema(brought)).to.deep.equal(expected);
      await migrate(brought, postgresDialect, stepsOfTomorrow);
      expect(await readSchema(brought)).to.deep.equal(expected);
      before = url;
    }
  });

  it('keep the paths of Git histories that are there, and take long ones from then on', async () => {
    const { db } = await openNew();
    await migrate(db, postgresDialect, migrations.slice(0, 33));
    const [short, long] = [Buffer.from('a'), randomBytes(4096)];
    const insert = (object: number, path: Uint8Array) =>
      db.transaction().execute(async (transaction) => {
        // The rows refer to a repository and a session, of which the step knows nothing.
        await sql`set local session_replication_role = replica`.execute(transaction);
        await sql`insert into git_uses values ('r', ${object}, 1, ${path})`.execute(transaction);
        await sql`insert into git_renames values ('r', ${object}, ${path}, ${path}, 50)`.execute(transaction);
        await sql`insert into git_pending_folders values ('s', ${Buffer.of(object)}, ${path}, null, null)`.execute(transaction);
      });
    const reasonOf = async (inserted: Promise<unknown>) => {
      const [outcome] = await Promise.allSettled([inserted]);
      return outcome.status === 'rejected' && String(outcome.reason);
    };
    // It compresses, and so it was taken.
    const even = Buffer.alloc(4096, 'e');
    for (const path of [short, even]) await insert(1, path);
    expect(await reasonOf(insert(2, long))).to.match(/index row size \d+ exceeds/);
    await migrate(db, postgresDialect);
    await insert(2, long);
    const { rows } = await sql`
      select object_number::int4 as number, path, to_path, from_path, folder
      from git_uses
      join git_renames on git_renames.commit_number = object_number and to_path = path
      join git_pending_folders on get_byte(commit_id, 0) = object_number and folder = path
      order by object_number, path`.execute(db);
    const rowOf = (number: number, path: Uint8Array) => ({ number, path, to_path: path, from_path: path, folder: path });
    expect(rows).to.deep.equal([rowOf(1, short), rowOf(1, even), rowOf(2, long)]);
    for (const path of [short, even]) expect(await reasonOf(insert(1, path))).to.match(/duplicate key .* "git_uses_key"/);
  });

  it('make every text compare by its bytes', async () => {
    const { db } = await openNew();
    await migrate(db, postgresDialect);
    const { rows } = await sql`
      select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'`.execute(db);
    expect(rows).to.deep.equal([]);
  });

  it('are taken once when eight processes start at once', async () => {
    const { url, db } = await openNew();
    const databases = await Promise.all(Array.from({ length: 8 }, () => openPostgresDatabase({ url, poolSize: 2 })));
    for (const { unitOfWork, close } of databases) {
      expect((await unitOfWork.check()).isOk()).to.equal(true);
      await close();
    }
    expect((await readSchema(db)).steps.map(({ number }) => number)).to.deep.equal(migrations.map(({ number }) => number));
  });

  it('are all taken or none: a failing step leaves the database as it was', async () => {
    const { db } = await openNew();
    await sql`create table users (id text)`.execute(db);
    const [outcome] = await Promise.allSettled([migrate(db, postgresDialect)]);
    expect(outcome.status).to.equal('rejected');
    const { rows } = await sql`select tablename from pg_tables where schemaname = 'public'`.execute(db);
    expect(rows).to.deep.equal([{ tablename: 'users' }]);
  });

  it('stop the start on a database that a later version has written', async () => {
    const { url, db } = await openNew();
    await migrate(db, postgresDialect, stepsOfTomorrow);
    const [outcome] = await Promise.allSettled([openPostgresDatabase({ url })]);
    expect(outcome.status === 'rejected' && outcome.reason).to.be.an.instanceOf(NewerSchemaError);
  });

  it('stop the start on a database that an unreleased version has made, and leave it as it is', async () => {
    const { url, db } = await openNew();
    await migrate(db, postgresDialect, []);
    await db.insertInto('migrations').values({ number: 1, name: 'first-records' }).execute();
    const before = await readSchema(db);
    const [outcome] = await Promise.allSettled([openPostgresDatabase({ url })]);
    expect(outcome.status === 'rejected' && outcome.reason).to.be.an.instanceOf(UnreleasedSchemaError);
    expect(await readSchema(db)).to.deep.equal(before);
  });

  it('are not taken in an empty database where there has to be one of the service, and leave it empty', async () => {
    const { url, db } = await openNew();
    const [outcome] = await Promise.allSettled([openPostgresDatabase({ url, mustExist: true })]);
    expect(outcome.status === 'rejected' && outcome.reason).to.be.an.instanceOf(MissingDatabaseError);
    expect(await db.introspection.getTables()).to.deep.equal([]);
    await (await openPostgresDatabase({ url })).close();
    await (await openPostgresDatabase({ url, mustExist: true })).close();
  });

  it('wait as long as it takes for those of another process, whatever the timeouts', async () => {
    const { url, db } = await openNew();
    const starting = await db.transaction().execute(async (transaction) => {
      await postgresDialect.lockMigrations(transaction);
      const begun = openPostgresDatabase({ url, lockTimeoutMs: 500, statementTimeoutMs: 1000 });
      const waiting = sql<{ count: number }>`
        select count(*)::int4 as count from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where datname = current_database() and locktype = 'advisory' and not granted`;
      await waitUntil('the other one waits', async () => ((await waiting.execute(db)).rows[0]?.count ?? 0) > 0);
      // The driver gives up five seconds after the server should have.
      await new Promise((resolve) => setTimeout(resolve, 6500));
      return { begun };
    });
    await (await starting.begun).close();
  });

  it('are not tried on a server that is too old', () => {
    expect(() => demandVersion('130011', '13.11')).to.throw(UnsupportedServerError, 'PostgreSQL 13.11');
    expect(() => demandVersion('140000', '14.0')).not.to.throw();
  });

  it('are not tried on a database that is not in UTF-8', async () => {
    const { url, db } = await openNew();
    const latin = new URL(url);
    latin.pathname += '_latin';
    const name = sql.id(latin.pathname.slice(1));
    await sql`create database ${name} encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`.execute(db);
    const refused = await openPostgresDatabase({ url: latin.href }).catch((error: unknown) => error);
    await sql`drop database ${name} with (force)`.execute(db);
    expect(refused).to.be.instanceOf(UnsupportedEncodingError).and.to.have.property('encoding', 'LATIN1');
  });
});
