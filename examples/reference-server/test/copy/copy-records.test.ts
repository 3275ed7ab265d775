import { copiedTableNames, copiedTables, isCounted } from '@svc/persistence-sql';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import { newDatabase, type TestDatabase } from '@svc/test-services/postgres';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { waitUntil } from '@svc/test-services/wait-until';
import pg from 'pg';
import { runCommand, runProcess } from '../server/run-command.js';
import { spawnServer } from '../server/server-process.js';
import { startServer } from '../server/start-server.js';
import { fillTables } from './fill-tables.js';

/** More than is read at a time, and not a multiple of it. */
const rowsOfEach = 503;

const asNumber = (text: string): number => Number(text);

/** Everything in a database of either kind, table by table, in the order of the keys. */
type Contents = ReadonlyMap<string, readonly unknown[]>;

const ordered = (table: string): string => {
  const key: readonly string[] = copiedTables[copiedTableNames.find((name) => name === table) ?? 'users'];
  return `select * from ${table} order by ${key.join(', ')}`;
};

const readSqlite = (path: string): Contents => {
  const database = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const rows = new Map<string, readonly unknown[]>(
      copiedTableNames.map((table) => [table, database.prepare(ordered(table)).all()]),
    );
    for (const table of copiedTableNames.filter(isCounted)) {
      rows.set(`last number of ${table}`, database.prepare('select seq from sqlite_sequence where name = ?').pluck().all(table));
    }
    return rows;
  } finally {
    database.close();
  }
};

const readPostgres = async (url: string): Promise<Contents> => {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (id, format): unknown => (id === pg.types.builtins.INT8 ? asNumber : pg.types.getTypeParser(id, format)),
  };
  const client = new pg.Client({ connectionString: url, types });
  await client.connect();
  try {
    const rows = new Map<string, readonly unknown[]>();
    for (const table of copiedTableNames) {
      rows.set(
        table,
        (await client.query<Record<string, unknown>>(ordered(table))).rows.map((row) => ({ ...row })),
      );
    }
    for (const table of copiedTableNames.filter(isCounted)) {
      const query = `select pg_sequence_last_value(pg_get_serial_sequence('${table}', 'sequence')::regclass) as last`;
      rows.set(
        `last number of ${table}`,
        (await client.query<{ last: number }>(query)).rows.map(({ last }) => last),
      );
    }
    return rows;
  } finally {
    await client.end();
  }
};

const expectSame = (found: Contents, expected: Contents): void => {
  expect([...found.keys()]).to.deep.equal([...expected.keys()]);
  for (const [table, rows] of expected) {
    // Chai takes seconds to find tens of thousands of rows equal. It shows what differs, of the first such table alone.
    if (!isDeepStrictEqual(found.get(table), rows)) expect(found.get(table), table).to.deep.equal(rows);
  }
};

