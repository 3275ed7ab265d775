import { contended, outage } from '@svc/core/model';
import { foreignError } from '@svc/test-services/foreign-error';
import { expect } from 'chai';
import { classifyError, reasonOf } from '../src/classify-error.js';
import { Sqlite } from '../src/driver.js';

describe('errors of SQLite', () => {
  it('are a database that does not answer now when it cannot read and write', () => {
    for (const code of ['SQLITE_IOERR', 'SQLITE_IOERR_FSYNC']) {
      const fault = classifyError(new Sqlite.SqliteError('detail', code));
      expect(fault, code).to.deep.equal({ kind: 'unavailable', part: 'database', retryAfterSeconds: 1 });
    }
  });

  it('say that others are in the way when it is busy', () => {
    for (const code of ['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED']) {
      expect(classifyError(new Sqlite.SqliteError('detail', code)), code).to.equal(contended);
    }
  });

  it('say that the disk is full', () => {
    expect(classifyError(new Sqlite.SqliteError('detail', 'SQLITE_FULL'))).to.deep.equal(outage('database', 'storage_full'));
  });

  it('are known where they come from another realm or another copy of the driver, as under Jest', () => {
    const busy = foreignError('database is locked', { code: 'SQLITE_BUSY' });
    expect(classifyError(busy)).to.equal(contended);
    expect(reasonOf(busy)).to.deep.equal({ code: 'SQLITE_BUSY', message: 'database is locked' });
    const full = foreignError('database or disk is full', { code: 'SQLITE_FULL' });
    expect(classifyError(full)).to.deep.equal(outage('database', 'storage_full'));
    const closed = foreignError('The database connection is not open', {});
    expect(classifyError(closed)).to.deep.include({ kind: 'unavailable', part: 'database' });
  });

  it('are bugs otherwise', () => {
    for (const code of ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CORRUPT', 'SQLITE_ERROR', 'SQLITE_READONLY', 'SQLITE_MISUSE']) {
      expect(classifyError(new Sqlite.SqliteError('detail', code)), code).to.equal(undefined);
    }
    expect(classifyError(new Error('SQLITE_BUSY'))).to.equal(undefined);
    expect(classifyError('SQLITE_BUSY')).to.equal(undefined);
  });
});
