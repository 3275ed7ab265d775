import { expect } from 'chai';
import type { Result } from 'neverthrow';
import {
  findEntry,
  listBelow,
  listFolder,
  type NodeReference,
  pageOf,
  type PathChange,
  type PathConflict,
  type PathConflictReason,
  totals,
  writePathTree,
  type WrittenPathTree,
} from '../../../src/formats/path-tree/index.js';
import type { GitPath } from '../../../src/model/git-index/git-path.js';
import { folderMode, type PathEntry } from '../../../src/model/git-index/path-entry.js';
import { changeTree, createPages, fileOf, filesBelow, gitPath, pathsOf, totalsBelow } from './modelled-tree.js';

const folder = (path: string, object = 1): PathChange => ({
  path: gitPath(path),
  entry: { mode: folderMode, object, sizeBytes: 0, changedIn: 0 },
});
const file = (path: string, object = 2): PathChange => ({ path: gitPath(path), entry: fileOf(object, 0) });
const gone = (path: string): PathChange => ({ path: gitPath(path), entry: undefined });

const pageLimitBytes = 64 * 1024;

/** A repository whose first commit has these paths. */
const begin = async (changes: readonly PathChange[]) => {
  const pages = createPages();
  let commits = 0;
  const write = async (
    base: NodeReference | undefined,
    next: readonly PathChange[],
  ): Promise<Result<WrittenPathTree, PathConflict>> => {
    const written = await writePathTree(pages.load, base, next, commits++);
    if (written.isOk()) pages.add(written.value.pages);
    return written;
  };
  const { root } = (await write(undefined, changes))._unsafeUnwrap();
  return { ...pages, root, write };
};

