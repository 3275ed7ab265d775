import Database from 'better-sqlite3';
import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writingTo } from '../../src/backup/writing-to.js';
import { StartProblem } from '../../src/start-problem.js';

describe('writing to a file of a back-up', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-writing-to-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const faultOf = (path: string, act: () => Promise<unknown>): Promise<unknown> =>
    writingTo(path, act).then(
      () => undefined,
      (fault: unknown) => fault,
    );

  it('names the file when there is no room for it', async () => {
    const path = join(folder, 'svc.db');
    const fault = await faultOf(path, async () => {
      const database = new Database(path);
      try {
        database.pragma('max_page_count = 2');
        database.exec('create table a (b); create table c (d)');
      } finally {
        database.close();
      }
    });
    expect(fault)
      .to.be.instanceOf(StartProblem)
      .with.property('message', `there is no room for ${path}: database or disk is full`);
  });

  it('leaves other faults, and what comes of it, as they are', async () => {
    const bug = new Error('a bug');
    expect(await faultOf('file', () => Promise.reject(bug))).to.equal(bug);
    expect(await writingTo('file', () => Promise.resolve('done'))).to.equal('done');
  });
});
