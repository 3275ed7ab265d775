import { trusted, type UserId } from '@svc/core/model';
import { openSqliteDatabase } from '@svc/persistence-sqlite';
import { expect } from 'chai';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from 'neverthrow';
import { createDiskReserve } from '../src/disk-reserve.js';
import { Sqlite } from '../src/driver.js';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

describe('the reserve of a disk', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
  });
  afterEach(() => folder.remove());

  it('takes its room, gives it up once, and takes it again', () => {
    const path = join(folder.path, 'reserve');
    const reserve = createDiskReserve(path, 100_000);
    expect(reserve.release()).to.equal(false);
    reserve.restore();
    expect(statSync(path).size).to.equal(100_000);
    expect(statSync(path).mode & 0o777).to.equal(0o600);
    expect(reserve.release()).to.equal(true);
    expect(existsSync(path)).to.equal(false);
    expect(reserve.release()).to.equal(false);
  });

  it('is not taken where the disk has little more room than that', () => {
    const path = join(folder.path, 'reserve');
    createDiskReserve(path, Number.MAX_SAFE_INTEGER).restore();
    expect(existsSync(path)).to.equal(false);
  });

  it('is not taken where its folder is gone, and ends no process', () => {
    const path = join(folder.path, 'gone', 'reserve');
    createDiskReserve(path, 1).restore();
    expect(existsSync(path)).to.equal(false);
  });

  it('is given up by a transaction that meets a full disk, which then is run once more', async () => {
    const path = join(folder.path, 'svc.db');
    const database = await openSqliteDatabase({ path, reserveBytes: 100_000 });
    expect(statSync(`${path}-reserve`).size).to.equal(100_000);
    let runs = 0;
    const outcome = await database.unitOfWork.transact(async ({ users }): Promise<Result<void, never>> => {
      runs += 1;
      if (existsSync(`${path}-reserve`)) throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
      const id = trusted<UserId>('ada');
      await users.add({ id, email: undefined, emailVerified: false, name: 'Ada', status: 'ACTIVE', createdAt: 0 });
      return ok(undefined);
    });
    expect(outcome.isOk()).to.equal(true);
    expect(runs).to.equal(2);
    await database.close();
  });

  it('is given up by a server that cannot open its files for want of room', async () => {
    const path = join(folder.path, 'svc.db');
    const options = { path, reserveBytes: 100_000 };
    await (await openSqliteDatabase(options)).close();
    // SQLite says of it what it says where a quota leaves no room for one.
    mkdirSync(`${path}-wal`);
    const opened = await openSqliteDatabase(options).then(
      (database) => database.close(),
      (fault: unknown) => fault,
    );
    expect(opened).to.have.property('code', 'SQLITE_CANTOPEN');
    expect(existsSync(`${path}-reserve`)).to.equal(false);
  });

  it('does not run a transaction again when there is nothing to give up', async () => {
    const path = join(folder.path, 'svc.db');
    writeFileSync(path, '');
    const database = await openSqliteDatabase({ path });
    let runs = 0;
    const outcome = await database.unitOfWork.transact(async (): Promise<Result<void, never>> => {
      runs += 1;
      return Promise.reject(new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL'));
    });
    expect(outcome.isErr() && outcome.error.reason).to.equal('storage_full');
    expect(runs).to.equal(1);
    await database.close();
  });
});
