import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import type { GitRename } from '../../../src/model/git-index/git-index.js';
import { gitPathOfText } from '../../../src/model/git-index/git-path.js';
import type { IndexSessionId } from '../../../src/model/values/ids.js';
import { valueOf } from '../../builders/world.js';
import { gitId, indexedRepository, type IndexedRepository, sentCommits, sentObjects, sentTree } from './indexed-repository.js';

const path = (text: string) => {
  const found = gitPathOfText(text);
  if (found === undefined) throw new Error(`${text} is a path`);
  return found;
};

const rename = (from: string, to: string): GitRename => ({ from: path(from), to: path(to), similarity: 90 });

describe('renames that are sent with a commit', () => {
  let git: GitRepository;
  let index: IndexedRepository;
  let tip: string;
  let sessionId: IndexSessionId;
  beforeEach(async () => {
    git = createGitRepository();
    git.commit({ a: '1', c: '2' });
    tip = git.commit({ a: null, b: '1', c: null, d: '2' });
    index = await indexedRepository();
    sessionId = await index.open();
    valueOf(await index.gitIndex.takeCommits(index.push, { sessionId, commits: sentCommits(git.history('main')) }));
  });
  afterEach(() => git.remove());

  /** Sends the changes in as many parts as there are lists of renames, in requests of so many parts. */
  const send = async (parts: readonly (readonly GitRename[])[], partsAtOnce: number): Promise<void> => {
    const history = git.history('main');
    const [first, second] = history.trees.map(sentTree);
    if (first === undefined || second === undefined) throw new Error('there are two commits');
    valueOf(await index.gitIndex.takeTrees(index.push, { sessionId, objects: sentObjects(history), trees: [first] }));
    const trees = parts.map((renames, at) => {
      // Each part has other changes, so none is taken for one that came twice.
      const changes = second.changes.slice(at, at === parts.length - 1 ? undefined : at + 1);
      return { ...second, changes, renames, isLast: at === parts.length - 1 };
    });
    for (let at = 0; at < trees.length; at += partsAtOnce) {
      const some = trees.slice(at, at + partsAtOnce);
      valueOf(await index.gitIndex.takeTrees(index.push, { sessionId, objects: sentObjects(history), trees: some }));
    }
  };

  const stored = async () =>
    valueOf(
      await index.world.unitOfWork.read(async ({ gitIndex }) => {
        const { repository } = index;
        const commit = (await gitIndex.findCommits(repository.id, [gitId(tip)])).get(gitId(tip));
        return (await gitIndex.listRenames(repository.id, [commit?.number ?? -1], 1000)).map(({ from, to }) => `${from} ${to}`);
      }),
    );

  it('are kept once for each path that they name, however many are sent', async () => {
    const toOne = Array.from({ length: 300 }, (_, at) => rename(`former/${at}`, 'b'));
    const fromOne = Array.from({ length: 300 }, (_, at) => rename('c', `new/${at}`));
    await send([[rename('a', 'b'), ...toOne, rename('c', 'd'), ...fromOne]], 1);
    expect(await stored()).to.deep.equal(['a b', 'c d']);
  });

  for (const partsAtOnce of [1, 2, 3]) {
    it(`are so also where they come with several parts, ${partsAtOnce} of them in one request`, async () => {
      const parts = [
        [rename('a', 'b')],
        [rename('x', 'b'), rename('a', 'x'), rename('c', 'd')],
        [rename('y', 'b'), rename('a', 'y'), rename('c', 'z'), rename('y', 'd'), rename('e', 'f')],
      ];
      await send(parts, partsAtOnce);
      expect((await stored()).toSorted()).to.deep.equal(['a b', 'c d', 'e f']);
    });
  }
});
