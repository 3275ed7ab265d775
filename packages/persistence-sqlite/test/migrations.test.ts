import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { migrate, migrations, NewerSchemaError, type Schema } from '@svc/persistence-sql';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { Kysely, sql } from 'kysely';
import { ImmediateSqliteDialect } from '../src/immediate-dialect.js';
import { sqliteDialect } from '../src/sqlite-dialect.js';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

/** SHA-256 over the statements of each step that has been released. A line here is never changed, only added. */
const releasedSteps: Readonly<Record<string, string>> = {
  '1 first-records': 'feb5375bd4db52bd677b1869e99af268fdf940050c122072f43b692093122653',
  '2 chunk-tree': 'b9057203f095d24d7dbcf8d8130428ae1a8b7f3d1035cb8ed1a95da3eb247bea',
  '3 storage-connections': 'bac04474d269af24f6895068dfc29a2eba364c06d115027c36665bc03223dfe7',
  '4 leases': '6a23065bdde847bf3a7a4121fbb82b9a284409bdf29db4ff9a193bb20e343b6c',
  '5 parted-uploads': '407f764998690d2b25a05c484c66dd6fb1745cc15adf4d0d1f14b663e8014dc8',
};

const inMemory = () => new Kysely<Schema>({ dialect: new ImmediateSqliteDialect(new Database(':memory:')) });

const readSchema = async (db: Kysely<Schema>) => {
  const { introspection } = db;
  const tables = await introspection.getTables({ withInternalKyselyTables: true });
  const steps = await db.selectFrom('migrations').selectAll().orderBy('number').execute();
  return { tables, steps };
};

const hashOf = async (step: (typeof migrations)[number]): Promise<string> => {
  const db = inMemory();
  const statements = step.statements(db.schema, sqliteDialect).map((statement) => statement.compile().sql);
  await db.destroy();
  return createHash('sha256').update(statements.join(';\n')).digest('hex');
};

describe('the steps of the schema', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => (folder = await makeTemporaryFolder()));
  afterEach(() => folder.remove());

  it('are counted from 1 without gaps', () => {
    expect(migrations.map(({ number }) => number)).to.deep.equal(migrations.map((_, index) => index + 1));
  });

  it('never change once they are released', async () => {
    const steps = await Promise.all(migrations.map(async (step) => [`${step.number} ${step.name}`, await hashOf(step)]));
    expect(Object.fromEntries(steps)).to.deep.equal(releasedSteps);
  });

  it('lead to the same schema from every earlier number, and doing them again changes nothing', async () => {
    const fresh = inMemory();
    await migrate(fresh, sqliteDialect);
    const expected = await readSchema(fresh);
    await fresh.destroy();
    for (let start = 0; start <= migrations.length; start += 1) {
      const db = inMemory();
      await migrate(db, sqliteDialect, start);
      expect(await db.selectFrom('migrations').selectAll().execute()).to.have.length(start);
      await migrate(db, sqliteDialect);
      expect(await readSchema(db)).to.deep.equal(expected);
      await migrate(db, sqliteDialect);
      expect(await readSchema(db)).to.deep.equal(expected);
      await db.destroy();
    }
  });

  it('keep the objects that are there: they are whole and have no manifest', async () => {
    const db = inMemory();
    await migrate(db, sqliteDialect, 1);
    await sql`insert into organizations values ('o', 'O', 'o', 'free', 0)`.execute(db);
    await sql`insert into repositories values ('r', 'o', 'R', 'r', '', 'PRIVATE', 'managed', null, null, 'n', 0, 0, 0)`.execute(
      db,
    );
    await sql`insert into objects values ('r', x'00ff', 5, 4, 'u', 3)`.execute(db);
    await migrate(db, sqliteDialect);
    expect(
      await db.selectFrom('objects').select(['size_bytes', 'layout', 'manifest_sha256', 'created_at']).execute(),
    ).to.deep.equal([{ size_bytes: 5, layout: 'whole', manifest_sha256: null, created_at: 3 }]);
    await db.destroy();
  });

  it('keep the proofs that were put off: they are due, the oldest first, and nobody has tried them', async () => {
    const db = inMemory();
    await migrate(db, sqliteDialect, 3);
    await sql`insert into organizations values ('o', 'O', 'o', 'free', 0, 0)`.execute(db);
    await sql`insert into repositories values ('r', 'o', 'R', 'r', '', 'PRIVATE', 'managed', null, null, 'n', 0, 0, 0)`.execute(
      db,
    );
    await sql`insert into pending_proofs values ('r', x'01', 5, 'u', 8), ('r', x'02', 5, 'u', 7)`.execute(db);
    await migrate(db, sqliteDialect);
    const proofs = db.selectFrom('pending_proofs').orderBy('due_at').orderBy('requested_at');
    expect(await proofs.select(['requested_at', 'due_at', 'claimed_by', 'attempts']).execute()).to.deep.equal([
      { requested_at: 7, due_at: 0, claimed_by: null, attempts: 0 },
      { requested_at: 8, due_at: 0, claimed_by: null, attempts: 0 },
    ]);
    await db.destroy();
  });

  it('are all taken or none: a failing step leaves the database as it was', async () => {
    const db = inMemory();
    await db.schema.createTable('users').addColumn('id', 'text').execute();
    const outcome = await Promise.allSettled([migrate(db, sqliteDialect)]);
    expect(outcome[0].status).to.equal('rejected');
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
    expect(tables.map(({ name }) => name)).to.deep.equal(['users']);
    await db.destroy();
  });

  it('stop the start on a file that a later version has written', async () => {
    const path = join(folder.path, 'svc.db');
    await (await openSqliteDatabase({ path })).close();
    const database = new Database(path);
    database.prepare('insert into migrations (number, name) values (?, ?)').run(migrations.length + 1, 'of-tomorrow');
    database.close();
    const [outcome] = await Promise.allSettled([openSqliteDatabase({ path })]);
    expect(outcome.status === 'rejected' && outcome.reason).to.be.an.instanceOf(NewerSchemaError);
    const [again] = await Promise.allSettled([openSqliteDatabase({ path })]);
    expect(again.status === 'rejected' && again.reason, 'the claim is released').to.be.an.instanceOf(NewerSchemaError);
  });
});
