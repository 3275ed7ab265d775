import type { Schema } from '@svc/persistence-sql';
import { type Kysely, sql } from 'kysely';

/** The oldest version that is tested for, as `server_version_num` counts. */
const oldestVersion = 140_000;

/** The server is older than what this package was made for. */
export class UnsupportedServerError extends Error {
  constructor(readonly version: string) {
    super(`the server is PostgreSQL ${version}; version ${oldestVersion / 10_000} or later is needed`);
    this.name = 'UnsupportedServerError';
  }
}

/** The database keeps its text in an encoding that does not have every character. */
export class UnsupportedEncodingError extends Error {
  constructor(readonly encoding: string) {
    super(`the database keeps text as ${encoding}; make one with encoding 'UTF8'`);
    this.name = 'UnsupportedEncodingError';
  }
}

/** A setting of the server with which a power failure loses what was committed. */
export interface DatabaseWarning {
  readonly setting: 'fsync' | 'full_page_writes' | 'synchronous_commit';
  readonly value: string;
  /** A sentence for the log. */
  readonly message: string;
}

const dangers: Readonly<Record<DatabaseWarning['setting'], string>> = {
  fsync: 'a power failure can destroy the database',
  full_page_writes: 'a power failure can destroy the database',
  synchronous_commit: 'a power failure loses the last commits, though they were answered',
};

const isDangerous = (name: string): name is DatabaseWarning['setting'] => Object.hasOwn(dangers, name);

/** `number` is what the server calls `server_version_num`. */
export const demandVersion = (number: string | undefined, version = 'of unknown version'): void => {
  if (!(Number(number) >= oldestVersion)) throw new UnsupportedServerError(version);
};

/** Throws `UnsupportedServerError` or `UnsupportedEncodingError`, or tells what is dangerous about the server's settings. */
export const examineServer = async (db: Kysely<Schema>): Promise<readonly DatabaseWarning[]> => {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('server_version', 'server_version_num', 'server_encoding', 'fsync', 'full_page_writes', 'synchronous_commit')
  `.execute(db);
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  demandVersion(settings.get('server_version_num'), settings.get('server_version'));
  const encoding = settings.get('server_encoding') ?? 'of unknown encoding';
  if (encoding !== 'UTF8') throw new UnsupportedEncodingError(encoding);
  return rows.flatMap(({ name, setting: value }) =>
    value === 'off' && isDangerous(name)
      ? [{ setting: name, value, message: `PostgreSQL runs with ${name} = off: ${dangers[name]}` }]
      : [],
  );
};
