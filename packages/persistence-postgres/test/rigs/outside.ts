import pg from 'pg';
import { createTypeParsers } from '../../src/integers.js';

/** Looks at a database, and does to it what an operator may do, from outside of the service. */
export interface Outside {
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** One value of one row. */
  count(text: string): Promise<number>;
  close(): Promise<void>;
}

export const connectOutside = async (url: string): Promise<Outside> => {
  const client = new pg.Client({ connectionString: url, types: createTypeParsers() });
  await client.connect();
  const query = async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
    (await client.query<Row>(text, [...values])).rows;
  return {
    query,
    count: async (text) => {
      const [row] = await query<{ count: number }>(text);
      if (row === undefined) throw new Error(`no row: ${text}`);
      return row.count;
    },
    close: () => client.end(),
  };
};
