import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate, type Migration, migrations, NewerSchemaError, type Schema, UnreleasedSchemaError } from '@svc/persistence-sql';
import { MissingDatabaseError, openSqliteDatabase } from '@svc/persistence-sqlite';
import { idPattern } from '@svc/core/model';
import { expect } from 'chai';
import { Kysely, sql } from 'kysely';
import { Sqlite } from '../src/driver.js';
import { ImmediateSqliteDialect } from '../src/immediate-dialect.js';
import { sqliteDialect } from '../src/sqlite-dialect.js';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

/** SHA-256 over the statements of each step that has been released. A line here is never changed, only added. */
const releasedSteps: Readonly<Record<string, string>> = {
  '1 initial-schema': '94137a9f78addec7efcb2391534b7da730cf444c030cff4af2bdf6da7c9492b3',
  '2 session-ids-and-owner-levels': '47e953ca57a504d34b941f114c28e2019d8aa82ef7e87505b6560cf6502df761',
  '3 activity-and-row-counts': 'd0780fc7a3fae75be19242fbbde89c11af4d82d08c2d756b9c53b717f60185bc',
  '4 reclaimable-bytes': 'b0f9a5379ffa9b635eeed91acfc56330b0d363c9ee68b91612fb95e9b8cedd5e',
  '5 awaited-objects': '783370b66ec8a7afe1a64946f49cb7675bfd4b6fb66bc91d9e659c1d3373f0b8',
  '6 names-and-audit-details': 'eb268acd95b3f4281c56d82deb35a8ed10adac75ee4dc3dc216c75a53556a498',
  '7 git-index': '926cf9ea8710fa086a3a19241f1089da17b5a8ce6ad50a6fd5eeecf0d3dc5a70',
  '8 git-contents': 'd629deec90c93477215dff1d040d30f041b6ed760608fd7a597adb6d4f7a1fc7',
  '9 git-deletions': 'f68018013b4f91dd81f148aee6b144d1883b7261a2d2702f35b0545a35b03b28',
  '10 graph-edges': '526c79d28901be0aa95f0a7b01c95a8249b981fb08f237b84e1a4b2fb3856587',
  '11 snapshots': 'ed5841068613b9da18f9f7a0aaf72f4e54746e99c5c9cc5b0df97440dd0319f6',
  '12 git-uses': '3b754473343b6d9cac5ed4603652a70b902a222df8fae19acf7912de5b8acf6c',
  '13 odd-trees': '6d2da7460136c3d048fe4c2b5f8f546b3216b744663703362b2fe0c0f18777b6',
  '14 damaged-files': 'f37a1ddd899aef258eb73e2c572ca98fdf3d93978eebd10144ae9d3c5eeaabe7',
  '15 quarantined-objects': '8ed5af11202be6dcc0366986267369269c5614d5894c8c26758d959c34836e90',
  '16 condemned-files': '330bb1e05a5ae1bd8de5c399dd985320c3325a9a492d2d00b61135ae75d52002',
  '17 dead-bytes': '23a55b43713ffd6d16f850740ce157346ed0c2c70d0103597cacb11c72ea1008',
  '18 retired-connections': '6580f6a3087abae0cdcb2364625d256ef57e59f5a6e6b639e804acf59ea7d8ef',
  '19 conversions': '2e613d1063631f1607f27fb4b459dd19d79662faf2cb6db0e98c0e4f3e089d71',
  '20 unreachable-objects': '3f3ce9afa8a9268f5b526886266af76e3a7362a40cd149c9bfec86208f6e3409',
  '21 converted-objects': '4354cbe3154b21cf89d2979391ade3ad856edf081c5ee7a0f999fb8b49696aa8',
  '22 sparse-chunk-indexes': '738da995262115aa800bb43caf79bbb922264c7cbd7b821f86e5a5f248250c22',
  '23 requested-conversions': 'ac26111c283d2a37c37d171514167ee678b61ba85aac978004cbce42be77b3b6',
  '24 converted-objects-of-organizations': '9a5fb4b012575e0554336e8c8f3734f61b47767d8fae35e369657d4175c6ba57',
  '25 resent-objects': 'b3b339a684f35345ba73628c65da3d5ba57437082b5235fd259482d0c59f2162',
  '26 audit-in-order': '6efcd11aa2a7ea9cfbe0d36ccd055d972a026a14e27c1fbbe5ad16b529da9222',
  '27 removed-converted-objects': '4bd5e7fbf2c27f9e35dd1fc17429dbf000a8505a1ee604553940cbe3d4dfdfcd',
  '28 refused-versions': 'acee07aca2d5479cef406dff7a6ae4b8c6c4229a6cb8c2acf5758bec897df411',
  '29 download-writers': 'becdd13e5308b78f3add8189079816a2774584c6e44c66bc1ec67416028a291b',
  '30 sessions-by-end': 'a5e7e79007ee92ee16260625977945eee304d382ef3282659c6a2eeeebbf6212',
  '31 verifications-of-organizations': 'bfdbd81e64a9c23da864286a7614419a35f879b4eb4edbb43344e4d5377c9e56',
  '32 removed-objects': '51f8b7ae5622befdd06d5b013d489b069ece7e870f93b5058553fad3c90e6941',
  '33 narrow-indexes': '40aab98bab2e002de9cc7d2e1a9e98066adc823474be746b2ca3a268804bccaa',
  '34 long-paths': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};

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

