import { freePort } from '@svc/test-services/free-port';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProcess } from '../server/run-command.js';

describe('a setting that cannot be used', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-unusable-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** What the server says, in one line, before it ends with 1. */
  const problemOf = async (
    settings: Readonly<Record<string, string>>,
    command: readonly string[] = ['serve'],
  ): Promise<string> => {
    const { code, stderr } = await runProcess(command, folder, { PORT: String(await freePort()), ...settings });
    expect(code).to.equal(1);
    expect(stderr).to.match(/^svc-server: [^\n]+\n$/);
    return stderr.trim();
  };

  it('is named when no server can listen there', async () => {
    const problem = await problemOf({ HOST: 'no-such-host.invalid' });
    expect(problem).to.match(/^svc-server: HOST and PORT cannot be used: .+ no-such-host\.invalid$/);
  });

  it('is named by the path of a database that is none', async () => {
    const path = join(folder, 'notes.txt');
    writeFileSync(path, 'no database, whatever its name may say\n'.repeat(100));
    const expected = `svc-server: the database ${path} cannot be used: file is not a database`;
    expect(await problemOf({ DATABASE_URL: 'sqlite:notes.txt' })).to.equal(expected);
    expect(await problemOf({ DATABASE_URL: 'sqlite:notes.txt' }, ['user', 'add', 'ada@example.org'])).to.equal(expected);
  });

  it('is a database that an unreleased version has made', async () => {
    const database = new Database(join(folder, 'early.db'));
    database.exec("create table migrations (number bigint, name text); insert into migrations values (1, 'first-records')");
    database.close();
    expect(await problemOf({ DATABASE_URL: 'sqlite:early.db' })).to.match(
      /: the database was made by an unreleased version .+ start with a new, empty database/,
    );
  });

  it('is named by the path of a database that cannot be opened', async () => {
    mkdirSync(join(folder, 'data', 'svc.db'), { recursive: true });
    expect(await problemOf({})).to.equal(
      `svc-server: the database ${join(folder, 'data', 'svc.db')} cannot be used: unable to open database file`,
    );
  });

  it('is named when the data directory cannot be made, also where the system denies the one above', async () => {
    writeFileSync(join(folder, 'file'), '');
    for (const dataDir of [join(folder, 'file', 'data'), '/proc/svc-data', '/proc/svc-data/below']) {
      expect(await problemOf({ DATA_DIR: dataDir }), dataDir).to.match(/^svc-server: DATA_DIR cannot be used: E[A-Z]+: /);
    }
  });

  it('is named when the folder of the database cannot be made', async () => {
    expect(await problemOf({ DATABASE_URL: 'sqlite:/proc/svc-data/svc.db' })).to.match(
      /^svc-server: the database \/proc\/svc-data\/svc\.db cannot be used: E[A-Z]+: /,
    );
  });

  it('is named by the path of a .env file that cannot be read', async () => {
    mkdirSync(join(folder, '.env'));
    expect(await problemOf({})).to.match(/^svc-server: \S+\.env cannot be read: EISDIR/);
  });
});
