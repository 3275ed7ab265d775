import { claimDatabase, DatabaseInUseError } from '@svc/persistence-sqlite';
import { expect } from 'chai';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

describe('a claim', () => {
  let folder: TemporaryFolder;
  const at = (name: string): string => join(folder.path, name);
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
  });
  afterEach(() => folder.remove());

  it('holds for every path that leads to the same place by symbolic links, and lies beside the place', () => {
    mkdirSync(at('data/blobs'), { recursive: true });
    symlinkSync(at('data/blobs'), at('link'));
    symlinkSync('data', at('linked-data'));
    for (const [first, second] of [
      ['data/blobs', 'link'],
      ['link', 'data/blobs'],
      ['link', 'linked-data/blobs'],
    ] as const) {
      const claim = claimDatabase(at(first));
      expect(() => claimDatabase(at(second)), `${first}, ${second}`).to.throw(DatabaseInUseError);
      claim.release();
    }
    expect(existsSync(at('link.lock'))).to.equal(false);
    expect(existsSync(at('data/blobs.lock'))).to.equal(true);
  });

  it('says that its holder is this process, where it is', () => {
    const claim = claimDatabase(at('data.db'));
    expect(() => claimDatabase(at('data.db'))).to.throw(DatabaseInUseError, / is open in this process already; /);
    claim.release();
    claimDatabase(at('data.db')).release();
  });

  it('on a missing file holds once somebody makes it', () => {
    mkdirSync(at('data'));
    symlinkSync('data/blobs', at('link'));
    const claim = claimDatabase(at('link'));
    mkdirSync(at('data/blobs'));
    for (const path of ['link', 'data/blobs']) expect(() => claimDatabase(at(path)), path).to.throw(DatabaseInUseError);
    claim.release();
  });
});
