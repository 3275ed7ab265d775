import { newDatabase } from '@svc/test-services/postgres';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { atLeast, type Bench, type Goal, type Outcome, rounded, type Row } from '../measure/bench.js';
import { fire, alternately, medianRate, type Rate, type Shot } from '../measure/fire.js';
import { median } from '../measure/median.js';
import { processorSeconds } from '../measure/processor-time.js';
import { recordInto, type Recording } from '../recording/recording.js';
import { recordScripts, type Script } from '../recording/replay.js';
import { type Api, createApi, createRepositoryPath, textAt } from '../server/api.js';
import { startBareServer } from '../server/bare-server.js';
import type { ProcessUnderTest } from '../server/process-under-test.js';
import { newBucketEnvironment } from '../server/s3-environment.js';
import { startSvcServer, type SvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';
import { storeObjects } from '../server/store-objects.js';

const clients = 16;
/** Fewer and shorter ones are for trying the bench itself. */
const rounds = Number(process.env['ENDPOINTS_ROUNDS'] ?? 5);
const secondsPerRound = Number(process.env['ENDPOINTS_SECONDS'] ?? 2);
const objectCount = 100;

/**
 * One request of each kind for each of several repositories, each in an organization of its own: writers hold their organization, so those of one would
 * measure how they wait for each other.
 */
interface Endpoint {
  readonly name: string;
  readonly method: Shot['method'];
  readonly path: (repository: string) => string;
  /** Sent in turns, so that each of them changes what the one before it has written. */
  readonly bodies?: (userId: string) => readonly unknown[];
}

const endpoints: readonly Endpoint[] = [
  { name: 'users/me', method: 'GET', path: () => '/users/me' },
  { name: 'repository', method: 'GET', path: (repository) => repository },
  { name: '100 objects', method: 'GET', path: (repository) => `${repository}/objects?limit=100` },
  {
    name: 'describe',
    method: 'PATCH',
    path: (repository) => repository,
    bodies: () => [{ description: 'measured once' }, { description: 'measured again' }],
  },
  {
    name: 'set member',
    method: 'POST',
    path: (repository) => `${repository}/members`,
    // The owner's own level wins over the role, so a lesser one would end their right to set it again.
    bodies: (userId) => [{ user_id: userId, level: 'ADMIN' }],
  },
];

interface World {
  readonly repositories: readonly string[];
  readonly userId: string;
}

const furnish = async (api: Api): Promise<World> => {
  const userId = textAt(await api('GET', '/users/me'), 'user', 'id');
  const repositories: string[] = [];
  for (let number = 0; number < clients; number += 1) repositories.push(await createRepositoryPath(api, `Bench ${number}`));
  for (const repository of repositories) await storeObjects(api, repository, objectCount, 'measured');
  return { repositories, userId };
};

/** Undefined where nothing is sent. */
const bodiesOf = ({ bodies }: Endpoint, { userId }: World): readonly unknown[] => bodies?.(userId) ?? [undefined];

const nameOf = (endpoint: Endpoint, number: number, turn: number): string =>
  `${endpoint.name.replace(/\W/g, '-')}-${number}-${turn}`;

const recordAll = async (api: Api, world: World, recording: Recording): Promise<Readonly<Record<string, Script>>> => {
  const recorded: Record<string, Script> = {};
  for (const endpoint of endpoints) {
    for (const [number, repository] of world.repositories.entries()) {
      const requests = bodiesOf(endpoint, world).map((body) => () => api(endpoint.method, endpoint.path(repository), body));
      const scripts = await recordScripts(recording, requests);
      for (const [turn, script] of scripts.entries()) recorded[nameOf(endpoint, number, turn)] = script;
    }
  }
  return recorded;
};

interface Measured extends Rate {
  /** How long processors are busy with one request, those of the database not counted. */
  readonly processorMs: number;
}

interface Target {
  readonly pid: number;
  readonly salvos: readonly (readonly Shot[])[];
}

/** An equal share of the clients to each server; what they answer together. */
const fireAt = async (targets: readonly Target[]): Promise<Measured> => {
  const busy = (): number => targets.reduce((sum, { pid }) => sum + processorSeconds(pid), 0);
  const before = busy();
  const fired = await Promise.all(targets.map(({ salvos }) => fire(salvos, clients / targets.length, secondsPerRound)));
  const requestCount = fired.reduce((sum, each) => sum + each.requestCount, 0);
  return {
    requestsPerSecond: fired.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0),
    p99Ms: Math.max(...fired.map(({ p99Ms }) => p99Ms)),
    processorMs: ((busy() - before) * 1000) / requestCount,
  };
};

const summary = (all: readonly Measured[]): Measured => ({
  ...medianRate(all),
  processorMs: median(all.map(({ processorMs }) => processorMs)),
});

