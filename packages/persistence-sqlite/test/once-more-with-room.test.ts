import { expect } from 'chai';
import { Sqlite } from '../src/driver.js';
import { onceMoreWithRoom } from '../src/once-more-with-room.js';

describe('what is done once more', () => {
  /** What came of something that fails so at first, and how often it was done. */
  const tried = async (code: string, makeRoom: () => boolean): Promise<string> => {
    let times = 0;
    const act = async (): Promise<void> => {
      times += 1;
      if (times === 1) throw new Sqlite.SqliteError('planned by a test', code);
    };
    const came = await onceMoreWithRoom(act, makeRoom).then(
      () => 'done',
      () => 'failed',
    );
    return `${came} ${times}`;
  };

  it('has met a disk that may be full, and room was made', async () => {
    for (const code of ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_WRITE', 'SQLITE_CANTOPEN'])
      expect(await tried(code, () => true), code).to.equal('done 2');
  });

  it('is nothing where no room was made, or that failed otherwise', async () => {
    expect(await tried('SQLITE_FULL', () => false)).to.equal('failed 1');
    for (const code of ['SQLITE_BUSY', 'SQLITE_IOERR_READ', 'SQLITE_CORRUPT'])
      expect(await tried(code, () => true), code).to.equal('failed 1');
  });
});
