import type { GitPlace } from '../git/git-process.js';
import type { ComparedCommit } from './diff-process.js';
import type { ObjectFormat } from './open-repository.js';
import { isAddedFile, isRemovedFile, type RawChange } from './raw-parser.js';
import type { TreeDifference } from './tree-object.js';
import { type ComparedPair, createTreePairs, type TreePair, type TreePairs } from './tree-pairs.js';
import { openTreeSource } from './tree-source.js';

/** A folder whose tree object is not as git writes one today: only these bytes hash to its id. */
export interface OddTree {
  readonly folder: string;
  readonly bytes: Buffer;
}

/** What a commit changes, in pieces; the one with `last` ends the commit. */
export interface CommitChanges {
  readonly commit: ComparedCommit;
  readonly changes: readonly RawChange[];
  readonly oddTrees: readonly OddTree[];
  /** Names that come or change and that no path may have. */
  readonly hidden: number;
  /** Whether git may take some of its files for others that are gone. */
  readonly last: { readonly mayRename: boolean } | undefined;
}

export interface ChangeReader {
  /** In the order of the commits. One question at a time. */
  readonly read: (commits: readonly ComparedCommit[]) => AsyncGenerator<CommitChanges, void, undefined>;
  readonly close: () => void;
}

/** Enough for few questions about the objects in it, few enough for memory. */
const mostChanges = 2000;
/** Commits whose trees are asked for together. */
const commitsAtOnce = 128;
/** Folders of a large commit that are asked for together. */
const foldersAhead = 64;

const absentMode = '000000';

const rootPair = ({ id, firstParent }: ComparedCommit): TreePair => ({
  folder: '',
  before: firstParent === undefined ? undefined : `${firstParent}^{tree}`,
  after: `${id}^{tree}`,
});

const changeOf = (folder: string, { name, before, after }: TreeDifference): RawChange => ({
  path: folder === '' ? name : `${folder}/${name}`,
  fromPath: undefined,
  fromMode: before?.mode ?? absentMode,
  mode: after?.mode ?? absentMode,
  id: after?.id,
  similarity: undefined,
});

interface Frame {
  readonly folder: string;
  readonly found: ComparedPair;
  /** The next of the differences, and of the folders below. */
  at: number;
  belowAt: number;
}

/** Goes through the folders that differ, each before what lies in it. */
async function* walk(
  pairs: TreePairs,
  commit: ComparedCommit,
  root: TreePair,
  bytesOf: (name: string) => Promise<Buffer>,
): AsyncGenerator<CommitChanges, void, undefined> {
  let changes: RawChange[] = [];
  let oddTrees: OddTree[] = [];
  let hidden = 0;
  let comes = false;
  let goes = false;
  const frames: Frame[] = [];
  const open = async (pair: TreePair, next: readonly TreePair[]): Promise<void> => {
    if (pairs.known(pair) === undefined) await pairs.compare(next.filter((each) => pairs.known(each) === undefined));
    const found = pairs.known(pair);
    if (found === undefined) throw new Error('invariant: what was compared is known');
    hidden += found.hidden;
    if (found.isOdd && pair.after !== undefined) oddTrees.push({ folder: pair.folder, bytes: await bytesOf(pair.after) });
    frames.push({ folder: pair.folder, found, at: 0, belowAt: 0 });
  };
  const take = (last: CommitChanges['last']): CommitChanges => {
    const taken = { commit, changes, oddTrees, hidden, last };
    [changes, oddTrees, hidden] = [[], [], 0];
    return taken;
  };
  await open(root, [root]);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const difference = frame.found.differences[frame.at];
    if (difference === undefined) {
      frames.pop();
      continue;
    }
    frame.at += 1;
    const change = changeOf(frame.folder, difference);
    comes ||= isAddedFile(change);
    goes ||= isRemovedFile(change);
    changes.push(change);
    const below = frame.found.below[frame.belowAt];
    if (below?.folder === change.path) {
      await open(below, frame.found.below.slice(frame.belowAt, frame.belowAt + foldersAhead));
      frame.belowAt += 1;
    }
    if (changes.length < mostChanges) continue;
    // What a large commit has is not needed for any other one.
    pairs.forget();
    yield take(undefined);
  }
  yield take({ mayRename: comes && goes });
}

/**
 * Changes of files, folders, links and submodules against the first parent: each path once, as `git diff-tree -r -t --no-renames` has them. It reads the
 * tree objects themselves, each once, where git would read those of every parent again and not tell which of them are odd.
 */
export const openChangeReader = (place: GitPlace, format: ObjectFormat): ChangeReader => {
  const trees = openTreeSource(place);
  const pairs = createTreePairs(trees, format === 'sha1' ? 20 : 32);
  const bytesOf = async (name: string): Promise<Buffer> => (await trees.read([name])).get(name) ?? Buffer.alloc(0);
  return {
    close: trees.close,
    async *read(commits) {
      for (let at = 0; at < commits.length; at += commitsAtOnce) {
        const some = commits.slice(at, at + commitsAtOnce);
        pairs.forget();
        const roots = some.map(rootPair);
        await pairs.prepare(roots);
        for (const [place, commit] of some.entries()) yield* walk(pairs, commit, roots[place] ?? rootPair(commit), bytesOf);
      }
    },
  };
};
