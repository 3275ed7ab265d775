import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type RepositoryId, trusted } from '@svc/core/model';
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
  '2 chunk-tree': '9c9a0bb945fd388b0ef7ae1f7bef468f64cf02f83f74fd0c0591076788cf408a',
  '3 storage-connections': 'bac04474d269af24f6895068dfc29a2eba364c06d115027c36665bc03223dfe7',
  '4 leases': '0602049ff5b023ad8668a4a7b1d0a6ed5448d20aa9639804ef44fd723849f569',
  '5 multipart-uploads': '1ba65f23715d6fe90a0e655eb79a6f90d77c5fd1cb49bed41671c62897c91f76',
  '6 usage-by-day': 'd49cfb2975b74ea0ade6f87766f08843bf02e4b14732f78c93a475ed21027cbc',
  '7 groups-and-audit': '93d495356bbb4fa774705709ba3fbd11f3b32fa0097f121aecfd7d471e1b7a0d',
  '8 activity': 'd7f9fdbcb21a19606d622ddc9be6d7d936b6441b1c10b0d3b0db99dcb064052b',
  '9 webhooks': 'dc5037b69dea4ba1cf63d0b1fb4c83319ea811866dbd015e13f0d7c7572d57ba',
  '10 billing': '21e7d68c0619a4c02e0166981ae33b319e9ff329b7596fb45636b568c78cd852',
  '11 people': '2a684276448436b1e01bfb0a10f779c7898cbc185f15ef03c3cce00c2fe6ae9c',
  '12 search': '982233b3fc377dbe97b539a5b6564dbc9c7a8227beca8701c6d99f21da28ae04',
  '13 artifacts': '2c038f246ecccd513de1a5085cada03423bf0d6976fb3a22f27dfe87e4ac64d6',
  '14 dismissals': '074ff4a3981a43d92472c0d201e70ea1432dc449fa44836e9508721c1778cb36',
  '15 storage-of-repositories': 'c6151e480282f9ed5c21a268a3053285696b50f569242a8892381e10e0f087b7',
  '16 receiving-files': '2cf7fb5c887d94ef476ed0b525a68313ee043830a8c39ab9b3bb6c4fcc06d878',
  '17 artifact-names': '848e12ea82c3e13b5c1b71fdabb7e7a6c87db428911bc58d5efbdcd9c7fa5299',
  '18 chunk-counts': '34bd438c64c99c5220f52b1be38b603e602f7151f96e04d1e3fa8743fe56b0ee',
  '19 sign-ins': 'a1793212af1436b45c3b407fb62ced5ee8ecaa8b99007c6ab1d9fc60a04563df',
  '20 receivers': 'c49513510fec25b1dd135ca1b0421176c66008f7c0efef89c1947abff2bef8db',
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

  it('tell no webhook of what happened before there were any, and note no crossing of a quota', async () => {
    const db = inMemory();
    await migrate(db, sqliteDialect, 8);
    await sql`insert into organizations (id, name, slug, plan_id, created_at) values ('o', 'O', 'o', 'free', 0)`.execute(db);
    await sql`insert into organization_usages (organization_id, used_bytes, reserved_bytes) values ('o', 1, 0)`.execute(db);
    await sql`insert into domain_events (type, organization_id, occurred_at, data) values ('repository.created', 'o', 1, '{}')`.execute(
      db,
    );
    await migrate(db, sqliteDialect);
    expect(await db.selectFrom('domain_events').select('is_pending').execute()).to.deep.equal([{ is_pending: 0 }]);
    expect(await db.selectFrom('organization_usages').select('quota_level').execute()).to.deep.equal([{ quota_level: 'normal' }]);
    await db.destroy();
  });

  it('give each object that is there an instant of its own, in the order of their age, and count them', async () => {
    const db = inMemory();
    await migrate(db, sqliteDialect, 1);
    await sql`insert into organizations values ('o', 'O', 'o', 'free', 0), ('p', 'P', 'p', 'free', 0)`.execute(db);
    for (const [id, of] of [
      ['r', 'o'],
      ['s', 'o'],
      ['t', 'p'],
    ]) {
      await sql`insert into repositories values (${id}, ${of}, 'R', ${id}, '', 'PRIVATE', 'managed', null, null, 'n', 0, 0, 0)`.execute(
        db,
      );
    }
    await sql`insert into objects values ('r', x'01', 5, 4, 'u', 3), ('r', x'02', 5, 4, 'u', 3), ('s', x'01', 5, 4, 'u', 3),
      ('s', x'03', 5, 4, 'u', 1), ('t', x'01', 5, 4, 'u', 9)`.execute(db);
    await migrate(db, sqliteDialect);
    const objects = db.selectFrom('objects').orderBy('organization_id').orderBy('registered_us');
    expect(await objects.select(['repository_id', 'registered_us', 'artifact_type', 'downloads']).execute()).to.deep.equal(
      [
        ['s', 1000],
        ['r', 3000],
        ['r', 3001],
        ['s', 3002],
        ['t', 9000],
      ].map(([repository_id, registered_us]) => ({ repository_id, registered_us, artifact_type: 'other', downloads: 0 })),
    );
    const clocks = await db.selectFrom('artifact_clocks').selectAll().orderBy('organization_id').execute();
    expect(clocks.map(({ last_us }) => last_us)).to.deep.equal([3002, 9000]);
    const counts = await db.selectFrom('artifact_counts').select(['repository_id', 'objects']).orderBy('repository_id').execute();
    expect(counts.map(({ repository_id, objects: count }) => `${repository_id} ${count}`)).to.deep.equal(['r 2', 's 2', 't 1']);
    await db.destroy();
  });

  it('keep the verifications that were put off: they are due, the oldest first, and nobody has tried them', async () => {
    const db = inMemory();
    await migrate(db, sqliteDialect, 3);
    await sql`insert into organizations values ('o', 'O', 'o', 'free', 0, 0)`.execute(db);
    await sql`insert into repositories values ('r', 'o', 'R', 'r', '', 'PRIVATE', 'managed', null, null, 'n', 0, 0, 0)`.execute(
      db,
    );
    await sql`insert into pending_verifications values ('r', x'01', 5, 'u', 8), ('r', x'02', 5, 'u', 7)`.execute(db);
    await migrate(db, sqliteDialect);
    const verifications = db.selectFrom('pending_verifications').orderBy('due_at').orderBy('requested_at');
    expect(await verifications.select(['requested_at', 'due_at', 'claimed_by', 'attempts']).execute()).to.deep.equal([
      { requested_at: 7, due_at: 0, claimed_by: null, attempts: 0 },
      { requested_at: 8, due_at: 0, claimed_by: null, attempts: 0 },
    ]);
    await db.destroy();
  });

  it('roll the ledger up by day, mode and organization as it was written, and go on from there', async () => {
    const day = 86_400_000;
    const db = inMemory();
    await migrate(db, sqliteDialect, 5);
    const entries: readonly (readonly [string, string, number, number])[] = [
      ['o', 'managed', 5, 0],
      ['o', 'managed', -2, day - 1],
      ['o', 'managed', 7, day],
      ['o', 'byos', 9, day],
      ['p', 'managed', 1, 1],
    ];
    for (const [organization, mode, bytes, at] of entries) {
      await sql`insert into ledger_entries (organization_id, repository_id, reason, storage_mode, bytes, objects, at)
        values (${organization}, 'r', 'tree.received', ${mode}, ${bytes}, 1, ${at})`.execute(db);
    }
    await migrate(db, sqliteDialect);
    const days = db.selectFrom('usage_days').selectAll().orderBy('organization_id').orderBy('day').orderBy('storage_mode');
    const row = (organization_id: string, at: number, storage_mode: string, added_bytes: number, removed_bytes: number) => ({
      organization_id,
      day: at,
      storage_mode,
      added_bytes,
      removed_bytes,
    });
    expect(await days.execute()).to.deep.equal([
      row('o', 0, 'managed', 5, 2),
      row('o', day, 'byos', 9, 0),
      row('o', day, 'managed', 7, 0),
      row('p', 0, 'managed', 1, 0),
    ]);
    await db.destroy();
  });

  it('add up what repositories hold: by day as the ledger was written, by type and layout, and by the folders of names', async () => {
    const day = 86_400_000;
    const db = inMemory();
    await migrate(db, sqliteDialect, 14);
    await sql`insert into organizations values ('o', 'O', 'o', 'free', 0, 0)`.execute(db);
    for (const id of ['r', 's']) {
      await sql`insert into repositories values (${id}, 'o', 'R', ${id}, '', 'PRIVATE', 'managed', null, null, 'n', 0, 0, 0)`.execute(
        db,
      );
    }
    const entries: readonly (readonly [string, number, number])[] = [
      ['r', 5, 0],
      ['r', -2, day - 1],
      ['r', 7, day],
      ['s', 1, day],
      ['gone', 9, 0],
    ];
    for (const [repository, bytes, at] of entries) {
      await sql`insert into ledger_entries (organization_id, repository_id, reason, storage_mode, bytes, objects, at)
        values ('o', ${repository}, 'tree.received', 'managed', ${bytes}, 1, ${at})`.execute(db);
    }
    const objects: readonly (readonly [string, number, string, string | null])[] = [
      ['r', 5, 'whole', 'a/b/x'],
      ['r', 6, 'chunks', 'a/y'],
      ['r', 7, 'chunks', null],
      ['s', 9, 'whole', 'z'],
    ];
    for (const [index, [repository, size, layout, name]] of objects.entries()) {
      await sql`insert into objects (repository_id, oid, size_bytes, physical_bytes, layout, uploaded_by, created_at, name)
        values (${repository}, ${Buffer.from([index])}, ${size}, 1, ${layout}, 'u', 1, ${name})`.execute(db);
    }
    await sql`insert into artifact_counts (organization_id, repository_id, type, objects)
      values ('o', 'r', 'other', 3), ('o', 's', 'other', 1)`.execute(db);
    await migrate(db, sqliteDialect);
    const days = db.selectFrom('repository_days').orderBy('repository_id').orderBy('day');
    expect((await days.selectAll().execute()).map((row) => Object.values(row).join(' '))).to.deep.equal([
      'r 0 5 2',
      `r ${day} 7 0`,
      `s ${day} 1 0`,
    ]);
    const counts = db.selectFrom('artifact_counts').selectAll().orderBy('repository_id');
    expect((await counts.execute()).map((row) => Object.values(row).join(' '))).to.deep.equal([
      'o r other 3 18 3 2 13 2',
      'o s other 1 9 1 0 0 0',
    ]);
    const folders = db.selectFrom('folders').selectAll().orderBy('repository_id').orderBy('parent').orderBy('name');
    expect((await folders.execute()).map((row) => Object.values(row).join('|'))).to.deep.equal([
      'r|||2|11|2',
      'r||a|2|11|2',
      'r|a|b|1|5|1',
      's|||1|9|1',
    ]);
    await db.destroy();
  });

  it('make the organizations and repositories that are there known to search', async () => {
    const db = inMemory();
    await migrate(db, sqliteDialect, 11);
    await sql`insert into organizations values ('o', 'Analytical Engines', 'babbage', 'free', 0, 0)`.execute(db);
    for (let count = 0; count < 401; count += 1) {
      const name = sql`${`Engine ${count}`}`;
      await sql`insert into repositories values
        (${`r${count}`}, 'o', ${name}, ${`e${count}`}, 'Größe', 'PRIVATE', 'managed', null, null, 'n', 0, 0, 0)`.execute(db);
    }
    await migrate(db, sqliteDialect);
    const ofOrganization = db.selectFrom('organization_words').select(['word', 'weight']).orderBy('word');
    expect(await ofOrganization.execute()).to.deep.equal([
      { word: 'analytical', weight: 2 },
      { word: 'babbage', weight: 2 },
      { word: 'engines', weight: 2 },
    ]);
    const ofRepositories = db.selectFrom('repository_words').select(['word', 'weight', 'organization_id']);
    expect(await ofRepositories.execute()).to.have.length(4 * 401);
    expect(
      await ofRepositories.where('repository_id', '=', trusted<RepositoryId>('r400')).orderBy('word').execute(),
    ).to.deep.equal([
      { word: '400', weight: 2, organization_id: 'o' },
      { word: 'e400', weight: 2, organization_id: 'o' },
      { word: 'engine', weight: 2, organization_id: 'o' },
      { word: 'große', weight: 1, organization_id: 'o' },
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
