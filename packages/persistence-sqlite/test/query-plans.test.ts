import { join } from 'node:path';
import { unitOfWorkCases } from '@svc/conformance';
import { expect } from 'chai';
import { openLoggedDatabase } from './rigs/logged-database.js';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

/** What may be read from end to end: what came with the query itself, a part of a table that a subquery has cut out by an index, and the handful of schema steps. */
const mayScan = /^SCAN (?:json_each VIRTUAL TABLE|\d+-ROW VALUES CLAUSE|looked_at$|first$|migrations\b)/;

/**
 * For a new user SQLite plans to look for rows that have been waiting for this id, and skips it as long as none waits, which no transaction of the
 * records lets happen.
 */
const isNewUser = (text: string): boolean => text.startsWith('insert into "users"');

describe('the queries of the records', () => {
  let folder: TemporaryFolder;
  before(async () => (folder = await makeTemporaryFolder()));
  after(() => folder.remove());

  it('find every row by an index, whatever the size of a table', async () => {
    const texts = new Set<string>();
    const path = join(folder.path, 'svc.db');
    const { unitOfWork, connection, close } = await openLoggedDatabase(path, (statement) => void texts.add(statement));
    // What the cases check is checked elsewhere; here they make every query of the records.
    for (const { run } of Object.values(unitOfWorkCases).flat()) {
      await Promise.allSettled([
        run({ unitOfWork, journal: () => Promise.reject(new Error('unread')), close: () => Promise.resolve() }),
      ]);
    }
    expect(texts.size).to.be.greaterThan(80);
    const scans = [...texts]
      .map((text) => text.trim())
      .filter((text) => /^(?:select|update|delete|insert)/.test(text) && !isNewUser(text))
      .flatMap((text) => {
        const plan = connection.prepare<unknown[], { detail: string }>(`explain query plan ${text}`);
        const parameters = [...text.matchAll(/\?/g)].map(() => null);
        return plan.all(...parameters).map(({ detail }) => ({ detail, text }));
      })
      .filter(({ detail }) => detail.startsWith('SCAN') && !mayScan.test(detail));
    expect(scans).to.deep.equal([]);
    await close();
  });
});
