import { expect } from 'chai';
import { differences, type NodeReference, type PathChange, writePathTree } from '../../../src/formats/path-tree/index.js';
import { folderMode } from '../../../src/model/git-index/path-entry.js';
import { createPages, fileOf, gitPath, pathsOf } from './modelled-tree.js';

const fileCount = 3_000;
const flat: readonly PathChange[] = pathsOf(fileCount).map((path, at) => ({ path, entry: fileOf(at, 0) }));

describe('differences', () => {
  it('are those of any run of files that is gone, wherever nodes begin and end, each in a page of its own', async () => {
    const { load, add } = createPages();
    let full: NodeReference | undefined;
    let commit = 0;
    for (; commit < 300; commit += 1) {
      const written = (await writePathTree(load, full, flat.slice(10 * commit, 10 * commit + 10), commit))._unsafeUnwrap();
      add(written.pages);
      full = written.root;
    }
    for (let first = 0; first < 900; first += 1, commit += 1) {
      const gone = flat.slice(first, first + 1 + (first % 47)).map(({ path }) => ({ path, entry: undefined }));
      const less = (await writePathTree(load, full, gone, commit))._unsafeUnwrap();
      add(less.pages);
      const paths = gone.map(({ path }) => path);
      const lost = await differences(load, full, less.root, { limit: 100 });
      expect(lost.map(({ path, after }) => [path, after])).to.deep.equal(paths.map((path) => [path, undefined]));
      const gained = await differences(load, less.root, full, { limit: 100 });
      expect(gained.map(({ path, before }) => [path, before])).to.deep.equal(paths.map((path) => [path, undefined]));
    }
  });

  it('take few pages where little differs in much', async () => {
    const { load, loads, add } = createPages();
    const one = (await writePathTree(load, undefined, flat, 0))._unsafeUnwrap();
    add(one.pages);
    const path = gitPath('file-01500');
    const other = (await writePathTree(load, one.root, [{ path, entry: fileOf(99_999, 1) }], 1))._unsafeUnwrap();
    add(other.pages);
    loads.pages = 0;
    expect(await differences(load, one.root, other.root, { limit: 100 })).to.have.length(1);
    expect(loads.pages).to.be.at.most(8);
  });

  it('leave folders out, also where one takes the place of a file', async () => {
    const { load, add } = createPages();
    const path = gitPath('a');
    const file = fileOf(1, 0);
    const one = (await writePathTree(load, undefined, [{ path, entry: file }], 0))._unsafeUnwrap();
    add(one.pages);
    const folder = { path, entry: { mode: folderMode, object: 2, sizeBytes: 0, changedIn: 1 } } as const;
    const inside = { path: gitPath('a/b'), entry: fileOf(3, 1) };
    const other = (await writePathTree(load, one.root, [folder, inside], 1))._unsafeUnwrap();
    add(other.pages);
    expect(await differences(load, one.root, other.root, { limit: 100 })).to.deep.equal([
      { path, before: file, after: undefined },
      { path: inside.path, before: undefined, after: inside.entry },
    ]);
  });
});
