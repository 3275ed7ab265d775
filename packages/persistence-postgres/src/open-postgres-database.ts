import type { Clock, UnitOfWork } from '@svc/core/ports';
import {
  createDirectQueries,
  createSqlUnitOfWork,
  migrate,
  migrations,
  type NestingOption,
  type Schema,
} from '@svc/persistence-sql';
import { Kysely, sql } from 'kysely';
import { createConnectionWatch } from './connection-watch.js';
import { createContendedLanes } from './contended-lanes.js';
import { createDatabaseClock } from './database-clock.js';
import { demandOwnSessions } from './demand-own-sessions.js';
import { CommitUnknown, reasonOf, type UnavailableReason } from './faults.js';
import { laneDialect, poolDialect, poolQueries, queuedDialect } from './pool-driver.js';
import { type ConnectionCounts, openPools, type PoolOptions, rateLimitSessionName } from './pools.js';
import { postgresDialect } from './postgres-dialect.js';
import { serializableTransactions } from './serializable-transactions.js';
import { type DatabaseWarning, examineServer } from './server-facts.js';
import { createQueues } from './queues.js';

export interface PostgresDatabaseOptions extends PoolOptions, NestingOption {
  /** No transaction that others got in the way of is begun again after so long. 10,000 ms when absent. */
  readonly contentionTimeoutMs?: number | undefined;
  /** Whether the database has to be one of the service already; false when absent. */
  readonly mustExist?: boolean | undefined;
  /** Called at the start for each setting of the server that endangers what is committed. */
  readonly onWarning?: ((warning: DatabaseWarning) => void) | undefined;
  /** Called for each answer that becomes `unavailable`, with why. */
  readonly onUnavailable?: ((reason: UnavailableReason) => void) | undefined;
  /** Called for each use of a connection, with how long it was waited for. */
  readonly onConnection?: ((waitedMs: number) => void) | undefined;
  /** Called with the text of each statement, which holds no value of a row, and how long it took. */
  readonly onStatement?: ((text: string, tookMs: number) => void) | undefined;
}

export interface PostgresDatabase {
  readonly unitOfWork: UnitOfWork;
  /** Tells the time of the database, so that several servers judge alike what has expired. */
  readonly clock: Clock;
  /** The connections of this process at this moment. */
  readonly connections: () => ConnectionCounts;
  /** Waits for what is running, then closes all connections. Whatever is asked afterwards is `unavailable`. */
  close(): Promise<void>;
}

const defaultContentionTimeoutMs = 10_000;

/** A migration takes as long as it takes. Of a longer time a timer makes none at all. */
const longestTimeoutMs = 2 ** 31 - 1;

/** Longer than most transactions take, and too short for a tenant to keep all connections busy with waiting. */
const firstLockTimeoutMs = 500;

const askTime = (db: Kysely<Schema>) => async (): Promise<number> => {
  const { rows } = await sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('invariant: the database knows the time');
  return row.now;
};

/** Processes of the server that are not waiting for their client; of one whose state nobody tells it cannot be said. */
const findBusy =
  (db: Kysely<Schema>) =>
  async (pids: readonly number[]): Promise<ReadonlySet<number>> => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where pid = any(${pids}) and (state is null or state not like 'idle%')
    `.execute(db);
    return new Set(rows.map(({ pid }) => pid));
  };

/**
 * Whether all sessions of the database are these, but for those that count requests: a process that does more has others, too. Behind a pooler, none of whose
 * sessions is one of these, they never are. Of sessions of other users the server does not tell the type.
 */
const hasOnly = (db: Kysely<Schema>, pids: () => readonly number[]): Promise<boolean> =>
  // The session that asks is one of these as soon as it is there.
  db.connection().execute(async (session) => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and coalesce(backend_type, 'client backend') = 'client backend'
        and pid <> all(${pids()}) and application_name <> ${rateLimitSessionName} limit 1
    `.execute(session);
    return rows.length === 0;
  });