describe('writePathTree', () => {
  it('writes an empty tree', async () => {
    const { load, root } = await begin([]);
    expect(await listFolder(load, root, '', { limit: 10 })).to.deep.equal([]);
    expect(await totals(load, root, '')).to.deep.equal({ files: 0, sizeBytes: 0 });
    expect(await findEntry(load, root, gitPath('a'))).to.equal(undefined);
  });

  it('writes nothing for a commit that changes nothing', async () => {
    const { root, write } = await begin([folder('a'), file('a/b')]);
    expect((await write(root, []))._unsafeUnwrap()).to.deep.include({ root, pages: new Map() });
    expect((await write(root, [folder('a'), file('a/b')]))._unsafeUnwrap()).to.deep.include({ root, pages: new Map() });
  });

  it('says what was there at the paths that change and at the folders above them', async () => {
    const { root, write } = await begin([folder('a', 3), file('a/b', 4), file('c', 5)]);
    const { before } = (await write(root, [file('a/b', 6), folder('c', 7), file('c/d')]))._unsafeUnwrap();
    const objects = [...(before ?? [])].map(([path, entry]) => [path, entry.mode === folderMode, entry.object]);
    expect(objects).to.have.deep.members([
      ['', true, 0],
      ['a', true, 3],
      ['a/b', false, 4],
      ['c', false, 5],
    ]);
  });

  it('keeps one folder of 20,000 files, in pages of a limited size, and changes one of them with a few nodes', async () => {
    const paths = pathsOf(20_000).map((name) => gitPath(`flat/${name}`));
    const { load, pages, root, write } = await begin([
      folder('flat'),
      ...paths.map((path, at) => ({ path, entry: fileOf(at, 0) })),
    ]);
    for (const page of pages.values()) expect(page.length).to.be.at.most(pageLimitBytes);
    expect(pages.size).to.be.greaterThan(5);
    expect(await totals(load, root, gitPath('flat'))).to.deep.equal({ files: 20_000, sizeBytes: 200_000 });
    const middle = await listFolder(load, root, gitPath('flat'), { after: gitPath('file-09999'), limit: 3 });
    expect(middle.map(({ name }) => name)).to.deep.equal(['file-10000', 'file-10001', 'file-10002']);
    const changed = await write(root, [folder('flat', 3), file('flat/file-10000', 4)]);
    const written = [...changed._unsafeUnwrap().pages.values()];
    expect(written).to.have.length(1);
    expect(written[0]?.length).to.be.lessThan(4096);
  });

  it('makes a commit of thousands of changes, in which folders become files and files folders', async () => {
    const { load, write, root: empty } = await begin([]);
    const many = (prefix: string, commit: number): [GitPath, PathEntry][] =>
      Array.from({ length: 4_000 }, (_, at) => [gitPath(`${prefix}${at % 50}/e${at % 7}/f${at}`), fileOf(at, commit)]);
    const first = changeTree(new Map(), new Map(many('d', 1)), 1);
    const full = (await write(empty, first.changes))._unsafeUnwrap();
    expect(await listBelow(load, full.root, '', { limit: 10_000 })).to.deep.equal(filesBelow(first.tree, ''));
    const gone = many('d', 1).map(([path]) => [path, undefined] as const);
    const files = Array.from({ length: 50 }, (_, at) => [gitPath(`d${at}`), fileOf(at, 2)] as const);
    const second = changeTree(first.tree, new Map<GitPath, PathEntry | undefined>([...gone, ...many('x', 2), ...files]), 2);
    const swapped = (await write(full.root, second.changes))._unsafeUnwrap();
    expect(await listBelow(load, swapped.root, '', { limit: 10_000 })).to.deep.equal(filesBelow(second.tree, ''));
    expect(await totals(load, swapped.root, '')).to.deep.equal(totalsBelow(second.tree, ''));
    const third = changeTree(
      second.tree,
      new Map<GitPath, PathEntry | undefined>([...files.map(([path]) => [path, undefined] as const), ...many('d', 3)]),
      3,
    );
    const back = (await write(swapped.root, third.changes))._unsafeUnwrap();
    expect(await listBelow(load, back.root, '', { limit: 10_000 })).to.deep.equal(filesBelow(third.tree, ''));
    const none = changeTree(third.tree, new Map([...third.tree.keys()].map((path) => [path, undefined])), 4);
    const emptied = (await write(back.root, none.changes))._unsafeUnwrap();
    expect(await totals(load, emptied.root, '')).to.deep.equal({ files: 0, sizeBytes: 0 });
    expect((await write(back.root, [...none.changes, ...none.changes]))._unsafeUnwrapErr().reason).to.equal('repeated');
    expect((await write(emptied.root, none.changes))._unsafeUnwrapErr().reason).to.equal('absent');
  });

  it('leaves a tree as small as at first when all is removed, one after the other', async () => {
    const all = pathsOf(600).map((path, at) => ({ path, entry: fileOf(at, 0) }));
    const { load, pages, root, write } = await begin(all);
    let last = root;
    for (const { path } of all) last = (await write(last, [gone(path)]))._unsafeUnwrap().root;
    expect(await listBelow(load, last, '', { limit: 10 })).to.deep.equal([]);
    expect(await totals(load, last, '')).to.deep.equal({ files: 0, sizeBytes: 0 });
    const lastPage = pages.get(pageOf(last));
    expect(lastPage?.length).to.be.lessThan(20);
  });

  it('counts anew in the folders that a commit does not name', async () => {
    const { load, root, write } = await begin([folder('a'), folder('a/b'), file('a/b/c')]);
    const changed = (await write(root, [file('a/b/d', 5)]))._unsafeUnwrap();
    for (const path of ['', gitPath('a'), gitPath('a/b')] as const) {
      expect(await totals(load, changed.root, path), path).to.deep.equal({ files: 2, sizeBytes: 20 });
    }
  });

  it('leaves no folder below one that is gone, also where that has no files', async () => {
    const { load, root, write } = await begin([folder('a'), folder('a/b'), folder('a/b/c'), file('a/x'), folder('ab')]);
    const leaving: readonly (readonly PathChange[])[] = [
      [gone('a'), gone('a/x')],
      [gone('a'), gone('a/b'), gone('a/x')],
      [gone('a'), gone('a/b/c'), gone('a/x')],
      [file('a'), gone('a/b'), gone('a/x')],
    ];
    for (const changes of leaving) {
      const refused = (await write(root, changes))._unsafeUnwrapErr();
      expect(refused).to.deep.equal({ kind: 'path_conflict', reason: 'not_empty', path: gitPath('a') });
    }
    const whole = [gone('a'), gone('a/b'), gone('a/b/c'), gone('a/x')];
    const many = Array.from({ length: 2000 }, (_, at) => file(`ab/${at}`));
    for (const more of [[], many]) {
      expect((await write(root, [...whole.slice(1), ...more, file('a')])).isOk()).to.equal(true);
      const written = (await write(root, [...whole, ...more]))._unsafeUnwrap();
      expect(await listFolder(load, written.root, gitPath('a'), { limit: 10 })).to.deep.equal([]);
    }
    const left = (await write(root, [...whole.filter(({ path }) => path !== 'a/b/c'), ...many]))._unsafeUnwrapErr();
    expect(left).to.deep.include({ reason: 'not_empty' });
  });

  it('takes a file for a folder and a folder for a file', async () => {
    const { load, root, write } = await begin([folder('a'), file('a/b')]);
    const asFile = (await write(root, [file('a'), gone('a/b')]))._unsafeUnwrap();
    expect((await findEntry(load, asFile.root, gitPath('a')))?.mode).to.equal(0o100644);
    const asFolder = (await write(asFile.root, [folder('a'), folder('a/b'), file('a/b/c')]))._unsafeUnwrap();
    expect(await totals(load, asFolder.root, gitPath('a'))).to.deep.equal({ files: 1, sizeBytes: 10 });
  });

  const large = (path: string): PathChange => ({
    path: gitPath(path),
    entry: { ...fileOf(2, 0), sizeBytes: Number.MAX_SAFE_INTEGER - 20 },
  });

  const conflicts: readonly [string, readonly PathChange[], PathConflictReason, string][] = [
    ['a path that is named twice', [file('x'), gone('x')], 'repeated', 'x'],
    ['the removal of a missing path', [gone('x')], 'absent', 'x'],
    ['a file without its folder', [file('x/y')], 'no_folder', 'x/y'],
    ['a folder without its folder', [folder('x/y')], 'no_folder', 'x/y'],
    ['a file in a file', [file('f/y')], 'no_folder', 'f/y'],
    ['a file in what becomes a file', [gone('a/b'), file('a'), file('a/c')], 'not_empty', 'a'],
    ['a file in a folder that is removed', [gone('a'), gone('a/b'), file('a/c')], 'not_empty', 'a'],
    ['the removal of a folder alone', [gone('a')], 'not_empty', 'a'],
    ['a file where a folder stays full', [file('a')], 'not_empty', 'a'],
    ['more bytes than can be counted', [large('a/c'), gone('f'), file('x'), file('y')], 'too_large', 'x'],
  ];
  for (const [title, changes, reason, path] of conflicts) {
    it(`refuses ${title}`, async () => {
      const { root, write } = await begin([folder('a'), file('a/b'), file('f')]);
      expect((await write(root, changes))._unsafeUnwrapErr()).to.deep.equal({ kind: 'path_conflict', reason, path });
    });
  }
});
