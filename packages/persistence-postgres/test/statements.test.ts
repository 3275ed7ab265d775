import { type OrganizationId, trusted, unavailable, type UserId } from '@svc/core/model';
import { openPostgresDatabase, type PostgresDatabase } from '@svc/persistence-postgres';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import { expect } from 'chai';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { ok, type Result } from 'neverthrow';
import { postgresDialect } from '../src/postgres-dialect.js';
import { createStatementNames } from '../src/statement-names.js';
import { connectOutside, type Outside } from './rigs/outside.js';

/** Writes SQL, and asks no database. */
const writer = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const userId = trusted<UserId>('u');
const organizationId = trusted<OrganizationId>('o');

describe('names of statements', () => {
  it('are the same for the same text', () => {
    const nameOf = createStatementNames();
    expect(nameOf('select 1')).to.equal(nameOf('select 1'));
    expect(nameOf('select 1')).not.to.equal(nameOf('select 2'));
  });

  it('are given to so many texts, and to none that is long', () => {
    const nameOf = createStatementNames();
    expect(nameOf('x'.repeat(5000))).to.equal(undefined);
    const names = Array.from({ length: 400 }, (_, at) => nameOf(`select ${at}`));
    expect(new Set(names.slice(0, 300))).to.have.property('size', 300);
    expect(names.slice(300).every((name) => name === undefined)).to.equal(true);
    expect(nameOf('select 0')).to.equal(names[0]);
  });

  it('are given to nothing that goes through a list, which is planned for the values of each list', () => {
    const nameOf = createStatementNames();
    const rows = {
      hashes: postgresDialect.hashRows(postgresDialect.hashesParameter([])).as('given'),
      numbers: postgresDialect.numberRows(postgresDialect.numbersParameter([])).as('given'),
      rows: postgresDialect.givenRows(postgresDialect.rowsParameter([]), { of: 'number' }).as('given'),
    };
    const texts = [writer.selectFrom(rows.hashes), writer.selectFrom(rows.numbers), writer.selectFrom(rows.rows)].map(
      (query) => query.selectAll().compile().sql,
    );
    for (const text of texts) expect(nameOf(text), text).to.equal(undefined);
  });
});

describe('statements that are prepared', () => {
  let database: TestDatabase;
  let outside: Outside;
  let opened: PostgresDatabase;
  beforeEach(async () => {
    database = await newDatabase();
    outside = await connectOutside(database.url);
    opened = await openPostgresDatabase({ url: database.url, poolSize: 2 });
    await outside.query(`insert into users (id, email_verified, name, status, created_at) values ('u', 0, 'Ada', 'ACTIVE', 0)`);
    await outside.query(
      `insert into organizations (id, name, slug, plan_id, byos_add_on, created_at) values ('o', 'O', 'o', 'free', 0, 0)`,
    );
  });
  afterEach(async () => {
    await opened.close();
    await outside.close();
    await database.drop();
  });

  const find = () => opened.unitOfWork.read(({ organizations }) => organizations.find(organizationId));
  const rename = () =>
    opened.unitOfWork.transact(async ({ organizations, users }): Promise<Result<void, never>> => {
      await users.rename(userId, 'Countess');
      await organizations.find(organizationId);
      return ok(undefined);
    });

  it('that a pooler has lost cost the one that misses them, and are prepared anew over another connection', async () => {
    for (let time = 0; time < 3; time += 1) expect((await rename()).isOk()).to.equal(true);
    await outside.query(
      `create function lose() returns trigger language plpgsql as $$ begin execute 'deallocate all'; return new; end $$`,
    );
    await outside.query('create trigger lose before update on users for each row execute function lose()');
    expect((await rename())._unsafeUnwrapErr()).to.deep.equal(unavailable('database'));
    await outside.query('drop trigger lose on users');
    for (let time = 0; time < 3; time += 1) expect((await rename()).isOk()).to.equal(true);
  });

  it('go on when a later version of the service, beside this one, has added a column', async () => {
    for (let time = 0; time < 3; time += 1) {
      expect((await find()).isOk()).to.equal(true);
      expect((await rename()).isOk()).to.equal(true);
    }
    await outside.query('alter table organizations add column of_tomorrow text');
    for (let time = 0; time < 5; time += 1) {
      expect((await rename()).isOk()).to.equal(true);
      const found = await find();
      expect(found.isOk() && found.value?.name).to.equal('O');
    }
  });
});
