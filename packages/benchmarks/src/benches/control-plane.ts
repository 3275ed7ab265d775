import { newDatabase } from '@svc/test-services/postgres';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  fillPostgres,
  fillSqlite,
  isIndexedOnPostgres,
  isIndexedOnSqlite,
  type LargeOrganization,
} from '../data/large-organization.js';
import { below, type Bench, type Goal, type Outcome, rounded, type Row } from '../measure/bench.js';
import { percentile } from '../measure/percentile.js';
import { explainOnPostgres, explainOnSqlite, type Explain, fullScans, queriesOf } from '../recording/query-plans.js';
import { recordInto, type RecordedStatement } from '../recording/recording.js';
import { type Api, createApi, textAt } from '../server/api.js';
import { startSvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

/** Smaller figures, for trying the bench itself. */
const scale = Number(process.env['CONTROL_PLANE_SCALE'] ?? 1);
const repositoryCount = 1000 * scale;
const objectsPerRepository = 1000;
const requestCount = 100;
const warmUpCount = 20;

/** The paths that requests are made of. */
interface Paths {
  readonly organization: string;
  readonly repositoryId: string;
  /** Below the API's prefix. */
  readonly repository: string;
  readonly oid: string;
}

/** What is asked of the organization. */
const requests: Readonly<Record<string, (paths: Paths) => string>> = {
  usage: ({ organization }) => `${organization}/usage`,
  'usage/series, 365 days': ({ organization }) => `${organization}/usage/series?days=365`,
  dashboard: ({ organization }) => `${organization}/dashboard`,
  recommendations: ({ organization }) => `${organization}/recommendations`,
  activity: ({ organization }) => `${organization}/activity`,
  'activity, skip 10,000': ({ organization }) => `${organization}/activity?limit=200&skip=10000`,
  'activity of a repository': ({ organization, repositoryId }) => `${organization}/activity?repo=${repositoryId}`,
  artifacts: ({ organization }) => `${organization}/artifacts`,
  'artifacts by size': ({ organization }) => `${organization}/artifacts?sort=size`,
  'artifacts by downloads': ({ organization }) => `${organization}/artifacts?sort=downloads`,
  'artifacts by name': ({ organization }) => `${organization}/artifacts?sort=name`,
  'artifacts, models': ({ organization }) => `${organization}/artifacts?type=model`,
  'artifacts of a repository': ({ organization, repositoryId }) => `${organization}/artifacts?repo=${repositoryId}`,
  'artifacts, part of a name': ({ organization }) => `${organization}/artifacts?q=ayer-777-of-bench-5`,
  'artifacts, part of no name': ({ organization }) => `${organization}/artifacts?q=safetensors`,
  'artifacts, part of 1 % of the names': ({ organization }) => `${organization}/artifacts?q=1-of-bench-1`,
  'artifacts, part of all names': ({ organization }) => `${organization}/artifacts?q=layer`,
  'artifacts, part of all names by size': ({ organization }) => `${organization}/artifacts?q=layer&sort=size`,
  'artifacts, two characters': ({ organization }) => `${organization}/artifacts?q=77`,
  'search, a word': () => '/search?q=bench',
  'search, two words': () => '/search?q=bench+77',
  'search, an oid': () => '/search?q=abcdef',
  'search, the name of an artifact': () => '/search?q=layer-777-of-bench-55',
  'recommendations of a repository': ({ repository }) => `${repository}/recommendations`,
  'storage/series of a repository, 365 days': ({ repository }) => `${repository}/storage/series?days=365`,
  'storage/summary of a repository': ({ repository }) => `${repository}/storage/summary`,
  'storage/folders of a repository': ({ repository }) => `${repository}/storage/folders?path=part-1`,
  'health of a repository': ({ repository }) => `${repository}/health`,
  'one artifact': ({ repository, oid }) => `${repository}/artifacts/${oid}`,
  'timeline of one artifact': ({ repository, oid }) => `${repository}/artifacts/${oid}/timeline`,
};

const measureRequest = async (api: Api, path: string): Promise<readonly number[]> => {
  const taken: number[] = [];
  for (let number = -warmUpCount; number < requestCount; number += 1) {
    const begin = performance.now();
    await api('GET', path);
    if (number >= 0) taken.push(performance.now() - begin);
  }
  return taken.toSorted((left, right) => left - right);
};

const furnish = async (api: Api): Promise<LargeOrganization & { readonly repositoryId: string }> => {
  const organizationId = textAt(await api('POST', '/organizations', { name: 'Bench' }), 'organization', 'id');
  const userId = textAt(await api('GET', '/users/me'), 'user', 'id');
  let repositoryId = '';
  for (let number = 1; number <= repositoryCount; number += 1) {
    const made = await api('POST', `/organizations/${organizationId}/repositories`, {
      name: `Bench ${number}`,
      description: 'Weights and data that were measured with',
    });
    repositoryId = textAt(made, 'repository', 'id');
  }
  return { organizationId, userId, objectsPerRepository, repositoryId };
};

const explainAll = async (explain: Explain, recorded: readonly RecordedStatement[]): Promise<readonly string[]> => {
  const scans: string[] = [];
  for (const statement of queriesOf(recorded)) {
    const plan = await explain(statement);
    console.log(`  ${plan.sql}\n${plan.steps.map((step) => `    ${step}`).join('\n')}`);
    scans.push(...fullScans(plan));
  }
  return scans;
};

interface Stack {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly fill: (organization: LargeOrganization) => Promise<void> | void;
  readonly isIndexed: (organizationId: string) => Promise<boolean> | boolean;
  readonly explain: Explain;
}

const measureStack = async (folder: string, { name, environment: given, fill, isIndexed, explain }: Stack): Promise<Outcome> => {
  await mkdir(folder, { recursive: true });
  const environment = { ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`, ...given };
  const first = await startSvcServer(folder, { environment });
  const organization = await furnish(createApi(first.baseUrl, first.credential));
  await first.stop();
  await fill(organization);

  const { credential } = first;
  const rows: Row[] = [];
  const goals: Goal[] = [];
  const server = await startSvcServer(folder, { environment, credential });
  const { repositoryId } = organization;
  const repository = `/repositories/${repositoryId}`;
  const oid = textAt(await createApi(server.baseUrl, credential)('GET', `${repository}/objects?limit=1`), 'objects', 0, 'oid');
  const where = { organization: `/organizations/${organization.organizationId}`, repositoryId, repository, oid };
  const paths = Object.entries(requests).map(([what, of]) => [what, of(where)] as const);
  const begin = performance.now();
  while (!(await isIndexed(organization.organizationId))) await sleep(1000);
  rows.push({ database: name, request: 'index of all names', s: rounded((performance.now() - begin) / 1000) });
  for (const [what, path] of paths) {
    const taken = await measureRequest(createApi(server.baseUrl, credential), path);
    const p95 = percentile(taken, 0.95);
    rows.push({ database: name, request: what, 'p50 ms': rounded(percentile(taken, 0.5)), 'p95 ms': rounded(p95) });
    goals.push(below(`${name}, ${what}: p95 ms`, p95, 50));
  }
  await server.stop();

  const recording = recordInto(join(folder, 'statements.sql'));
  const recorder = await startSvcServer(folder, {
    nodeOptions: recording.nodeOptions,
    environment: { ...environment, ...recording.environment },
    credential,
  });
  for (const [what, path] of paths) {
    console.log(`${name}, ${what}`);
    const statements = await recording.during(() => createApi(recorder.baseUrl, credential)('GET', path));
    goals.push(below(`${name}, ${what}: full scans`, (await explainAll(explain, statements)).length, 1));
  }
  await recorder.stop();
  return { rows, goals };
};

const measure = async (folder: string): Promise<Outcome> => {
  const path = join(folder, 'sqlite', 'data', 'svc.db');
  const sqlite = await measureStack(join(folder, 'sqlite'), {
    name: 'SQLite',
    environment: {},
    fill: (organization) => fillSqlite(path, organization),
    isIndexed: (organizationId) => isIndexedOnSqlite(path, organizationId),
    explain: explainOnSqlite(path),
  });
  const database = await newDatabase();
  const postgres = await measureStack(join(folder, 'postgres'), {
    name: 'PostgreSQL',
    environment: { DATABASE_URL: database.url },
    fill: (organization) => fillPostgres(database.url, organization),
    isIndexed: (organizationId) => isIndexedOnPostgres(database.url, organizationId),
    explain: explainOnPostgres(database.url),
  });
  await database.drop();
  return { rows: [...sqlite.rows, ...postgres.rows], goals: [...sqlite.goals, ...postgres.goals] };
};

/** What the pages of a large organization ask for, by somebody who sees all of it. */
export const controlPlane: Bench = {
  name: 'control-plane',
  about: `usage, dashboard, activity, artifacts and search of an organization with ${repositoryCount} repositories and ${repositoryCount * objectsPerRepository} named objects, ${requestCount} requests each, one after the other`,
  run: () => withTemporaryFolder(measure),
};