const inMemory = () => new Kysely<Schema>({ dialect: new ImmediateSqliteDialect(new Sqlite(':memory:')) });

/** Steps that databases took before there was a release. */
const unreleased = {
  'its first step': [{ number: 1, name: 'first-records' }],
  'more steps than there are now': [
    { number: 1, name: 'first-records' },
    { number: 2, name: 'chunk-tree' },
  ],
} as const;

const atPath = async <T>(path: string, work: (db: Kysely<Schema>) => Promise<T>): Promise<T> => {
  const db = new Kysely<Schema>({ dialect: new ImmediateSqliteDialect(new Sqlite(path)) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
};

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
    await migrate(fresh, sqliteDialect, stepsOfTomorrow);
    const expected = await readSchema(fresh);
    await fresh.destroy();
    for (let start = 0; start <= stepsOfTomorrow.length; start += 1) {
      const db = inMemory();
      await migrate(db, sqliteDialect, stepsOfTomorrow.slice(0, start));
      expect(await db.selectFrom('migrations').selectAll().execute()).to.have.length(start);
      await migrate(db, sqliteDialect, stepsOfTomorrow);
      expect(await readSchema(db)).to.deep.equal(expected);
      await migrate(db, sqliteDialect, stepsOfTomorrow);
      expect(await readSchema(db)).to.deep.equal(expected);
      await db.destroy();
    }
  });

  it('keep the rows that are there', async () => {
    const db = inMemory();
    await migrate(db, sqliteDialect);
    await sql`insert into organizations (id, name, slug, plan_id, byos_add_on, created_at) values ('o', 'O', 'o', 'free', 0, 5)`.execute(
      db,
    );
    await migrate(db, sqliteDialect, stepsOfTomorrow);
    const { rows } = await sql`select id, created_at, of_tomorrow from organizations`.execute(db);
    expect(rows).to.deep.equal([{ id: 'o', created_at: 5, of_tomorrow: 7 }]);
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

  it('are not taken where there has to be a database and is none: nothing is made, or the file stays empty', async () => {
    const path = join(folder.path, 'svc.db');
    const reasonOf = async (): Promise<unknown> => {
      const [outcome] = await Promise.allSettled([openSqliteDatabase({ path, mustExist: true })]);
      return outcome.status === 'rejected' && outcome.reason;
    };
    expect(await reasonOf()).to.be.an.instanceOf(MissingDatabaseError);
    expect(readdirSync(folder.path)).to.deep.equal([]);
    await atPath(path, async (db) => {
      await sql`vacuum`.execute(db);
    });
    expect(await reasonOf()).to.be.an.instanceOf(MissingDatabaseError);
    expect(await atPath(path, (db) => db.introspection.getTables())).to.deep.equal([]);
    await (await openSqliteDatabase({ path })).close();
    await (await openSqliteDatabase({ path, mustExist: true })).close();
  });

  it('stop the start on a file that a later version has written', async () => {
    const path = join(folder.path, 'svc.db');
    await (await openSqliteDatabase({ path })).close();
    await atPath(path, (db) => migrate(db, sqliteDialect, stepsOfTomorrow));
    const [outcome] = await Promise.allSettled([openSqliteDatabase({ path })]);
    expect(outcome.status === 'rejected' && outcome.reason).to.be.an.instanceOf(NewerSchemaError);
    const [again] = await Promise.allSettled([openSqliteDatabase({ path })]);
    expect(again.status === 'rejected' && again.reason, 'the claim is released').to.be.an.instanceOf(NewerSchemaError);
  });

  for (const [what, steps] of Object.entries(unreleased)) {
    it(`stop the start on a file that an unreleased version has made (${what}), and leave it as it is`, async () => {
      const path = join(folder.path, 'svc.db');
      await atPath(path, async (db) => {
        await migrate(db, sqliteDialect, []);
        await db.schema.createTable('users').addColumn('id', 'text').execute();
        await db
          .insertInto('migrations')
          .values([...steps])
          .execute();
      });
      const before = await atPath(path, readSchema);
      const [outcome] = await Promise.allSettled([openSqliteDatabase({ path })]);
      const reason: unknown = outcome.status === 'rejected' && outcome.reason;
      expect(reason).to.be.an.instanceOf(UnreleasedSchemaError);
      expect(reason)
        .to.have.property('message')
        .that.matches(/unreleased version .* start with a new, empty database[^\n]*$/);
      expect(await atPath(path, readSchema)).to.deep.equal(before);
    });
  }

  it('gives each session that was there an id and an end, and each level its author where the audit log knows', async () => {
    const db = inMemory();
    await migrate(db, sqliteDialect, migrations.slice(0, 1));
    const run = (text: string) => sql.raw(text).execute(db);
    await run(`insert into organizations values ('o', 'O', 'o', 'free', 0, 0)`);
    for (const [name, role] of [
      ['owner', 'OWNER'],
      ['admin', 'ADMIN'],
    ]) {
      await run(`insert into users values ('${name}', null, 0, '${name}', 'ACTIVE', 0)`);
      await run(`insert into memberships values ('o', '${name}', '${role}', 0)`);
    }
    await run(`insert into repositories values ('r', 'o', 'R', 'r', '', 'PRIVATE', 'managed', null, null, 'n', 0, 0, 0)`);
    const day = 24 * 60 * 60 * 1000;
    await run(`insert into credential_sessions values (x'01', 'owner', 5, 6, 0), (x'02', 'owner', 5, ${90 * day}, 0)`);
    for (const [user, actor, at] of [
      ['owner', 'admin', 10],
      ['admin', 'owner', 20],
    ] as const) {
      await run(`insert into repository_members values ('r', '${user}', 'NONE', ${at})`);
      await run(
        `insert into audit_events (organization_id, action, actor_id, target, at) values ('o', 'repository.member.set', '${actor}', 'r/members/${user}', ${at})`,
      );
    }
    await migrate(db, sqliteDialect);
    const levels = await db.selectFrom('repository_members').select(['user_id', 'set_by_owner']).orderBy('user_id').execute();
    expect(levels).to.deep.equal([
      { user_id: 'admin', set_by_owner: 1 },
      { user_id: 'owner', set_by_owner: 0 },
    ]);
    const { rows } = await sql<{ id: string; ends_at: number }>`
      select id, ends_at from credential_sessions order by secret_sha256`.execute(db);
    expect(rows.map((row) => row.ends_at)).to.deep.equal([5 + 30 * day, 90 * day]);
    expect(new Set(rows.map(({ id }) => id)).size).to.equal(2);
    for (const { id } of rows) expect(id).to.match(idPattern);
    await db.destroy();
  });

  it('give what was in the audit log and in the activity ids that count nothing', async () => {
    const db = inMemory();
    await migrate(db, sqliteDialect, migrations.slice(0, 5));
    for (const at of [1, 2]) {
      await sql`insert into audit_events (organization_id, action, target, at) values ('o', 'token.create', 't', ${at})`.execute(
        db,
      );
      await sql`insert into activity (organization_id, type, data, at) values ('o', 'token.created', '{}', ${at})`.execute(db);
    }
    await migrate(db, sqliteDialect);
    const ids = [
      ...(await db.selectFrom('audit_events').select('id').execute()),
      ...(await db.selectFrom('activity').select('id').execute()),
    ].map(({ id }) => id);
    expect(new Set(ids).size).to.equal(4);
    for (const id of ids) expect(id).to.match(idPattern);
    await db.destroy();
  });
});
