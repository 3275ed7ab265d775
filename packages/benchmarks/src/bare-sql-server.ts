import Router from '@koa/router';
import Database from 'better-sqlite3';
import Koa from 'koa';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { prepareValues, type Script } from './recording/replay.js';

/**
 * A Koa route that executes the statements which the real server executes for the same request, those that look up its credential among them, by the bare
 * driver on a connection with the same settings, and answers the same JSON. No credential, no schema, nothing decided: only what no service over this
 * database could do without.
 */
interface Parameter {
  readonly database: string;
  readonly endpoints: Readonly<Record<string, Script>>;
}

const isParameter = (value: unknown): value is Parameter =>
  typeof value === 'object' && value !== null && 'database' in value && 'endpoints' in value;
const parameter: unknown = JSON.parse(readFileSync(process.env['PARAMETER'] ?? '', 'utf8'));
if (!isParameter(parameter)) throw new Error('PARAMETER names a file with a database and endpoints');

interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}
type Execute = (statements: readonly Statement[]) => Promise<void>;

const executeOnSqlite = (path: string): Execute => {
  const database = new Database(path);
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  database.pragma('foreign_keys = on');
  database.pragma('cache_size = -32768');
  const prepared = new Map<string, Database.Statement>();
  return async (statements) => {
    for (const { sql, values } of statements) {
      const statement = prepared.get(sql) ?? database.prepare(sql);
      prepared.set(sql, statement);
      if (statement.reader) statement.all(...values);
      else statement.run(...values);
    }
  };
};

const isSerializationFailure = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && (fault.code === '40001' || fault.code === '40P01');

const executeOnPostgres = (url: string): Execute => {
  // Of the same plans: the planner likes to read tables this small from end to end.
  const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c enable_seqscan=off -c jit=off' });
  const names = new Map<string, string>();
  const nameOf = (sql: string): string => {
    const name = names.get(sql) ?? `s${names.size}`;
    names.set(sql, name);
    return name;
  };
  const attempt: Execute = async (statements) => {
    const client = await pool.connect();
    try {
      for (const { sql, values } of statements) {
        await client.query(values.length === 0 ? sql : { name: nameOf(sql), text: sql, values: [...values] });
      }
    } catch (fault) {
      await client.query('rollback');
      throw fault;
    } finally {
      client.release();
    }
  };
  return async (statements) => {
    for (;;) {
      try {
        await attempt(statements);
        return;
      } catch (fault) {
        if (!isSerializationFailure(fault)) throw fault;
      }
    }
  };
};

const { database, endpoints } = parameter;
const execute = database.startsWith('postgres') ? executeOnPostgres(database) : executeOnSqlite(database);
const ready = new Map(
  Object.entries(endpoints).map(([name, { statements, answer }]) => [name, { answer, statements: prepareValues(statements) }]),
);

const router = new Router();
router.get('/ready', (ctx) => {
  ctx.status = 200;
  ctx.body = '';
});
router.all('/:name', async (ctx) => {
  const endpoint = ready.get(ctx.params['name'] ?? '');
  if (endpoint === undefined) {
    ctx.status = 404;
    return;
  }
  const body = await text(ctx.req);
  if (body !== '' && typeof JSON.parse(body) !== 'object') ctx.throw(400);
  await execute(endpoint.statements());
  ctx.body = endpoint.answer;
});

const app = new Koa();
app.use(router.routes());
app.listen(Number(process.env['PORT']), '127.0.0.1');
