import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { createPathFilter, type PathPatterns } from '../../src/folder/path-filter.js';
import { walkFolder } from '../../src/folder/walk-folder.js';

describe('walking a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-walk-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const put = async (...paths: readonly string[]): Promise<void> => {
    for (const path of paths) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), path);
    }
  };
  /** `kind path` of each, below the folder. */
  const walk = async (patterns: Partial<PathPatterns> = {}): Promise<string[]> => {
    const found: string[] = [];
    for await (const { kind, path } of walkFolder(folder, createPathFilter({ include: [], exclude: [], ...patterns })))
      found.push(`${kind} ${path.slice(folder.length + 1)}`);
    return found;
  };

  it('finds files at every depth, hidden ones too, in the same order each time', async () => {
    await put('b', 'a/z', 'a/deep/er/x', '.hidden', 'a/.y', 'é', 'line\nfeed', 'back\\slash');
    const expected = ['.hidden', 'b', 'back\\slash', 'line\nfeed', 'é', 'a/.y', 'a/z', 'a/deep/er/x'];
    expect(await walk()).to.deep.equal(expected.map((path) => `file ${path}`));
  });

  it("goes into no folder of git's, and takes no file that stands for one", async () => {
    await put('.git/config', 'module/.git', 'module/file', 'deep/.GIT/config', '.gitignore', 'x.git/file');
    expect(await walk()).to.deep.equal(['file .gitignore', 'file module/file', 'file x.git/file']);
  });

  it('follows no link, and finds out what is no file', async () => {
    await put('file', 'folder/file');
    await symlink('file', join(folder, 'link'));
    await symlink('..', join(folder, 'folder/up'));
    await symlink('nowhere', join(folder, 'dangling'));
    await promisify(execFile)('mkfifo', [join(folder, 'pipe')]);
    expect(await walk()).to.deep.equal([
      'link dangling',
      'file file',
      'link link',
      'special pipe',
      'file folder/file',
      'link folder/up',
    ]);
  });

  it('looks at nothing in folders that are excluded, and tells of nothing that was not asked for', async () => {
    await put('keep/a.bin', 'keep/a.txt', 'drop/a.bin');
    await symlink('a.txt', join(folder, 'keep/link.txt'));
    await symlink('a.txt', join(folder, 'drop/link.bin'));
    expect(await walk({ include: ['*.bin'], exclude: ['drop'] })).to.deep.equal(['file keep/a.bin']);
  });

  it('goes on after what it cannot read or name', async () => {
    await put('a', 'z');
    await writeFile(Buffer.from(`${folder}/caf\xe9`, 'latin1'), '');
    expect(await walk()).to.deep.equal(['file a', 'unreadable caf\ufffd', 'file z']);
    const missing = walkFolder(join(folder, 'missing'), createPathFilter({ include: [], exclude: [] }));
    expect((await missing.next()).value).to.include({ kind: 'unreadable', why: 'cannot be read (ENOENT)' });
  });
});
