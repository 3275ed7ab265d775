import { seeded, type SeededRandom } from '@svc/conformance';
import { runGit } from '@svc/test-services/run-git';
import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pauseOf } from '../../../../src/concurrency/pause-of.js';
import {
  type GraphCommit,
  mergeBase,
  packGraph,
  reachable,
  unpackGraph,
  walk,
} from '../../../../src/formats/commit-graph/index.js';
import { randomCommits } from '../random-graph.js';

const commitCount = 120;
const pairs = 12;

const streamOf = (commits: readonly GraphCommit[]): string =>
  commits
    .flatMap(({ parents, committedAt }, at) => [
      `commit refs/heads/c${at}`,
      `mark :${at + 1}`,
      `committer C <c@example.org> ${committedAt} +0000`,
      // Without a message of their own, commits of one time and parents would be one commit.
      `data ${String(at).length}\n${at}`,
      ...parents.map((parent, place) => `${place === 0 ? 'from' : 'merge'} :${parent + 1}`),
      '',
    ])
    .join('\n');

/** A Git repository with these commits, which are told by their numbers. */
const createRepository = (folder: string, commits: readonly GraphCommit[]) => {
  const environment = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', HOME: folder };
  const git = (args: readonly string[], input?: string): string => runGit(folder, args, { environment, input });
  git(['init', '--quiet', '--bare']);
  git(['fast-import', '--quiet', '--export-marks=marks'], streamOf(commits));
  const marks = readFileSync(join(folder, 'marks'), 'utf8').trim().split('\n');
  const numbers = new Map(
    marks.map((line) => {
      const [mark = '', id = ''] = line.slice(1).split(' ');
      return [id, Number(mark) - 1];
    }),
  );
  const numbersOf = (lines: string): number[] => lines.split('\n').flatMap((line) => numbers.get(line) ?? []);
  const names = (list: readonly number[]): string[] => list.map((commit) => `c${commit}`);
  const outcome = (parameters: readonly string[]): string | undefined => {
    try {
      return git(parameters);
    } catch {
      return undefined;
    }
  };
  return {
    log: (from: readonly number[], not: readonly number[] = []) =>
      numbersOf(git(['log', '--format=%H', ...names(from), ...names(not).map((name) => `^${name}`), '--'])),
    mergeBase: (...pair: readonly [number, number]) => numbersOf(outcome(['merge-base', ...names(pair)]) ?? '')[0],
  };
};

const noPause = pauseOf({});

const compare = async (random: SeededRandom, folder: string, skewSeconds: number): Promise<void> => {
  const commits = randomCommits(random, commitCount, skewSeconds);
  const graph = await unpackGraph([packGraph(0, commits)], noPause);
  const repository = createRepository(folder, commits);
  const pick = (): number => random.integer(commitCount);
  const newest = (): number => commitCount - 1 - random.integer(20);
  for (const tips of [[commitCount - 1], [newest(), newest()], [pick(), newest(), newest(), pick()]]) {
    expect([...walk(graph, tips)], `git log ${tips.join(' ')}`).to.deep.equal(repository.log(tips));
    // Git itself may list too much here where times run backwards.
    if (skewSeconds > 0) continue;
    const [tip = 0, ...others] = tips.toReversed();
    const without = [...walk(graph, [tip], await reachable(graph, others, noPause))];
    expect(without, `git log ${tip} --not ${others.join(' ')}`).to.deep.equal(repository.log([tip], others));
  }
  for (let pair = 0; pair < pairs; pair += 1) {
    const [left, right] = [random.pick([pick, newest])(), random.pick([pick, newest])()];
    const base = await mergeBase(graph, left, right, noPause);
    expect(base, `git merge-base ${left} ${right}`).to.equal(repository.mergeBase(left, right));
  }
};

describe('a commit graph', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-graph-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  for (const skewSeconds of [0, 1, 20, 200]) {
    const title = `says what git says of a random history with clocks ${skewSeconds} s wrong`;
    const property = seeded<undefined>(title, async (_, random) => {
      await compare(random, folder, skewSeconds);
    });
    it(property.title, () => property.run(undefined));
  }
});
