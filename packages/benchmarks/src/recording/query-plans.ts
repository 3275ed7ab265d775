import Database from 'better-sqlite3';
import pg from 'pg';
import type { RecordedStatement } from './recording.js';

/** How a database comes to the rows of a statement, one step a line. */
export interface QueryPlan {
  readonly sql: string;
  readonly steps: readonly string[];
}

export type Explain = (statement: RecordedStatement) => Promise<QueryPlan>;

/** The statements that only read, each once. */
export const queriesOf = (recorded: readonly RecordedStatement[]): readonly RecordedStatement[] => [
  ...new Map(recorded.filter(({ sql }) => /^(select|with)/i.test(sql)).map((statement) => [statement.sql, statement])).values(),
];

const valueOf = (recorded: unknown): unknown =>
  typeof recorded === 'object' && recorded !== null && 'hex' in recorded && typeof recorded.hex === 'string'
    ? Buffer.from(recorded.hex, 'hex')
    : recorded;

const textOf = (row: unknown, column: string): string => {
  const text: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, column) : undefined;
  return typeof text === 'string' ? text : '';
};

export const explainOnSqlite =
  (path: string): Explain =>
  async ({ sql, values }) => {
    const database = new Database(path, { readonly: true });
    try {
      const rows = database.prepare(`explain query plan ${sql}`).all(...values.map(valueOf));
      return { sql, steps: rows.map((row) => textOf(row, 'detail')) };
    } finally {
      database.close();
    }
  };

/** The planner is told what that of the service is told. */
const planning = '-c enable_seqscan=off -c jit=off';

export const explainOnPostgres =
  (url: string): Explain =>
  async ({ sql, values }) => {
    const client = new pg.Client({ connectionString: url, options: planning });
    await client.connect();
    try {
      const { rows } = await client.query(`explain (costs off) ${sql}`, values.map(valueOf));
      return { sql, steps: rows.map((row) => textOf(row, 'QUERY PLAN')) };
    } finally {
      await client.end();
    }
  };

const grown = [
  'objects',
  'activity',
  'ledger_entries',
  'audit_events',
  'domain_events',
  'upload_sessions',
  'upload_objects',
  'tree_files',
  'git_commits',
  'git_deleted_paths',
  'git_graph_chunks',
  'git_nodes',
  'git_objects',
  'git_refs',
  'git_renames',
  'git_uses',
];

/** Indexes of those rows only that wait for a job: to go through such a one is to go through what waits. */
const ofWhatWaits = /_(?:pending|unswept)\b/;

/** A table from end to end, or an index of it: SQLite says SCAN of both, and PostgreSQL names no condition in the line that follows. */
const isFullScanOf = (table: string, step: string, next: string | undefined): boolean =>
  !ofWhatWaits.test(step) && isThroughAllOf(table, step, next);

const isThroughAllOf = (table: string, step: string, next: string | undefined): boolean =>
  new RegExp(`^SCAN ${table}\\b|Seq Scan on ${table}\\b`).test(step) ||
  (new RegExp(`Index (Only )?Scan .* on ${table}\\b`).test(step) && next?.startsWith('Index Cond') !== true);

/** The steps that go through a whole table of those that grow with every push. */
export const fullScans = ({ steps }: QueryPlan): readonly string[] =>
  steps.filter((step, index) => grown.some((table) => isFullScanOf(table, step.trim(), steps[index + 1]?.trim())));
