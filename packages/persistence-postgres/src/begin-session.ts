import type pg from 'pg';
import { notePid } from './pid-of.js';

/** Names of settings of the server, and what they are for a session. */
export type SessionSettings = Readonly<Record<string, string>>;

/** A text means the same on every server, and a query sees what was committed before it, whatever the database has been told. */
const meaning: SessionSettings = { standard_conforming_strings: 'on', default_transaction_isolation: 'read committed' };

/** The driver knows a statement's own limit, its types do not. */
type TimedQuery = pg.QueryConfig & { readonly query_timeout: number };

const begin = async (client: pg.ClientBase, settings: SessionSettings, timeoutMs: number): Promise<void> => {
  const query: TimedQuery = {
    text: `select pg_backend_pid() as pid, count(set_config(name, value, false))
from unnest($1::text[], $2::text[]) as wanted (name, value)
where name in (select name from pg_settings where source <> 'client')`,
    values: [Object.keys(settings), Object.values(settings)],
    query_timeout: timeoutMs,
  };
  const { rows } = await client.query<{ pid: number }>(query);
  for (const { pid } of rows) notePid(client, pid);
};

/**
 * What a pool does with each new connection: it waits for what this gives back, which its types do not know. The settings do not go with the connection itself:
 * there a pooler refuses those that it does not know, or is told to drop them without a word. What was said there counts: it comes from the URL. A server that is
 * too old for one is refused for its age later.
 */
export const beginSession =
  (settings: SessionSettings, timeoutMs: number) =>
  (client: pg.ClientBase): unknown =>
    begin(client, { ...meaning, ...settings }, timeoutMs);
