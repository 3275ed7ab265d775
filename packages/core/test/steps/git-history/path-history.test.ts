import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import { randomHistory } from '@svc/test-services/git-histories';
import { createGitRepository, type GitRepository } from '@svc/test-services/git-repository';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { pauseOf } from '../../../src/concurrency/pause-of.js';
import type { GitPath } from '../../../src/model/git-index/git-path.js';
import { trusted } from '../../../src/model/values/brand.js';
import { createIndexCaches } from '../../../src/steps/git-history/index-caches.js';
import { type History, openHistory } from '../../../src/steps/git-history/open-history.js';
import { beginPathHistory, continuePathHistory, type PathLine } from '../../../src/steps/git-history/path-history.js';
import { valueOf } from '../../builders/world.js';
import { gitId, indexedRepository, type IndexedRepository } from '../../use-cases/git-index/indexed-repository.js';
import { changedFiles, type Files, mergedFiles } from '../../use-cases/git-index/random-files.js';

const noPause = pauseOf({});

const commitsMade = 60;

/** Few names, so that what was removed comes again, as a file or as a folder. */
const names = ['a', 'b', '\xff', '-'];

/** Commits with branches, merges, and merges that keep one side. */
const plantHistory = (random: SeededRandom, git: GitRepository): readonly string[] => {
  const blobs = ['', 'x', 'weights', 'y'.repeat(500)].map((content) => git.git(['hash-object', '-w', '--stdin'], content).trim());
  const commits: { id: string; files: Files }[] = [];
  for (let made = 0; made < commitsMade; made += 1) {
    const count = commits.length === 0 || random.integer(30) === 0 ? 0 : random.pick([1, 1, 1, 2, 2, 3]);
    const parents = Array.from({ length: count }, () => random.pick(commits.slice(-5)));
    const base = random.integer(3) === 0 ? (parents.at(-1)?.files ?? new Map<string, never>()) : mergedFiles(random, parents);
    const files = random.integer(4) === 0 ? base : changedFiles(random, base, blobs, names);
    commits.push({ id: git.plant(files, [...new Set(parents.map(({ id }) => id))]), files });
  }
  return [...new Set(commits.map(({ id }) => id))];
};

const index = async (git: GitRepository, ids: readonly string[]): Promise<IndexedRepository> => {
  const indexed = await indexedRepository();
  const sessionId = await indexed.open();
  await indexed.send(sessionId, git.history(...ids));
  const refs = ids.map((id, at) => indexed.update(`refs/heads/b${at}`, id));
  valueOf(await indexed.gitIndex.finalize(indexed.push, { sessionId, refs, isComplete: true }));
  return indexed;
};

/** Reads the history with nothing in memory before. */
const reading = async <T>({ world, repository }: IndexedRepository, work: (history: History) => Promise<T>): Promise<T> => {
  const read = await world.unitOfWork.read(async ({ gitIndex }) =>
    ok(await work(valueOf(await openHistory(gitIndex, repository.id, createIndexCaches({}))))),
  );
  return valueOf(valueOf(read));
};

const pathsOf = (git: GitRepository, ids: readonly string[]): readonly GitPath[] => {
  const paths = ids.flatMap((id) => git.git(['ls-tree', '-r', '-t', '-z', '--name-only', id]).split('\0').filter(Boolean));
  return [...new Set([...paths, 'nowhere', 'nowhere/at all'])].map((path) => trusted<GitPath>(path));
};

const logOf = (git: GitRepository, id: string, path: GitPath): readonly string[] =>
  git.git(['--literal-pathspecs', 'log', '--format=%H', '--stdin'], `${id}\n--\n${path}\n`).split('\n').filter(Boolean);

/** Page by page, each of which goes on from what the one before says. */
const listed = async (history: History, start: PathLine, random: SeededRandom): Promise<readonly number[]> => {
  const found: number[] = [];
  let walk = await beginPathHistory(history, start, noPause);
  for (;;) {
    const limit = 1 + random.integer(4);
    const versions = await walk.next(limit);
    found.push(...versions.map(({ commit }) => commit));
    if (versions.length < limit) return found;
    walk = continuePathHistory(history, walk.ahead(), noPause);
  }
};

/** The histories of some paths from some commits on, as the service and as git tell them. */
const compare = async (
  git: GitRepository,
  ids: readonly string[],
  random: SeededRandom,
  check: (listed: readonly string[], log: readonly string[], history: History) => void,
): Promise<void> => {
  const indexed = await index(git, ids);
  const paths = pathsOf(git, ids).filter((path) => !path.includes('\n'));
  await reading(indexed, async (history) => {
    const commits = await history.queries.findCommits(indexed.repository.id, ids.map(gitId));
    const idOf = new Map([...commits.values()].map(({ number, id }) => [number, id]));
    for (let round = 0; round < 60; round += 1) {
      const [id, path] = [random.pick(ids), random.pick(paths)];
      const commit = commits.get(gitId(id));
      if (commit === undefined) throw new Error(`invariant: ${id} is indexed`);
      const found = await listed(history, { commit: commit.number, path }, random);
      const named = found.map((number) => idOf.get(number) ?? '');
      const log = logOf(git, id, path);
      try {
        check(named, log, history);
      } catch (error) {
        throw new Error(`${id} ${JSON.stringify(path)}`, { cause: error });
      }
    }
  });
};

const withGit = async (work: (git: GitRepository) => Promise<void>): Promise<void> => {
  const git = createGitRepository();
  try {
    await work(git);
  } finally {
    git.remove();
  }
};

describe('the history of a path', () => {
  const seed = Date.now() % 1_000_000;

  it(`is what git log prints, page by page (seed ${seed})`, async () => {
    const random = createSeededRandom(seed);
    await withGit(async (git) => {
      const ids = plantHistory(random, git);
      await compare(git, ids, random, (found, log) => expect(found).to.deep.equal(log));
    });
  });

  it(`has the commits of git log where clocks ran backwards, none before its children (seed ${seed})`, async () => {
    const random = createSeededRandom(seed);
    await withGit(async (git) => {
      git.git(['fast-import', '--quiet', '--force'], randomHistory(random, commitsMade, 'sha1'));
      const ids = git.git(['rev-list', '--all']).split('\n').filter(Boolean);
      const listedFrom = new Map(ids.map((id) => [id, git.git(['rev-list', id])]));
      await compare(git, ids, random, (found, log) => {
        expect(found.toSorted()).to.deep.equal(log.toSorted());
        for (const [at, id] of found.entries()) {
          const behind = listedFrom.get(id);
          for (const before of found.slice(0, at)) expect(behind, `${before} comes before ${id}`).not.to.include(before);
        }
      });
    });
  });
});
