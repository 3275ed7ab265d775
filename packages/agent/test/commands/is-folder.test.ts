import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { isFolder } from '../../src/commands/is-folder.js';
import { problemIn } from '../rigs/problem-in.js';

describe('the path that a pull is to write to', () => {
  let from: string;
  before(async () => {
    from = await mkdtemp(join(tmpdir(), 'svc-is-folder-'));
    await mkdir(join(from, 'folder'));
    await writeFile(join(from, 'file'), '');
  });
  after(() => rm(from, { recursive: true }));

  it('is a folder where one is there, and a file otherwise', async () => {
    for (const path of ['.', 'folder', 'folder/', join(from, 'folder')]) expect(await isFolder(from, path), path).to.equal(true);
    for (const path of ['file', 'new', 'new/file']) expect(await isFolder(from, path), path).to.equal(false);
  });

  it('is refused before anything is fetched where it ends like a folder and leads to none', async () => {
    for (const path of ['new/', 'file/', 'new/new//'])
      expect((await problemIn(isFolder(from, path))).message).to.equal(`${path} is no folder`);
  });
});
