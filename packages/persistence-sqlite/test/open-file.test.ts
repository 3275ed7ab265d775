import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { openConnection } from '../src/open-connection.js';
import { openFile } from '../src/open-file.js';
import { openSqliteDatabase } from '../src/open-sqlite-database.js';
import { snapshotSqlite } from '../src/snapshot-sqlite.js';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe('the files of SQLite', () => {
  let folder: TemporaryFolder;
  let umask: number;
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    // What machines have as a rule.
    umask = process.umask(0o022);
  });
  afterEach(() => {
    process.umask(umask);
    return folder.remove();
  });

  it('are made for their user alone, and so is a copy of them', async () => {
    const path = join(folder.path, 'svc.db');
    const { close } = await openSqliteDatabase({ path });
    try {
      snapshotSqlite(path, join(folder.path, 'copy.db'));
      for (const name of ['svc.db', 'svc.db-wal', 'svc.db-shm', 'svc.db.lock', 'copy.db']) {
        expect(await modeOf(join(folder.path, name)), name).to.equal('600');
      }
    } finally {
      await close();
    }
  });

  it('keep the mode that somebody has given them', async () => {
    const path = join(folder.path, 'svc.db');
    openConnection(path, { readonly: false }).close();
    await chmod(path, 0o640);
    openConnection(path, { readonly: false }).close();
    expect(await modeOf(path)).to.equal('640');
  });

  it('are not made by who only reads, nor where there is no folder', () => {
    expect(() => openFile(join(folder.path, 'none.db'), { readonly: true })).to.throw('unable to open database file');
    expect(() => openFile(join(folder.path, 'none', 'svc.db'), {})).to.throw('directory does not exist');
  });
});
