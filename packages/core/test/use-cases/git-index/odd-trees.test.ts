import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { type GitPath, gitPathOfBytes } from '../../../src/model/git-index/git-path.js';
import { isFileMode } from '../../../src/model/git-index/path-entry.js';
import type { SentRawTree, SentTree } from '../../../src/use-cases/git-index/sent-trees.js';
import { errorOf, valueOf } from '../../builders/world.js';
import { gitId, indexedRepository, type IndexedRepository } from './indexed-repository.js';

const path = (text: string): GitPath => gitPathOfBytes(Buffer.from(text, 'latin1')) ?? expect.fail(`${text} is a path`);

/** `mode name` in a tree object, which need not be as git writes it. */
type Entries = readonly (readonly [mode: string, name: string, id: string])[];

/** Trees as old versions of git wrote them, and other programs. */
describe('the index of trees that git would write otherwise today', () => {
  let git: GitRepository;
  let index: IndexedRepository;
  let blobs: readonly string[];
  beforeEach(async () => {
    git = createGitRepository();
    index = await indexedRepository();
    blobs = ['one', 'two', 'three'].map((content) => git.git(['hash-object', '-w', '--stdin'], content).trim());
  });
  afterEach(() => git.remove());

  const blob = (at: number): string => blobs[at] ?? expect.fail('there are three');
  const bytesOf = (entries: Entries): Buffer =>
    Buffer.concat(
      entries.map(([mode, name, id]) => Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')])),
    );
  const tree = (entries: Entries): string =>
    git.git(['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], bytesOf(entries).toString('latin1')).trim();
  const commitOf = (root: string, ...parents: readonly string[]): string => {
    const id = git.git(['commit-tree', root, '-m', 'odd', ...parents.flatMap((parent) => ['-p', parent])]).trim();
    index.know(id);
    return id;
  };
  const change = (name: string, mode: number, id: string): SentTree['changes'][number] => {
    if (!isFileMode(mode)) throw new Error(`${mode} is a mode`);
    return { path: path(name), file: { mode, id: gitId(id) } };
  };
  const rawTree = (folder: string, entries: Entries): SentRawTree => ({
    folder: folder === '' ? '' : path(folder),
    raw: bytesOf(entries),
  });

  const open = async (...commits: readonly string[]) => {
    const sessionId = await index.open();
    const raws = commits.map((id) => ({ id: gitId(id), raw: Buffer.from(git.git(['cat-file', 'commit', id]), 'latin1') }));
    valueOf(await index.gitIndex.takeCommits(index.push, { sessionId, commits: raws }));
    const objects = blobs.map((id) => ({ id: gitId(id), sizeBytes: 5, lfs: undefined }));
    const send = (...trees: readonly Partial<SentTree>[]) =>
      index.gitIndex.takeTrees(index.push, {
        sessionId,
        objects,
        trees: trees.map((sent) => ({ commit: gitId(''), changes: [], renames: [], rawTrees: [], isLast: true, ...sent })),
      });
    return send;
  };
  const listed = async (commit: string) =>
    [...(await index.listed(commit))].map(([name, { mode, id }]) => `${mode.toString(8)} ${name} ${id}`).sort();

  const oddFolder = (): Entries => [
    ['100664', 'a', blob(0)],
    ['0100644', 'b', blob(1)],
    ['100644', '.GIT', blob(2)],
    ['100755', 'c', blob(1)],
  ];

  it('has them with the modes that git takes them for, without names that no path may have', async () => {
    const folder = oddFolder();
    const root: Entries = [['040000', 'models', tree(folder)]];
    const first = commitOf(tree(root));
    const next: Entries = [...folder.slice(0, 3), ['100755', 'c', blob(2)]];
    const second = commitOf(tree([['040000', 'models', tree(next)]]), first);
    const send = await open(first, second);
    valueOf(
      await send(
        {
          commit: gitId(first),
          changes: [
            change('models', 0o40000, tree(folder)),
            change('models/a', 0o100644, blob(0)),
            change('models/b', 0o100644, blob(1)),
            change('models/c', 0o100755, blob(1)),
          ],
          rawTrees: [rawTree('', root), rawTree('models', folder)],
        },
        {
          commit: gitId(second),
          changes: [change('models', 0o40000, tree(next)), change('models/c', 0o100755, blob(2))],
          rawTrees: [rawTree('', [['040000', 'models', tree(next)]]), rawTree('models', next)],
        },
      ),
    );
    expect(await listed(second)).to.deep.equal(
      [
        `40000 models ${tree(next)}`,
        `100644 models/a ${blob(0)}`,
        `100644 models/b ${blob(1)}`,
        `100755 models/c ${blob(2)}`,
      ].sort(),
    );
  });

  it('has a commit that changes nothing but how a mode is written', async () => {
    const first = commitOf(tree([['100664', 'a', blob(0)]]));
    const second = commitOf(tree([['100644', 'a', blob(0)]]), first);
    const third = commitOf(tree([['100600', 'a', blob(0)]]), second);
    const send = await open(first, second, third);
    valueOf(
      await send(
        { commit: gitId(first), changes: [change('a', 0o100644, blob(0))], rawTrees: [rawTree('', [['100664', 'a', blob(0)]])] },
        { commit: gitId(second), rawTrees: [rawTree('', [['100644', 'a', blob(0)]])] },
        { commit: gitId(third), rawTrees: [rawTree('', [['100600', 'a', blob(0)]])] },
      ),
    );
    expect([...(await index.listed(third))].map(([, { changedIn }]) => changedIn)).to.deep.equal([first]);
  });

  it('checks them also where they come in parts, and twice', async () => {
    const folder = oddFolder();
    const root: Entries = [['40000', 'models', tree(folder)]];
    const first = commitOf(tree(root));
    const send = await open(first);
    const commit = gitId(first);
    const begin = {
      commit,
      changes: [change('models', 0o40000, tree(folder)), change('models/a', 0o100644, blob(0))],
      isLast: false,
    };
    const more = {
      commit,
      changes: [change('models/b', 0o100644, blob(1))],
      rawTrees: [rawTree('models', folder)],
      isLast: false,
    };
    valueOf(await send(begin));
    valueOf(await send(more));
    valueOf(await send(more));
    valueOf(await send({ commit, changes: [change('models/c', 0o100755, blob(1))] }));
    expect(await listed(first)).to.have.length(4);
  });

  const lies: Readonly<Record<string, (folder: Entries) => { rawTrees: readonly SentRawTree[]; reason?: string }>> = {
    'without their bytes': () => ({ rawTrees: [] }),
    'with the bytes of another tree': (folder) => ({ rawTrees: [rawTree('models', folder.slice(1))] }),
    'with bytes of another folder': (folder) => ({ rawTrees: [rawTree('models/a', folder)] }),
    'with bytes that are no tree': () => ({ rawTrees: [{ folder: path('models'), raw: Buffer.from('100644 a') }] }),
  };
  for (const [title, lie] of Object.entries(lies)) {
    it(`takes none ${title}, nor files that are not in it`, async () => {
      const folder = oddFolder();
      const first = commitOf(tree([['40000', 'models', tree(folder)]]));
      const send = await open(first);
      const honest = [
        change('models', 0o40000, tree(folder)),
        change('models/a', 0o100644, blob(0)),
        change('models/b', 0o100644, blob(1)),
        change('models/c', 0o100755, blob(1)),
      ];
      const { rawTrees } = lie(folder);
      const commit = gitId(first);
      expect(errorOf(await send({ commit, changes: honest, rawTrees }))).to.include({ kind: 'bad_request' });
      const forged = [...honest.slice(0, 3), change('models/c', 0o100755, blob(0))];
      const refused = errorOf(await send({ commit, changes: forged, rawTrees: [rawTree('models', folder)] }));
      expect(refused).to.include({ field: 'trees.0.changes', reason: 'tree_mismatch' });
      valueOf(await send({ commit, changes: honest, rawTrees: [rawTree('models', folder)] }));
    });
  }
});
