import { postgresForTests } from '@svc/test-services/postgres';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { ServerPlace } from '../server/server-place.js';

const run = async (url: string, ...statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

/** Who owns the database instead of the superuser of all tests, with a password that is nobody else's. */
export interface DatabaseOwner {
  readonly url: string;
  /** When the database is gone. */
  drop(): Promise<void>;
}

/** Undefined where the database has no password. */
export const newDatabaseOwner = async ({ settings }: ServerPlace): Promise<DatabaseOwner | undefined> => {
  const given = settings['DATABASE_URL'];
  if (given === undefined) return undefined;
  const url = new URL(given);
  const name = `owner_${randomBytes(8).toString('hex')}`;
  url.username = name;
  url.password = randomBytes(24).toString('base64url');
  const database = pg.escapeIdentifier(url.pathname.slice(1));
  const created = `create role ${name} login password ${pg.escapeLiteral(url.password)}`;
  await run(given, created, `alter database ${database} owner to ${name}`);
  return {
    url: url.href,
    drop: async () => run((await postgresForTests()).url, `drop role ${name}`),
  };
};