/**
 * Throws unless a transaction can write now, and be committed. It asks for the right to change a row of a table that nobody changes while a server runs, which is
 * refused where the session reads only and where the tables are gone; and it puts a message that nobody reads into the server's log, which no table notices.
 * A commit that waits for a standby holds its session until that is back, also when nobody waits for it here any more: while one does, there is no other.
 */
const createWriteProbe = (db: Kysely<Schema>): (() => Promise<void>) => {
  let unanswered: number | undefined;
  return () =>
    db.connection().execute(async (session) => {
      const { rows } = await sql<{ pid: number; isWaiting: boolean }>`
        select pg_backend_pid() as pid, exists (
          select from pg_stat_activity
          where pid = ${unanswered ?? null}::integer and pid <> pg_backend_pid() and (state is null or state not like 'idle%')
        ) as "isWaiting"
      `.execute(session);
      const [own] = rows;
      if (own?.isWaiting === true) throw new CommitUnknown(new Error('the last one is still waiting'));
      unanswered = own?.pid;
      await sql`select from migrations where false for update`.execute(session);
      await sql`select pg_logical_emit_message(true, 'svc', '')`.execute(session);
      unanswered = undefined;
    });
};

/**
 * Connects to the database, brings its schema to the newest step and answers all records from it. Throws `UnsupportedServerError` for a server that is
 * too old, `UnsupportedEncodingError` for a database that is not in UTF-8, `UnsupportedPoolerError` behind a pooler that lends its connections for less than a session, `MissingDatabaseError` for one that must exist and is empty, `NewerSchemaError` for a database that a later version has written, `UnreleasedSchemaError` for one that an unreleased version has made, and what
 * the driver says when there is no database to connect to.
 */
export const openPostgresDatabase = async (options: PostgresDatabaseOptions): Promise<PostgresDatabase> => {
  const { contentionTimeoutMs = defaultContentionTimeoutMs, mustExist = false, checkNesting, onWarning, onUnavailable } = options;
  const { onConnection, onStatement } = options;
  const pools = openPools({ ...options, laneWaitMs: contentionTimeoutMs });
  const control = new Kysely<Schema>({ dialect: poolDialect({ pool: pools.control }) });
  const watch = createConnectionWatch({ findBusy: findBusy(control) });
  const close = async (): Promise<void> => {
    watch.stop();
    await pools.close();
  };
  try {
    await demandOwnSessions(pools);
    const forAll = { pool: pools.open, watch, onConnection, onStatement };
    const dialect = poolDialect(forAll);
    const open = new Kysely<Schema>({ dialect });
    const withLanes = (lanes: readonly number[]): Kysely<Schema> =>
      new Kysely({ dialect: laneDialect({ pool: pools.lanes, watch, onConnection, onStatement }, lanes) });
    for (const warning of await examineServer(open)) onWarning?.(warning);
    const migrating = new Kysely<Schema>({ dialect: poolDialect({ ...forAll, queryTimeoutMs: longestTimeoutMs }) });
    await migrate(migrating, postgresDialect, migrations, { mustExist });
    const contended = createContendedLanes();
    const enterQueue = createQueues((lane) => contended.note(lane));
    const held = createContendedLanes();
    const lockTimeoutMs = Math.min(pools.lockTimeoutMs, firstLockTimeoutMs);
    const queueing = { enterQueue, contended, held, timeoutMs: contentionTimeoutMs, lockTimeoutMs };
    const first = new Kysely<Schema>({ dialect: queuedDialect(forAll, queueing) });
    const queries = createDirectQueries(dialect);
    const transaction = serializableTransactions({ queries, first, withLanes, contended, held, enterQueue, contentionTimeoutMs });
    const reading = queries.over(poolQueries(forAll));
    const probe = createWriteProbe(control);
    const unitOfWork = createSqlUnitOfWork({
      reading,
      transaction,
      dialect: postgresDialect,
      checkNesting,
      probe,
      isAlone: () => hasOnly(control, () => pools.pids()),
      onUnavailable: (cause) => onUnavailable?.(reasonOf(cause)),
    });
    const clock = await createDatabaseClock({ ask: askTime(control), askPatiently: askTime(open) });
    return {
      unitOfWork,
      clock,
      connections: () => pools.counts(),
      close: async () => {
        clock.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
};
