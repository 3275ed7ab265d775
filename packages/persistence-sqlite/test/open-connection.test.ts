import { join } from 'node:path';
import { expect } from 'chai';
import { Sqlite } from '../src/driver.js';
import { openConnection } from '../src/open-connection.js';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

describe('a connection to SQLite', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => (folder = await makeTemporaryFolder()));
  afterEach(() => folder.remove());

  it('keeps a log ahead of the file, has each commit on the disk, and checks references', () => {
    const path = join(folder.path, 'svc.db');
    const writer = openConnection(path, { readonly: false });
    const reader = openConnection(path, { readonly: true });
    for (const database of [writer, reader]) {
      expect(database.pragma('journal_mode', { simple: true })).to.equal('wal');
      expect(database.pragma('synchronous', { simple: true }), 'FULL').to.equal(2);
      expect(database.pragma('foreign_keys', { simple: true })).to.equal(1);
      expect(database.pragma('busy_timeout', { simple: true })).to.equal(1000);
      database.close();
    }
  });

  it('waits for others as long as it is told', () => {
    const database = openConnection(join(folder.path, 'svc.db'), { readonly: false, timeout: 30_000 });
    expect(database.pragma('busy_timeout', { simple: true })).to.equal(30_000);
    database.close();
  });

  it('is refused where SQLite cannot keep such a log', () => {
    expect(() => openConnection(':memory:', { readonly: false })).to.throw('journal_mode = memory');
  });

  it('turns the log on for a file that was made without it', () => {
    const path = join(folder.path, 'old.db');
    const old = new Sqlite(path);
    old.pragma('journal_mode = delete');
    old.exec('create table t (a)');
    old.close();
    const database = openConnection(path, { readonly: false });
    expect(database.pragma('journal_mode', { simple: true })).to.equal('wal');
    database.close();
  });
});
