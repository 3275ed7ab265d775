import { expect } from 'chai';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDirectory, syncDirectory } from '../src/data-dir.js';

describe('making the data directory', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-data-dir-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('has it and each directory that it makes above it on the disk', () => {
    const synced: string[] = [];
    const sync = (path: string): void => {
      syncDirectory(path);
      synced.push(path);
    };
    makeDirectory(join(folder, 'a/b/data'), sync);
    expect(synced).to.deep.equal([folder, join(folder, 'a'), join(folder, 'a/b')]);
    for (const made of ['a', 'a/b', 'a/b/data']) expect(statSync(join(folder, made)).mode & 0o777).to.equal(0o700);
    makeDirectory(join(folder, 'a/b/data'), sync);
    expect(synced).to.have.length(3);
  });
});
