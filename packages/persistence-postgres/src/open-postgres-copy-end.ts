import { type CopyEnd, DatabaseBusyError, type Schema } from '@svc/persistence-sql';
import { Kysely, sql } from 'kysely';
import { demandOwnSessions } from './demand-own-sessions.js';
import { poolDialect } from './pool-driver.js';
import { openPools } from './pools.js';
import { postgresDialect } from './postgres-dialect.js';
import { examineServer } from './server-facts.js';
import { withParameter } from './url-parameters.js';

export interface PostgresCopyEndOptions {
  /** `postgres://user:password@host:port/database`, with the parameters of the driver, such as `sslmode`. */
  readonly url: string;
  /** Whether others may use the database meanwhile: a copy of it is one state of it all the same. False when absent. */
  readonly isShared?: boolean | undefined;
}

/** No single statement of a copy takes as long; one that does stands still. */
const statementTimeoutMs = 60 * 60 * 1000;

const numberOf = (last: string | number | null): number => Number(last ?? 0);

const sequenceOf = (table: string) => sql`pg_get_serial_sequence(${table}, 'sequence')::regclass`;

const readLastNumber: CopyEnd['readLastNumber'] = async (db, table) => {
  const { rows } = await sql<{ last: number | null }>`select pg_sequence_last_value(${sequenceOf(table)}) as last`.execute(db);
  return numberOf(rows[0]?.last ?? null);
};

const setLastNumber: CopyEnd['setLastNumber'] = async (db, table, last) => {
  await sql`select setval(${sequenceOf(table)}, ${last}::bigint)`.execute(db);
};

/** Programs of the same database user: servers, whatever they call themselves, and people at `psql`. Monitoring has a user of its own. */
const findOthers = async (db: Kysely<Schema>): Promise<readonly string[]> => {
  const { rows } = await sql<{ program: string }>`
    select distinct coalesce(nullif(application_name, ''), 'a program without a name') as program from pg_stat_activity
    where datname = current_database() and usename = current_user and application_name <> ${copyName}`.execute(db);
  return rows.map(({ program }) => program);
};

/** What the connections of a copy call themselves. */
const copyName = 'svc copy';

/** Connects to a database for `copyDatabase`. Throws `UnsupportedServerError`, `UnsupportedEncodingError` and `UnsupportedPoolerError`, and what the driver says when there is no database to connect to. */
export const openPostgresCopyEnd = async ({ url, isShared = false }: PostgresCopyEndOptions): Promise<CopyEnd> => {
  const pools = openPools({
    url: withParameter(url, 'application_name', copyName),
    poolSize: 2,
    statementTimeoutMs,
    idleInTransactionTimeoutMs: statementTimeoutMs,
    laneWaitMs: 1,
  });
  const db = new Kysely<Schema>({ dialect: poolDialect({ pool: pools.open }) });
  try {
    await demandOwnSessions(pools);
    await examineServer(db);
  } catch (error) {
    await pools.close();
    throw error;
  }
  return {
    db,
    dialect: postgresDialect,
    keepingNumbers: sql`overriding system value`,
    readLastNumber,
    setLastNumber,
    demandUnused: async () => {
      const others = isShared ? [] : await findOthers(db);
      if (others.length > 0) throw new DatabaseBusyError(others);
    },
    close: () => pools.close(),
  };
};