const tablesIn = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int4 as count from pg_tables where schemaname = current_schema()`,
    );
    return rows[0]?.count ?? -1;
  } finally {
    await client.end();
  }
};

const fill = async (path: string, rows: number): Promise<void> => {
  await (await openSqliteDatabase({ path })).close();
  const database = new Database(path);
  fillTables(database, rows);
  // Numbers are never given twice, those of rows that are gone included.
  database.exec('delete from activity where sequence = (select max(sequence) from activity)');
  database.close();
};

describe('svc-server copy', () => {
  let folder: string;
  let full: string;
  /** For what has nothing to do with how much there is. */
  let small: string;
  const databases: TestDatabase[] = [];
  const newPostgres = async (): Promise<string> => {
    const database = await newDatabase();
    databases.push(database);
    return database.url;
  };
  const copy = (from: string, to: string) => runCommand(['copy', '--from', from, '--to', to], folder);
  /** As a process, which knows of a working directory. */
  const copyByProcess = (from: string, to: string) => runProcess(['copy', '--from', from, '--to', to], folder);

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-copy-'));
    full = join(folder, 'full.db');
    small = join(folder, 'small.db');
    await fill(full, rowsOfEach);
    await fill(small, 3);
  });
  after(async () => {
    await Promise.all(databases.map((database) => database.drop()));
    rmSync(folder, { recursive: true });
  });

  it('carries every row of every table from SQLite to PostgreSQL, and back', async () => {
    const expected = readSqlite(full);
    for (const [table, rows] of expected) expect(rows, table).to.have.length.above(0);
    const url = await newPostgres();
    const there = await copy(full, url);
    expect(there.stderr).to.equal('');
    expect(there.code).to.equal(0);
    expect(there.stdout).to.match(new RegExp(`^copied ${copiedTableNames.length * rowsOfEach - 1} rows$`, 'm'));
    expectSame(await readPostgres(url), expected);

    const back = await copyByProcess(url, 'sqlite:back/svc.db');
    expect(back).to.include({ code: 0, stderr: '' });
    expectSame(readSqlite(join(folder, 'back', 'svc.db')), expected);
  });

  it('takes the data directory of a server for the database in it', async () => {
    mkdirSync(join(folder, 'data'));
    cpSync(small, join(folder, 'data', 'svc.db'));
    const { code, stderr } = await copyByProcess('data', 'copy.db');
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expectSame(readSqlite(join(folder, 'copy.db')), readSqlite(small));
  });

  it('refuses a target that is not empty, and leaves it as it is', async () => {
    const [used, url] = [join(folder, 'used.db'), await newPostgres()];
    await (await openSqliteDatabase({ path: used })).close();
    expect((await copy(used, url)).code).to.equal(0);
    for (const to of [used, url]) {
      const { code, stdout, stderr } = await copy(full, to);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr).to.match(/^svc-server: --to cannot be used: it is not empty: [^\n]+\n$/);
    }
    expect(readSqlite(used).get('users')).to.deep.equal([]);
    expect((await readPostgres(url)).get('users')).to.deep.equal([]);
  });

  it('refuses a source that is not there, or that holds nothing of a server, and makes neither', async () => {
    const nothing = await copyByProcess('nowhere.db', 'target.db');
    expect(nothing.stderr).to.match(/^svc-server: --from cannot be used: there is no database of the service yet\n$/);
    expect(existsSync(join(folder, 'nowhere.db'))).to.equal(false);
    expect(existsSync(join(folder, 'target.db'))).to.equal(false);
    const empty = await copy(await newPostgres(), join(folder, 'target.db'));
    expect(empty.stderr).to.match(/^svc-server: --from cannot be used: there is no database of the service yet\n$/);
  });

  it('refuses a source of another step of the schema', async () => {
    for (const [change, problem] of [
      ['delete from migrations where number = (select max(number) from migrations)', /is at step \d+ of its schema/],
      [`insert into migrations values (999, 'of-tomorrow')`, /is at step 999 of its schema/],
    ] as const) {
      const path = join(folder, 'other-step.db');
      await (await openSqliteDatabase({ path })).close();
      const database = new Database(path);
      database.exec(change);
      database.close();
      const url = await newPostgres();
      const { code, stderr } = await copy(path, url);
      expect(code).to.equal(1);
      expect(stderr)
        .to.match(/^svc-server: [^\n]+\n$/)
        .and.match(problem);
      expect(await tablesIn(url)).to.equal(0);
      rmSync(path);
    }
  });

  it('says no password of a database that it cannot use', async () => {
    const { code, stderr } = await copy(full, 'postgres://svc:pass-of-nobody@127.0.0.1:9/svc');
    expect(code).to.equal(1);
    expect(stderr)
      .to.match(/^svc-server: --to cannot be used: [^\n]+\n$/)
      .and.not.contain('pass-of-nobody');
    const malformed = await copy(full, 'postgres:pass-of-nobody');
    expect(malformed.stderr)
      .to.match(/^svc-server: --to must be [^\n]+\n$/)
      .and.not.contain('pass-of-nobody');
  });

  it('refuses a source on which a server runs, of either kind', async () => {
    const url = await newPostgres();
    for (const settings of [{}, { DATABASE_URL: url }]) {
      const server = await startServer({ environment: settings });
      try {
        const { code, stderr } = await copy('DATABASE_URL' in settings ? url : server.dataDir, join(folder, 'of-running.db'));
        expect(code).to.equal(1);
        expect(stderr).to.match(/^svc-server: --from cannot be used: [^\n]*(?:in use|open in (?:another|this) process)[^\n]*\n$/);
      } finally {
        await server.close();
      }
    }
    await waitUntil('the server has left', async () => (await copy(url, join(folder, 'of-stopped.db'))).code === 0);
  });

  it('leaves an empty target behind when it is killed, into which it can go anew', async () => {
    for (const to of [await newPostgres(), join(folder, 'killed.db')]) {
      const copying = spawnServer(['copy', '--from', full, '--to', to], folder, {});
      await waitUntil('some of it is copied', () => /^objects {2}\d+$/m.test(copying.stdout()));
      copying.child.kill('SIGKILL');
      expect((await copying.end).stdout).not.to.contain('copied');
      if (to.startsWith('postgres')) {
        await waitUntil('the database has noticed', async () => (await tablesIn(to)) === 0);
      } else {
        const database = new Database(to, { readonly: true });
        expect(database.prepare('select count(*) from sqlite_master').pluck().get()).to.equal(0);
        database.close();
      }
      expect(await copy(small, to)).to.include({ code: 0, stderr: '' });
    }
  });
});
