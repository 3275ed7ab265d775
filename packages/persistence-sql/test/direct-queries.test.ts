import { expect } from 'chai';
import {
  type DatabaseConnection,
  DummyDriver,
  type Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { createDirectQueries } from '../src/direct-queries.js';
import type { Schema } from '../src/schema.js';

const connectionInto = (sent: string[]): DatabaseConnection => ({
  executeQuery: ({ sql }) => {
    sent.push(sql);
    return Promise.resolve({ rows: [] });
  },
  streamQuery: () => {
    throw new Error('nothing is streamed');
  },
});

const dialect = {
  createDriver: () => new DummyDriver(),
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
};

const numbers = (db: Kysely<Schema>) => db.selectFrom('migrations').select('number').execute();

describe('direct queries', () => {
  it('reach the connection', async () => {
    const sent: string[] = [];
    await numbers(createDirectQueries(dialect).over(connectionInto(sent)));
    expect(sent).to.deep.equal(['select "number" from "migrations"']);
  });

  it('of a transaction reach its connection, and nothing does after its end', async () => {
    const sent: string[] = [];
    const kept: Kysely<Schema>[] = [];
    const answer = await createDirectQueries(dialect).during(connectionInto(sent), async (db) => {
      kept.push(db);
      await numbers(db);
      return 'done';
    });
    expect(answer).to.equal('done');
    expect(sent).to.deep.equal(['select "number" from "migrations"']);
    const late = await Promise.allSettled(kept.map(numbers));
    expect(late).to.have.nested.property('[0].reason.message', 'invariant: records are not used after their transaction');
    expect(sent).to.have.lengthOf(1);
  });
});