interface Rivals {
  readonly database: string;
  readonly own: readonly SvcServer[];
  readonly bare: readonly ProcessUnderTest[];
  readonly world: World;
}

const compare = async ({ database, own, bare, world }: Rivals): Promise<{ rows: readonly Row[]; goals: readonly Goal[] }> => {
  const rows: Row[] = [];
  const goals: Goal[] = [];
  for (const endpoint of endpoints) {
    const bodies = bodiesOf(endpoint, world);
    const targetOf = (
      { pid }: ProcessUnderTest,
      credential: string,
      urlOf: (repository: string, number: number, turn: number) => string,
    ) => ({
      pid,
      salvos: world.repositories.map((repository, number) =>
        bodies.map((body, turn) => ({
          method: endpoint.method,
          url: urlOf(repository, number, turn),
          credential,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })),
      ),
    });
    const ownTargets = own.map((server) =>
      targetOf(server, server.credential, (repository) => `${server.baseUrl}/api/v1${endpoint.path(repository)}`),
    );
    const bareTargets = bare.map((server) =>
      targetOf(server, 'none', (_, number, turn) => `${server.baseUrl}/${nameOf(endpoint, number, turn)}`),
    );
    const { own: ownRounds, peer: bareRounds } = await alternately(
      rounds,
      () => fireAt(ownTargets),
      () => fireAt(bareTargets),
    );
    const [ownSummary, bareSummary] = [summary(ownRounds), summary(bareRounds)];
    const ratio = ownSummary.requestsPerSecond / bareSummary.requestsPerSecond;
    const what = `${database}, ${own.length} process${own.length === 1 ? '' : 'es'}, ${endpoint.name}`;
    rows.push({
      what,
      'svc requests/s': Math.round(ownSummary.requestsPerSecond),
      'bare requests/s': Math.round(bareSummary.requestsPerSecond),
      ratio: rounded(ratio),
      'svc CPU ms': rounded(ownSummary.processorMs),
      'bare CPU ms': rounded(bareSummary.processorMs),
      'svc p99 ms': rounded(ownSummary.p99Ms),
      'bare p99 ms': rounded(bareSummary.p99Ms),
    });
    goals.push(atLeast(`${what} against the same SQL bare`, ratio, 0.6));
  }
  return { rows, goals };
};

interface Stack {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What the bare server opens. */
  readonly database: string;
  readonly processes: readonly number[];
}

const measureStack = async (folder: string, { name, environment, database, processes }: Stack): Promise<Outcome> => {
  await mkdir(folder, { recursive: true });
  const recording = recordInto(join(folder, `${name}.sql`));
  const keys = { ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`, ...environment };
  const recorder = await startSvcServer(folder, {
    nodeOptions: recording.nodeOptions,
    environment: { ...keys, ...recording.environment },
  });
  const api = createApi(recorder.baseUrl, recorder.credential);
  const world = await furnish(api);
  const recorded = await recordAll(api, world, recording);
  await recorder.stop();

  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify({ database, endpoints: recorded }));
  const rows: Row[] = [];
  const goals: Goal[] = [];
  for (const count of processes) {
    const own: SvcServer[] = [];
    const bare: ProcessUnderTest[] = [];
    for (let number = 0; number < count; number += 1) {
      own.push(await startSvcServer(folder, { environment: keys, credential: recorder.credential }));
    }
    for (let number = 0; number < count; number += 1) bare.push(await startBareServer('bare-sql-server', file));
    const compared = await compare({ database: name, own, bare, world });
    rows.push(...compared.rows);
    goals.push(...compared.goals);
    await Promise.all([...own, ...bare].map((server) => server.stop()));
  }
  return { rows, goals };
};

const measure = async (folder: string): Promise<Outcome> => {
  const sqlite = await measureStack(join(folder, 'sqlite'), {
    name: 'SQLite',
    environment: {},
    database: join(folder, 'sqlite', 'data', 'svc.db'),
    processes: [1],
  });
  const [fresh, bucket] = await Promise.all([newDatabase(), newBucketEnvironment()]);
  const postgres = await measureStack(join(folder, 'postgres'), {
    name: 'PostgreSQL',
    // Files are one process's alone; several keep theirs in a bucket.
    environment: { ...bucket.environment, DATABASE_URL: fresh.url },
    database: fresh.url,
    processes: [1, 2],
  });
  await fresh.drop();
  return { rows: [...sqlite.rows, ...postgres.rows], goals: [...sqlite.goals, ...postgres.goals] };
};

export const endpointsBench: Bench = {
  name: 'endpoints',
  about: `three reading and two writing endpoints, ${clients} clients, median of ${rounds} runs of ${secondsPerRound} s, against a bare Koa route that executes the same SQL by the bare driver`,
  run: () => withTemporaryFolder(measure),
};
