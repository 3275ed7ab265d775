import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseInUseError, openSqliteDatabase, type UnavailableReason } from '@svc/persistence-sqlite';
import { runSources } from '@svc/test-services/run-sources';
import { contended, unavailable } from '@svc/core/model';
import { expect } from 'chai';
import { ok, type Result } from 'neverthrow';
import { aUser } from './rigs/user.js';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';
import { Sqlite } from '../src/driver.js';

const holders: ChildProcess[] = [];

const kill = async (holder: ChildProcess): Promise<void> => {
  if (holder.exitCode !== null || holder.signalCode !== null) return;
  const isGone = once(holder, 'exit');
  holder.kill('SIGKILL');
  await isGone;
};

/** Another process, which lives at the longest until the test ends, and what it says first. */
const startRig = async (rig: URL, ...parameters: string[]): Promise<{ holder: ChildProcess; said: string }> => {
  const holder = spawn(process.execPath, ['--expose-gc', ...runSources, fileURLToPath(rig), ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  holders.push(holder);
  const said: unknown[] = await once(holder.stdout, 'data');
  return { holder, said: said.map(String).join('') };
};

/** Another process that has committed a user to the file and keeps it open. It collects its garbage: a claim once went with it. */
const startHolder = async (path: string): Promise<ChildProcess> => {
  const { holder, said } = await startRig(new URL('rigs/hold-database.ts', import.meta.url), path);
  expect(said).to.equal('committed\n');
  return holder;
};

/** Another process that keeps the file for longer than a server waits. */
const holdTransaction = async (path: string): Promise<void> => {
  const { said } = await startRig(new URL('rigs/hold-transaction.ts', import.meta.url), path, '1500');
  expect(said).to.equal('begun\n');
};

describe('an SQLite database', () => {
  let folder: TemporaryFolder;
  let path: string;
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    path = join(folder.path, 'svc.db');
  });
  afterEach(async () => {
    await Promise.all(holders.splice(0).map(kill));
    await folder.remove();
  });

  const refusal = async (): Promise<unknown> => {
    const [outcome] = await Promise.allSettled([openSqliteDatabase({ path })]);
    if (outcome.status === 'fulfilled') throw new Error('it was expected to be refused');
    return outcome.reason;
  };

  it('is unavailable to what is asked after it was closed, as a server that ends may have left something at work', async () => {
    const { unitOfWork, close } = await openSqliteDatabase({ path });
    await close();
    for (const asked of [
      unitOfWork.read(({ users }) => users.find(aUser.id)),
      unitOfWork.transact(async ({ users }): Promise<Result<boolean, never>> => ok(await users.add(aUser))),
    ])
      expect((await asked)._unsafeUnwrapErr()).to.deep.equal(unavailable('database'));
  });

  it('takes no writes and is not ready while another file, or none, is in its place, since they would be gone with the process', async () => {
    const told: UnavailableReason[] = [];
    const { unitOfWork, close } = await openSqliteDatabase({ path, onUnavailable: (reason) => told.push(reason) });
    const add = () => unitOfWork.transact(async ({ users }): Promise<Result<boolean, never>> => ok(await users.add(aUser)));
    const moved = join(folder.path, 'moved.db');
    await rename(path, moved);
    expect((await unitOfWork.check())._unsafeUnwrapErr()).to.deep.equal(unavailable('database'));
    expect((await add())._unsafeUnwrapErr()).to.deep.equal(unavailable('database'));
    expect(told.map(({ message }) => message)).to.deep.equal(
      Array(2).fill('the file of the database is not where it was opened'),
    );
    await copyFile(moved, path);
    expect((await add())._unsafeUnwrapErr()).to.deep.equal(unavailable('database'));
    await rename(moved, path);
    expect((await add())._unsafeUnwrap()).to.equal(true);
    expect((await unitOfWork.check()).isOk()).to.equal(true);
    await close();
  });

  it('keeps what was committed when it is closed and opened again', async () => {
    const first = await openSqliteDatabase({ path });
    const added = await first.unitOfWork.transact(async ({ users }): Promise<Result<boolean, never>> =>
      ok(await users.add(aUser)),
    );
    expect(added.isOk() && added.value).to.equal(true);
    await first.close();
    const second = await openSqliteDatabase({ path });
    const found = await second.unitOfWork.read(({ users }) => users.find(aUser.id));
    expect(found.isOk() && found.value).to.deep.equal(aUser);
    await second.close();
  });

  it('tells the text of each statement, within transactions and outside, without a value of a row', async () => {
    const texts: string[] = [];
    const tell = (text: string, tookMs: number): void => {
      if (tookMs >= 0) texts.push(text);
    };
    const { unitOfWork, close } = await openSqliteDatabase({ path, onStatement: tell });
    const added = await unitOfWork.transact(async ({ users }): Promise<Result<boolean, never>> => ok(await users.add(aUser)));
    expect(added).to.deep.equal(ok(true));
    expect(await unitOfWork.read(({ users }) => users.find(aUser.id))).to.deep.equal(ok(aUser));
    await close();
    expect(texts.some((text) => text.startsWith('insert into "users"'))).to.equal(true);
    expect(texts.some((text) => /^select .* from "users"/.test(text))).to.equal(true);
    // It is what waits for the disk, and the other what waits for another process.
    expect(texts.filter((text) => text === 'commit')).to.have.length(1);
    expect(texts.filter((text) => text === 'begin immediate')).to.have.length(1);
    expect(texts.join('')).not.to.contain(aUser.id);
  });

  it('says why it does not answer', async () => {
    const reasons: UnavailableReason[] = [];
    const { unitOfWork, close } = await openSqliteDatabase({ path, onUnavailable: (reason) => reasons.push(reason) });
    const somebody = new Sqlite(path);
    somebody.exec('begin immediate');
    const refused = await unitOfWork.transact(async ({ users }): Promise<Result<boolean, never>> => ok(await users.add(aUser)));
    expect(refused.isErr() && refused.error.kind).to.equal('unavailable');
    expect(reasons).to.deep.equal([{ code: 'SQLITE_BUSY', message: 'database is locked' }]);
    somebody.close();
    await close();
  });

  it('is refused a second time in the same process', async () => {
    const first = await openSqliteDatabase({ path });
    expect(await refusal())
      .to.be.an.instanceOf(DatabaseInUseError)
      .with.property('path', path);
    await first.close();
    await (await openSqliteDatabase({ path })).close();
  });

  it('is refused while another process has it, and free, with all that was committed, when that one is killed', async () => {
    const holder = await startHolder(path);
    expect(await refusal()).to.be.an.instanceOf(DatabaseInUseError);
    await kill(holder);
    const { unitOfWork, close } = await openSqliteDatabase({ path });
    const found = await unitOfWork.read(({ users }) => users.find(aUser.id));
    expect(found.isOk() && found.value).to.deep.equal(aUser);
    await close();
  });

  it('can be opened without claiming it beside the process that has claimed it', async () => {
    await startHolder(path);
    const { unitOfWork, close } = await openSqliteDatabase({ path, exclusive: false });
    const renamed = await unitOfWork.transact(async ({ users }): Promise<Result<void, never>> => {
      await users.rename(aUser.id, 'Countess');
      return ok(undefined);
    });
    expect(renamed.isOk()).to.equal(true);
    await close();
  });

  it('waits longer than a server for what holds the file, where it is opened without claiming it', async () => {
    await (await openSqliteDatabase({ path })).close();
    await holdTransaction(path);
    const { unitOfWork, close } = await openSqliteDatabase({ path, exclusive: false });
    await holdTransaction(path);
    const added = await unitOfWork.transact(async ({ users }): Promise<Result<boolean, never>> => ok(await users.add(aUser)));
    expect(added).to.deep.equal(ok(true));
    await close();
  });

  it('says that nobody else uses it when it has claimed it, and never otherwise', async () => {
    const claimed = await openSqliteDatabase({ path });
    expect(await claimed.unitOfWork.isAlone()).to.deep.equal(ok(true));
    await claimed.close();
    const shared = await openSqliteDatabase({ path, exclusive: false });
    expect(await shared.unitOfWork.isAlone()).to.deep.equal(ok(false));
    await shared.close();
  });

  it('is unavailable while somebody else holds the file, and answers again afterwards', async () => {
    const { unitOfWork, close } = await openSqliteDatabase({ path });
    const add = () => unitOfWork.transact(async ({ users }): Promise<Result<boolean, never>> => ok(await users.add(aUser)));
    const intruder = new Sqlite(path);
    intruder.exec('begin immediate');
    const refused = await add();
    expect(refused.isErr() && refused.error).to.equal(contended);
    expect((await unitOfWork.check()).isOk(), 'queries go on').to.equal(true);
    intruder.exec('rollback');
    intruder.close();
    const added = await add();
    expect(added.isOk() && added.value).to.equal(true);
    await close();
  });

  it('waits for the running transaction before it closes', async () => {
    const { unitOfWork, close } = await openSqliteDatabase({ path });
    const running = unitOfWork.transact(async ({ users }): Promise<Result<boolean, never>> => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return ok(await users.add(aUser));
    });
    await close();
    expect((await running).isOk()).to.equal(true);
  });

  it('lets a query pass that is begun inside of a transaction, only when nobody checks for them', async () => {
    for (const checkNesting of [true, false]) {
      const { unitOfWork, close } = await openSqliteDatabase({ path, checkNesting });
      const around = unitOfWork.transact(async ({ users }): Promise<Result<boolean, unknown>> => {
        await users.add(aUser);
        return unitOfWork.read((queries) => queries.users.find(aUser.id)).map((found) => found !== undefined);
      });
      const [outcome] = await Promise.allSettled([around]);
      if (checkNesting) expect(outcome).to.have.property('status', 'rejected');
      else expect(outcome).to.have.nested.property('value.value', false);
      await close();
    }
  });

  it('throws on what only a bug can cause', async () => {
    const { unitOfWork, close } = await openSqliteDatabase({ path });
    const twice = unitOfWork.transact(async ({ users }): Promise<Result<void, never>> => {
      await users.add(aUser);
      await users.add({ ...aUser, email: 'other@example.org' });
      return ok(undefined);
    });
    const [outcome] = await Promise.allSettled([twice]);
    expect(outcome).to.have.nested.property('reason.code', 'SQLITE_CONSTRAINT_PRIMARYKEY');
    const found = await unitOfWork.read(({ users }) => users.find(aUser.id));
    expect(found.isOk() && found.value).to.equal(undefined);
    await close();
  });
});
