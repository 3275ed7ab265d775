import { newDatabase } from '@svc/test-services/postgres';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { atLeast, type Bench, type Goal, type Outcome, rounded, type Row } from '../measure/bench.js';
import { fire, type Fired, type Shot } from '../measure/fire.js';
import { median } from '../measure/median.js';
import { recordInto, type RecordedStatement, type Recording } from '../recording/recording.js';
import { type Api, createApi, textAt } from '../server/api.js';
import { startBareServer } from '../server/bare-server.js';
import type { ProcessUnderTest } from '../server/process-under-test.js';
import { startSvcServer, type SvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';
import { storeObjects } from '../server/store-objects.js';

const clients = 16;
const rounds = 5;
const secondsPerRound = 2;
const objectCount = 100;

/** One request of each kind for each of several repositories: writers that all wanted the same row would measure how they wait for each other. */
interface Endpoint {
  readonly name: string;
  readonly kind: 'read' | 'write';
  readonly method: Shot['method'];
  readonly path: (repository: string) => string;
  readonly body?: (userId: string) => unknown;
}

const endpoints: readonly Endpoint[] = [
  { name: 'users/me', kind: 'read', method: 'GET', path: () => '/users/me' },
  { name: 'repository', kind: 'read', method: 'GET', path: (repository) => repository },
  { name: '100 objects', kind: 'read', method: 'GET', path: (repository) => `${repository}/objects?limit=100` },
  {
    name: 'describe',
    kind: 'write',
    method: 'PATCH',
    path: (repository) => repository,
    body: () => ({ description: 'measured' }),
  },
  {
    name: 'set member',
    kind: 'write',
    method: 'POST',
    path: (repository) => `${repository}/members`,
    body: (userId) => ({ user_id: userId, level: 'READ' }),
  },
];

interface World {
  readonly repositories: readonly string[];
  readonly userId: string;
}

const furnish = async (api: Api): Promise<World> => {
  const organization = textAt(await api('POST', '/organizations', { name: 'Bench' }), 'organization', 'id');
  const userId = textAt(await api('GET', '/users/me'), 'user', 'id');
  const repositories: string[] = [];
  for (let number = 0; number < clients; number += 1) {
    const made = await api('POST', `/organizations/${organization}/repositories`, { name: `bench ${number}` });
    repositories.push(`/repositories/${textAt(made, 'repository', 'id')}`);
  }
  for (const repository of repositories) await storeObjects(api, repository, objectCount, 'measured');
  return { repositories, userId };
};

interface Recorded {
  readonly statements: readonly RecordedStatement[];
  readonly answer: unknown;
}

const nameOf = (endpoint: Endpoint, number: number): string => `${endpoint.name.replace(/\W/g, '-')}-${number}`;

const recordAll = async (api: Api, world: World, recording: Recording): Promise<Readonly<Record<string, Recorded>>> => {
  const recorded: Record<string, Recorded> = {};
  for (const endpoint of endpoints) {
    for (const [number, repository] of world.repositories.entries()) {
      const ask = () => api(endpoint.method, endpoint.path(repository), endpoint.body?.(world.userId));
      // Once before, so that what is recorded is a repetition too.
      await ask();
      let answer: unknown;
      const statements = await recording.during(async () => {
        answer = await ask();
      });
      recorded[nameOf(endpoint, number)] = { statements, answer };
    }
  }
  return recorded;
};

/** Half of the clients to each server; what they answer together. */
const fireAt = async (servers: readonly (readonly Shot[])[]): Promise<Fired> => {
  const fired = await Promise.all(servers.map((shots) => fire(shots, clients / servers.length, secondsPerRound)));
  return {
    requestsPerSecond: fired.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0),
    p99Ms: Math.max(...fired.map(({ p99Ms }) => p99Ms)),
  };
};

const summary = (all: readonly Fired[]): Fired => ({
  requestsPerSecond: median(all.map(({ requestsPerSecond }) => requestsPerSecond)),
  p99Ms: median(all.map(({ p99Ms }) => p99Ms)),
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
    const body = endpoint.body === undefined ? {} : { body: JSON.stringify(endpoint.body(world.userId)) };
    const shotsAt = (url: (repository: string, number: number) => string, credential: string): readonly Shot[] =>
      world.repositories.map((repository, number) => ({
        method: endpoint.method,
        url: url(repository, number),
        credential,
        ...body,
      }));
    const ownShots = own.map(({ baseUrl, credential }) => shotsAt((at) => `${baseUrl}/api/v1${endpoint.path(at)}`, credential));
    const bareShots = bare.map(({ baseUrl }) => shotsAt((_, number) => `${baseUrl}/${nameOf(endpoint, number)}`, 'none'));
    const figures: { own: Fired; bare: Fired }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const measured = { own: await fireAt(ownShots), bare: await fireAt(bareShots) };
      if (round > 0) figures.push(measured);
    }
    const ownSummary = summary(figures.map((each) => each.own));
    const bareSummary = summary(figures.map((each) => each.bare));
    const ratio = ownSummary.requestsPerSecond / bareSummary.requestsPerSecond;
    const what = `${database}, ${own.length} process${own.length === 1 ? '' : 'es'}, ${endpoint.name}`;
    rows.push({
      what,
      'svc requests/s': Math.round(ownSummary.requestsPerSecond),
      'bare requests/s': Math.round(bareSummary.requestsPerSecond),
      ratio: rounded(ratio),
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
  const fresh = await newDatabase();
  const postgres = await measureStack(join(folder, 'postgres'), {
    name: 'PostgreSQL',
    environment: { DATABASE_URL: fresh.url },
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
