import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import { createGitRepository, type GitRepository, type WireTree } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { gitObjectFormats } from '../../../src/model/git-index/git-id.js';
import { valueOf } from '../../builders/world.js';
import { indexedRepository, type IndexedRepository, sentCommits, sentObjects, sentTree } from './indexed-repository.js';
import { changedFiles, type Files, mergedFiles } from './random-files.js';

/** Cuts the trees of some commits into parts, anywhere. */
const inParts = (random: SeededRandom, trees: readonly WireTree[]): WireTree[] =>
  trees.flatMap((tree) => {
    const parts: WireTree[] = [];
    let rest = tree.changes;
    while (rest.length > 1 && random.integer(3) > 0) {
      const cut = 1 + random.integer(rest.length);
      parts.push({ ...tree, changes: rest.slice(0, cut), is_last: false });
      rest = rest.slice(cut);
    }
    return [...parts, { ...tree, changes: rest }];
  });

const expectSameAsGit = async (
  git: GitRepository,
  index: IndexedRepository,
  commit: string,
  random: SeededRandom,
): Promise<void> => {
  const listed = await index.listed(commit);
  const lines = git.git(['ls-tree', '-r', '-t', '-z', '-l', commit]).split('\0').filter(Boolean);
  const expected = lines.map((line) => {
    const [, mode = '', id = '', size = '', path = ''] = /^(\d+) \w+ (\w+) +(\S+)\t([^]*)$/.exec(line) ?? [];
    return [path, Number.parseInt(mode, 8), id, size === '-' ? 0 : Number(size)];
  });
  const actual = [...listed].map(([path, { mode, id, sizeBytes }]) => [path, mode, id, sizeBytes]);
  const textOf = (entries: readonly unknown[]) => entries.map((entry) => JSON.stringify(entry)).sort();
  expect(textOf(actual), commit).to.deep.equal(textOf(expected));
  for (let check = 0; check < 3 && actual.length > 0; check += 1) {
    const [path, { changedIn }] = random.pick([...listed]);
    // Its input is lines; an argument would be text.
    if (path.includes('\n')) continue;
    const last = git.git(['--literal-pathspecs', 'log', '-1', '--format=%H', '--stdin'], `${commit}\n--\n${path}\n`).trim();
    expect(changedIn, `${commit} ${JSON.stringify(path)}`).to.equal(last);
  }
};

describe('the index of a random history', () => {
  for (const format of gitObjectFormats) {
    const seed = Date.now() % 1_000_000;
    it(`has of each commit what git has, in ${format} (seed ${seed})`, async () => {
      const random = createSeededRandom(seed);
      const git = createGitRepository(format);
      try {
        const blobs = ['', 'x', 'weights', 'y'.repeat(5000)].map((content) =>
          git.git(['hash-object', '-w', '--stdin'], content).trim(),
        );
        const commits: { id: string; files: Files }[] = [];
        for (let made = 0; made < 24; made += 1) {
          const count = commits.length === 0 ? 0 : random.pick([0, 1, 1, 1, 1, 2, 2, 3]);
          const parents = Array.from({ length: count }, () => random.pick(commits.slice(-6)));
          const base = mergedFiles(random, parents);
          const files = changedFiles(random, base, blobs);
          commits.push({ id: git.plant(files, [...new Set(parents.map(({ id }) => id))]), files });
        }
        const ids = [...new Set(commits.map(({ id }) => id))];
        const index = await indexedRepository();
        index.know(...ids);
        const sessionId = await index.open(format);
        const history = git.history(...ids);
        valueOf(await index.gitIndex.takeCommits(index.push, { sessionId, commits: sentCommits(history) }));
        const parts = inParts(random, history.trees).map(sentTree);
        let objects = sentObjects(history);
        while (parts.length > 0) {
          const trees = parts.splice(0, 1 + random.integer(8));
          const command = { sessionId, objects, trees };
          valueOf(await index.gitIndex.takeTrees(index.push, command));
          // Its answer was lost.
          if (random.integer(4) === 0) valueOf(await index.gitIndex.takeTrees(index.push, command));
          objects = [];
        }
        for (const id of ids) await expectSameAsGit(git, index, id, random);
        const refs = ids.map((id, at) => index.update(`refs/heads/b${at}`, id));
        const outcome = valueOf(await index.gitIndex.finalize(index.push, { sessionId, refs, isComplete: true }));
        expect(outcome).to.include({ generation: 1, refs: ids.length, commits: ids.length });
      } finally {
        git.remove();
      }
    });
  }
});
