import { createHash } from 'node:crypto';
import { chmod, link, lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pathOfText } from '../../src/file-system.js';
import { createDestination, type Destination, type WantedFile } from '../../src/pull/destination.js';
import { Unwritable } from '../../src/pull/unwritable.js';
import { oidOf } from '../../src/verify/hash-file.js';

const wanted = (text: string, isExecutable = false): WantedFile => ({
  oid: oidOf(createHash('sha256').update(text).digest('hex')),
  sizeBytes: Buffer.byteLength(text),
  isExecutable,
});

describe('the destination of a pull', () => {
  let scratch: string;
  let root: string;
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'svc-destination-'));
    root = join(scratch, 'é');
    await mkdir(root);
  });
  afterEach(() => rm(scratch, { recursive: true }));

  const open = (replaces = false, platform: NodeJS.Platform = process.platform): Destination =>
    createDestination({
      root: pathOfText(root),
      replaces,
      shown: (below) => below,
      signal: new AbortController().signal,
      platform,
    });
  const unwritable = async (act: Promise<unknown>): Promise<Unwritable> => {
    const fault: unknown = await act.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    return fault instanceof Unwritable ? fault : expect.fail(`no Unwritable: ${String(fault)}`);
  };

  it('makes the folders that a file needs, whatever bytes their names have', async () => {
    expect(await open().prepareFile('a/caf\xe9/file', wanted('x'))).to.equal('absent');
    expect((await readdir(join(root, 'a'), { encoding: 'buffer' })).map((name) => name.toString('latin1'))).to.deep.equal([
      'caf\xe9',
    ]);
  });

  it('takes the folders that another run makes at the same time', async () => {
    const runs = Array.from({ length: 16 }, () => open().prepareFile('a/b/c/d/file', wanted('x')));
    expect(new Set(await Promise.all(runs))).to.deep.equal(new Set(['absent']));
  });

  it('is left by no name that means something else to the system', async () => {
    const destination = open(true, 'win32');
    for (const name of ['..\\..\\x', 'a/git~1/config', 'a./b', 'C:x', 'nul']) {
      for (const act of [
        () => destination.prepareFile(name, wanted('x')),
        () => destination.foresee(name, wanted('x')),
        () => destination.writeLink(name, 'file'),
      ]) {
        expect((await unwritable(act())).message, name).to.match(/ is no name of a file on this system$/);
      }
    }
    expect(await readdir(root)).to.deep.equal([]);
  });

  it('keeps the very file, and lets those execute it who may', async () => {
    await writeFile(join(root, 'file'), 'text');
    await chmod(join(root, 'file'), 0o640);
    expect(await open().prepareFile('file', wanted('text'))).to.equal('present');
    expect((await stat(join(root, 'file'))).mode & 0o777).to.equal(0o640);
    expect(await open().prepareFile('file', wanted('text', true))).to.equal('present');
    expect((await stat(join(root, 'file'))).mode & 0o777).to.equal(0o750);
    expect(await open().prepareFile('file', wanted('text'))).to.equal('present');
    expect((await stat(join(root, 'file'))).mode & 0o777).to.equal(0o640);
  });

  it('keeps what a name of this run has become that is the same to the file system, whether it replaces or not', async () => {
    await writeFile(join(root, 'README'), 'one');
    // Two names of one file, as a file system has them that knows no case.
    await link(join(root, 'README'), join(root, 'Readme'));
    const twins = ['README'];
    for (const replaces of [false, true]) {
      const destination = open(replaces);
      for (const act of [
        () => destination.prepareFile('Readme', { ...wanted('two'), twins }),
        () => destination.writeLink('Readme', 'file', twins),
      ])
        expect(await unwritable(act())).to.include({
          isInTheWay: true,
          message: 'Readme is there already, and is README to this file system',
        });
      expect(await destination.prepareFile('Readme', { ...wanted('one'), twins })).to.equal('present');
    }
    await writeFile(join(root, 'readme'), 'other');
    expect(await open(true).prepareFile('readme', { ...wanted('two'), twins })).to.equal('absent');
  });

  it('makes no folder in the place of what a name of this run has become, whether it replaces or not', async () => {
    await writeFile(join(root, 'BUILD'), 'one');
    await link(join(root, 'BUILD'), join(root, 'build'));
    const twins = ['BUILD'];
    for (const replaces of [false, true]) {
      for (const act of [
        () => open(replaces).prepareFile('build/a/file', { ...wanted('two'), twins }),
        () => open(replaces).writeLink('build/link', 'file', twins),
      ])
        expect(await unwritable(act())).to.include({
          isInTheWay: true,
          message: 'build is there already, and is BUILD to this file system',
        });
    }
    expect(await readFile(join(root, 'build'), 'utf8')).to.equal('one');
    await writeFile(join(root, 'Build'), 'other');
    expect(await open(true).prepareFile('Build/file', { ...wanted('two'), twins })).to.equal('absent');
  });

  it('leaves another file alone, unless it replaces', async () => {
    await writeFile(join(root, 'file'), 'tex1');
    const problem = await unwritable(open().prepareFile('file', wanted('text')));
    expect(problem).to.include({ isInTheWay: true, message: 'file is there already, and has other bytes; --force replaces it' });
    expect(await open(true).prepareFile('file', wanted('text'))).to.equal('absent');
    expect(await readFile(join(root, 'file'), 'utf8')).to.equal('tex1');
  });

  it('replaces no folder by a file', async () => {
    await mkdir(join(root, 'folder'));
    for (const replaces of [false, true]) {
      const problem = await unwritable(open(replaces).prepareFile('folder', wanted('text')));
      expect(problem.message).to.equal('folder is there already, and is a folder');
    }
  });

  it('goes through no link, and takes it away where it replaces', async () => {
    await mkdir(join(scratch, 'outside'));
    await symlink('../outside', join(root, 'a'));
    await writeFile(join(root, 'b'), 'a file');
    for (const below of ['a/file', 'b/file']) {
      const problem = await unwritable(open().prepareFile(below, wanted('text')));
      expect(problem.message).to.equal(`${below.slice(0, 1)} is there already, and is no folder; --force replaces it`);
      expect(await open(true).prepareFile(below, wanted('text'))).to.equal('absent');
      expect((await lstat(join(root, below.slice(0, 1)))).isDirectory()).to.equal(true);
    }
    expect(await readdir(join(scratch, 'outside'))).to.deep.equal([]);
  });

  it('gives back what stood in the place of a folder into which nothing has come, and removes it otherwise', async () => {
    for (const name of ['a', 'b']) await writeFile(join(root, name), 'precious');
    const destination = open(true);
    for (const below of ['a/c/d/file', 'a/e/file', 'b/c/file', 'b/d/file']) await destination.prepareFile(below, wanted('text'));
    await writeFile(join(root, 'b/c/file'), 'text');
    await destination.settle();
    expect((await readdir(root, { recursive: true })).toSorted()).to.deep.equal(['a', 'b', 'b/c', 'b/c/file']);
    expect(await readFile(join(root, 'a'), 'utf8')).to.equal('precious');
  });

  it('foresees of a file what it finds, also below what is no folder', async () => {
    await mkdir(join(scratch, 'outside'));
    await writeFile(join(scratch, 'outside/file'), 'text');
    await symlink('../outside', join(root, 'a'));
    await writeFile(join(root, 'b'), 'a file');
    for (const below of ['a/file', 'b/file', 'b/c/file']) {
      await unwritable(open().foresee(below, wanted('text')));
      expect(await open(true).foresee(below, wanted('text')), below).to.equal('absent');
      expect(await open(true).foresee(below, wanted('other')), below).to.equal('absent');
    }
    expect((await lstat(join(root, 'b'))).isFile()).to.equal(true);
  });

  it('keeps what leads to no file until the bytes are there that take its place, except on Windows', async () => {
    await mkdir(join(scratch, 'outside'));
    await symlink('../outside', join(root, 'to folder'));
    await symlink('nowhere', join(root, 'dangling'));
    await writeFile(join(scratch, 'precious'), 'text');
    await symlink('../precious', join(root, 'to file'));
    const names = ['to folder', 'dangling', 'to file'];
    for (const platform of ['linux', 'win32'] as const) {
      for (const name of names) {
        await unwritable(open(false, platform).prepareFile(name, wanted('text')));
        expect(await open(true, platform).prepareFile(name, wanted('text'))).to.equal('absent');
      }
      expect(await readdir(root)).to.have.members(platform === 'win32' ? ['to file'] : names);
    }
    expect(await readFile(join(scratch, 'precious'), 'utf8')).to.equal('text');
  });

  it('says what no system can hold', async () => {
    const problem = await unwritable(open().prepareFile('x'.repeat(256), wanted('text')));
    expect(problem).to.include({ isInTheWay: false });
    expect(problem.message).to.contain('cannot be written (ENAMETOOLONG)');
    await unwritable(open().prepareFile(`${'x'.repeat(256)}/file`, wanted('text')));
  });

  it('writes links, keeps those that are right, and leaves others alone', async () => {
    await open().writeLink('a/b/link', '../../caf\xe9');
    expect(await readlink(join(root, 'a/b/link'), 'latin1')).to.equal('../../caf\xe9');
    await open().writeLink('a/b/link', '../../caf\xe9');
    expect((await unwritable(open().writeLink('a/b/link', 'other'))).isInTheWay).to.equal(true);
    await open(true).writeLink('a/b/link', 'other');
    await writeFile(join(root, 'a/b/file'), 'file');
    await unwritable(open().writeLink('a/b/file', 'link'));
    await open(true).writeLink('a/b/file', 'link');
    expect(await readlink(join(root, 'a/b/file'))).to.equal('link');
    expect((await unwritable(open(true).writeLink('a/b', 'x'))).message).to.contain('is a folder');
    expect(await readdir(join(root, 'a/b'))).to.have.members(['link', 'file']);
  });
});
