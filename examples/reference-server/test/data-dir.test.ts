import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
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
    expect(synced).to.include.members([folder, join(folder, 'a'), join(folder, 'a/b')]);
    for (const made of ['a', 'a/b', 'a/b/data']) expect(statSync(join(folder, made)).mode & 0o777).to.equal(0o700);
  });

  it('has those on the disk that it finds, since who made them may have been killed before that', () => {
    mkdirSync(join(folder, 'a/b/data'), { recursive: true });
    const synced: string[] = [];
    makeDirectory(join(folder, 'a/b/data'), (path) => void synced.push(path));
    expect(synced).to.include.members([folder, join(folder, 'a'), join(folder, 'a/b')]);
  });

  it('leaves a directory above it alone that it may not read', () => {
    makeDirectory(join(folder, 'data'), (path) => {
      throw Object.assign(new Error(path), { code: 'EACCES' });
    });
    expect(statSync(join(folder, 'data')).isDirectory()).to.equal(true);
  });
});
