import { newDatabase } from '@svc/test-services/postgres';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { largeHistory as history, writeGitHistory } from '../data/git-history.js';
import { atMost, type Bench, below, type Outcome, rounded } from '../measure/bench.js';
import { median } from '../measure/median.js';
import { processorSeconds } from '../measure/processor-time.js';
import { residentMb, watchMemory } from '../measure/resident-memory.js';
import { type TimedRun, timedCommand } from '../measure/timed-command.js';
import { svcCommand } from '../peers/svc-command.js';
import { createApi, createRepositoryPath } from '../server/api.js';
import { startSvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const rounds = 5;
const filesAtOnce = 1_000_000;

const identity = {
  GIT_AUTHOR_NAME: 'bench',
  GIT_AUTHOR_EMAIL: 'bench@example.test',
  GIT_COMMITTER_NAME: 'bench',
  GIT_COMMITTER_EMAIL: 'bench@example.test',
};

interface Stack {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Has a server hear of a repository, as often as it is asked to. */
const startIndexing = async (folder: string, gitFolder: string, environment: Stack['environment']) => {
  await mkdir(folder, { recursive: true });
  const server = await startSvcServer(folder, { environment });
  const path = await createRepositoryPath(createApi(server.baseUrl, server.credential));
  const env = { SVC_URL: server.baseUrl, SVC_TOKEN: server.credential, SVC_REPOSITORY: path.split('/').at(-1) ?? '' };
  return {
    server,
    index: () => svcCommand(['index', '--no-store-files'], { cwd: gitFolder, env }),
  };
};

/** What is indexed, and how much memory the server has taken above what it has without work. */
const watched = async (pid: number, run: () => Promise<TimedRun>) => {
  const idleMb = residentMb(pid);
  const cpu = processorSeconds(pid);
  const mostMb = watchMemory(pid);
  const taken = await run();
  return { ...taken, serverMb: Math.round(mostMb() - idleMb), serverCpu: rounded(processorSeconds(pid) - cpu) };
};

const measureStack = async (folder: string, gitFolder: string, walk: number, { name, environment }: Stack): Promise<Outcome> => {
  const git = (...parameters: readonly string[]) => timedCommand('git', parameters, { cwd: gitFolder, env: identity });
  const { server, index } = await startIndexing(folder, gitFolder, environment);
  const full = await watched(server.pid, index);
  const ones: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const tree = (await git('rev-parse', `main~${round + 1}^{tree}`)).output.trim();
    const commit = (await git('commit-tree', tree, '-p', 'main', '-m', `${round}`)).output.trim();
    await git('update-ref', 'refs/heads/main', commit);
    ones.push((await index()).seconds);
  }
  await server.stop();
  return {
    rows: [
      {
        run: `svc index, all, ${name}`,
        seconds: rounded(full.seconds),
        'agent MB': Math.round(full.mostMb),
        'server MB above idle': full.serverMb,
        'server CPU s': full.serverCpu,
      },
      { run: `svc index, one commit more, ${name}`, seconds: rounded(median(ones)) },
    ],
    goals: [
      atMost(`${name}: all, in times of git rev-list --objects --all`, full.seconds / walk, 5),
      below(`${name}: seconds for one commit more`, median(ones), 1),
    ],
  };
};

/** One commit whose tree comes in hundreds of parts. */
const measureLargeCommit = async (folder: string): Promise<Outcome> => {
  const repository = join(folder, 'large.git');
  await writeGitHistory(repository, { commits: 1, files: filesAtOnce, seed: 2 });
  const { server, index } = await startIndexing(join(folder, 'large'), repository, {});
  const taken = await watched(server.pid, index);
  await server.stop();
  const row = {
    run: `svc index, one commit of ${filesAtOnce} files, SQLite`,
    seconds: rounded(taken.seconds),
    'agent MB': Math.round(taken.mostMb),
    'server MB above idle': taken.serverMb,
    'server CPU s': taken.serverCpu,
  };
  return { rows: [row], goals: [below('MB of the server above idle for one commit of a million files', taken.serverMb, 250)] };
};

const measure = async (folder: string): Promise<Outcome> => {
  const repository = join(folder, 'history.git');
  await writeGitHistory(repository, history);
  const walks: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    walks.push((await timedCommand('git', ['rev-list', '--objects', '--all'], { cwd: repository, env: identity })).seconds);
  }
  const walk = median(walks);
  const sqlite = await measureStack(join(folder, 'sqlite'), repository, walk, { name: 'SQLite', environment: {} });
  const databaseBytes = (await stat(join(folder, 'sqlite', 'data', 'svc.db'))).size;
  const database = await newDatabase();
  const postgres = await measureStack(join(folder, 'postgres'), repository, walk, {
    name: 'PostgreSQL',
    environment: { DATABASE_URL: database.url, ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64')}` },
  });
  await database.drop();
  const large = await measureLargeCommit(folder);
  return {
    rows: [
      { run: 'git rev-list --objects --all', seconds: rounded(walk) },
      ...sqlite.rows,
      { run: 'the database of SQLite', MB: Math.round(databaseBytes / 1e6) },
      ...postgres.rows,
      ...large.rows,
    ],
    goals: [...sqlite.goals, ...postgres.goals, ...large.goals],
  };
};

export const gitIndex: Bench = {
  name: 'git-index',
  about: `the history of ${history.commits} commits over ${history.files} files: all of it, then one commit more, ${rounds} times; one commit of ${filesAtOnce} files`,
  run: () => withTemporaryFolder(measure),
};
