import { newDatabase } from '@svc/test-services/postgres';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { largeHistory, writeGitHistory } from '../data/git-history.js';
import { type SeededRandom, seededRandom } from '../data/random.js';
import { type Bench, below, type Goal, type Outcome, rounded, type Row } from '../measure/bench.js';
import { percentile } from '../measure/percentile.js';
import { timedCommand } from '../measure/timed-command.js';
import { svcCommand } from '../peers/svc-command.js';
import { explainOnPostgres, explainOnSqlite, type Explain, fullScans, queriesOf } from '../recording/query-plans.js';
import { recordInto } from '../recording/recording.js';
import { type Api, createApi, createRepositoryPath } from '../server/api.js';
import { startSvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

/** Smaller figures, for trying the bench itself. */
const scale = Number(process.env['BROWSING_SCALE'] ?? 1);
const history = { ...largeHistory, commits: largeHistory.commits * scale, files: largeHistory.files * scale };
const clients = 16;
const requestCount = 640;
/** Of each distance so many pairs of commits are compared, each pair several times: people look at the pages of what they compare. */
const pairCount = 60;
const farApart = 100;

/** What requests are made of. */
interface Material {
  /** Along first parents, the newest first. */
  readonly commits: readonly string[];
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

const commitsApart = ({ commits }: Material, distance: number, random: SeededRandom): string => {
  const at = random.below(commits.length - distance);
  return `/compare?base=${commits[at + distance] ?? ''}&head=${commits[at] ?? ''}`;
};

const pick = (random: SeededRandom, items: readonly string[]): string =>
  encodeURIComponent(items[random.below(items.length)] ?? '');

type MakePath = (material: Material, random: SeededRandom) => string;

/** Below a repository: something else each time, in a history of any commit. */
const requests: Readonly<Record<string, MakePath>> = {
  'tree of the whole': ({ commits }, random) => `/tree?ref=${pick(random, commits)}`,
  'tree of a folder': ({ commits, folders }, random) => `/tree?ref=${pick(random, commits)}&path=${pick(random, folders)}`,
  'tree, recursive': ({ commits, folders }, random) =>
    `/tree?recursive=true&ref=${pick(random, commits)}&path=${pick(random, folders)}`,
  'file/history': ({ files }, random) => `/file/history?path=${pick(random, files)}`,
  'file/history of a folder': ({ folders }, random) => `/file/history?path=${pick(random, folders)}`,
  'file/history of a large folder': (_, random) => `/file/history?path=project-${random.below(Math.ceil(history.files / 1000))}`,
  commits: ({ commits }, random) => `/commits?ref=${pick(random, commits)}`,
  'commits/{sha}': ({ commits }, random) => `/commits/${pick(random, commits)}`,
};

const comparisons: Readonly<Record<string, MakePath>> = {
  'compare neighbours': (material, random) => commitsApart(material, 1, random),
  [`compare ${farApart} apart`]: (material, random) => commitsApart(material, farApart, random),
  'compare the whole history': (material) => `/compare?base=${material.commits.at(-1) ?? ''}&head=${material.commits[0] ?? ''}`,
};

/** How long each request takes that clients send one after the other, sorted. */
const measurePaths = async (api: Api, paths: readonly string[], clientCount: number): Promise<readonly number[]> => {
  const taken: number[] = [];
  const ahead = [...paths];
  const client = async (): Promise<void> => {
    for (let path = ahead.pop(); path !== undefined; path = ahead.pop()) {
      const begin = performance.now();
      await api('GET', path);
      taken.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: clientCount }, client));
  return taken.toSorted((left, right) => left - right);
};

interface Stack {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly explain: Explain;
}

const measureStack = async (
  folder: string,
  gitFolder: string,
  material: Material,
  { name, environment, explain }: Stack,
): Promise<Outcome> => {
  await mkdir(folder, { recursive: true });
  const indexer = await startSvcServer(folder, { environment });
  const { credential } = indexer;
  const repository = await createRepositoryPath(createApi(indexer.baseUrl, credential));
  const env = { SVC_URL: indexer.baseUrl, SVC_TOKEN: credential, SVC_REPOSITORY: repository.split('/').at(-1) ?? '' };
  await svcCommand(['index', '--no-store-files'], { cwd: gitFolder, env });
  await indexer.stop();

  const rows: Row[] = [];
  const goals: Goal[] = [];
  const random = seededRandom(1);
  const server = await startSvcServer(folder, { environment, credential });
  const api = createApi(server.baseUrl, credential);
  const measure = async (what: string, paths: readonly string[], hasGoal: boolean): Promise<void> => {
    // Each path once: what one client has asked for is in memory for the next.
    const forOne = Math.ceil(paths.length / 4);
    const alone = await measurePaths(api, paths.slice(0, forOne), 1);
    const together = await measurePaths(api, paths.slice(forOne), clients);
    const p95 = percentile(alone, 0.95);
    const ofTogether = (share: number) => (together.length === 0 ? 'nobody' : rounded(percentile(together, share)));
    rows.push({
      database: name,
      request: what,
      'p50 ms, one client': rounded(percentile(alone, 0.5)),
      'p95 ms, one client': rounded(p95),
      [`p50 ms, ${clients} clients`]: ofTogether(0.5),
      [`p95 ms, ${clients} clients`]: ofTogether(0.95),
    });
    if (hasGoal) goals.push(below(`${name}, ${what}: p95 ms of one client`, p95, 50));
  };
  for (const [what, make] of Object.entries(requests)) {
    const paths = Array.from({ length: requestCount }, () => repository + make(material, random));
    await measure(what, paths, true);
  }
  for (const [what, make] of Object.entries(comparisons)) {
    const pairs = [...new Set(Array.from({ length: pairCount }, () => repository + make(material, random)))];
    await measure(`${what}, for the first time`, pairs, false);
    const again = Array.from({ length: requestCount }, () => pairs[random.below(pairs.length)] ?? '');
    await measure(what, again, true);
  }
  await server.stop();

  const recording = recordInto(join(folder, 'statements.sql'));
  const recorder = await startSvcServer(folder, {
    nodeOptions: recording.nodeOptions,
    environment: { ...environment, ...recording.environment },
    credential,
  });
  const recordedApi = createApi(recorder.baseUrl, credential);
  for (const [what, make] of Object.entries({ ...requests, ...comparisons })) {
    const statements = await recording.during(() => recordedApi('GET', repository + make(material, random)));
    rows.push({ database: name, request: what, 'statements with nothing in memory': statements.length });
    const scans: string[] = [];
    for (const statement of queriesOf(statements)) scans.push(...fullScans(await explain(statement)));
    for (const scan of scans) console.log(`${name}, ${what}: ${scan}`);
    goals.push(below(`${name}, ${what}: full scans`, scans.length, 1));
  }
  await recorder.stop();
  return { rows, goals };
};

const measure = async (folder: string): Promise<Outcome> => {
  const repository = join(folder, 'history.git');
  await writeGitHistory(repository, history);
  const linesOf = async (...parameters: readonly string[]): Promise<readonly string[]> =>
    (await timedCommand('git', parameters, { cwd: repository, env: {} })).output.split('\n').filter((line) => line !== '');
  const material: Material = {
    commits: await linesOf('rev-list', '--first-parent', 'main'),
    files: await linesOf('ls-tree', '-r', '--name-only', 'main'),
    // Those of the first commit are in all of them.
    folders: (await linesOf('ls-tree', '-r', '-d', '--name-only', 'main')).filter((folder) => /^project-.*part-/.test(folder)),
  };
  const sqlite = await measureStack(join(folder, 'sqlite'), repository, material, {
    name: 'SQLite',
    environment: {},
    explain: explainOnSqlite(join(folder, 'sqlite', 'data', 'svc.db')),
  });
  const database = await newDatabase();
  const postgres = await measureStack(join(folder, 'postgres'), repository, material, {
    name: 'PostgreSQL',
    environment: { DATABASE_URL: database.url, ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64')}` },
    explain: explainOnPostgres(database.url),
  });
  await database.drop();
  return { rows: [...sqlite.rows, ...postgres.rows], goals: [...sqlite.goals, ...postgres.goals] };
};

export const browsing: Bench = {
  name: 'browsing',
  about: `the history of ${history.commits} commits over ${history.files} files, looked at by one client and by ${clients}, ${requestCount} requests of each kind`,
  run: () => withTemporaryFolder(measure),
};
