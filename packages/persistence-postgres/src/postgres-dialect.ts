import type { SqlDialect } from '@svc/persistence-sql';
import { sql } from 'kysely';
import { classifyError } from './classify-error.js';

/** Bytes of each hash. */
const hashBytes = 32;

/** The bytes of "svc", and which of its locks. */
const migrationLock = sql.raw('7566947, 1');

export const postgresDialect: SqlDialect = {
  columnTypes: {
    // Most databases sort text as a language does, and find equal what is not.
    text: sql`text collate "C"`,
    binary: sql`bytea`,
    sequence: sql`bigint generated always as identity primary key`,
  },
  newId: 'gen_random_uuid()',
  // Rows are kept in the order in which they come.
  clustered: (table) => table,
  // One value, in which the hashes lie one after the other: the server need not parse a list of texts.
  hashRows: (parameter) => sql`(
    select at as position, substring(bytes from at * ${sql.lit(hashBytes)} + 1 for ${sql.lit(hashBytes)}) as hash
    from (select ${parameter}::bytea as bytes) as given, generate_series(0, length(bytes) / ${sql.lit(hashBytes)} - 1) as at
  )`,
  hashesParameter: (hashes) => Buffer.from(hashes.join(''), 'hex'),
  numberRows: (parameter) => sql`(select unnest(${parameter}::bigint[]) as number)`,
  numbersParameter: (numbers) => `{${numbers.join(',')}}`,
  givenRows: (parameter, columns) => {
    const values = Object.entries(columns).map(([name, type], index) => {
      const value = sql`(item ->> ${sql.lit(index)})`;
      const typed = { hash: sql`decode(${value}, 'hex')`, number: sql`${value}::bigint`, text: value }[type];
      return sql`${typed} as ${sql.ref(name)}`;
    });
    return sql`(select ${sql.join(values)} from jsonb_array_elements(${parameter}::jsonb) as item)`;
  },
  rowsParameter: (rows) => JSON.stringify(rows),
  jsonRows: (...columns) =>
    sql`coalesce(json_agg(json_build_array(${sql.join(columns.map((column) => sql.ref(column)))}))::text, '[]')`,
  joinedNumbers: (...numbers) => sql<string | null>`string_agg(concat_ws(',', ${sql.join(numbers)}), ',')`,
  unlikely: (condition) => condition,
  joinedBytes: (column, added) => sql<Uint8Array>`${sql.ref(column)} || ${sql.ref(added)}`,
  // As step 34 of the schema has them in its indexes; an entry there has at most 2,704 bytes. A parameter would be taken for text.
  pathKey: {
    prefix: (path) => sql<Uint8Array>`substr(${path}::bytea, 1, 2000)`,
    hash: (path) => sql<Uint8Array>`sha256(${path})`,
  },
  sharingFree: sql`for key share skip locked`,
  // A migration takes as long as it takes, and so does waiting for the one of another process.
  lockMigrations: async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`set local lock_timeout = 0`.execute(transaction);
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction);
  },
  classify: classifyError,
};
