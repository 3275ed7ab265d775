import type { Schema } from '@svc/persistence-sql';
import { expect } from 'chai';
import { type CompiledQuery, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { compileOnce } from '../src/compile-once.js';

/** A database that answers nothing and remembers what it was sent. */
const makeRecorder = () => {
  const sent: CompiledQuery[] = [];
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (described) => new SqliteIntrospector(described),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log: ({ query }) => void sent.push(query),
  });
  return { db, sent };
};

describe('a query that is compiled once', () => {
  it('sends the values of each call in the places of its parameters, beside its own constants', async () => {
    const { db, sent } = makeRecorder();
    const find = compileOnce((parameter) =>
      db
        .selectFrom('locks')
        .select('path')
        .where('path', '=', parameter<string>(1))
        .where('owner_name', '=', 'constant')
        .where('locked_at', '=', parameter<number>(0))
        .where('path', '!=', parameter<string>(1)),
    );
    await find(db, [1, 'a']);
    await find(db, [2, 'b']);
    expect(sent.map(({ parameters }) => parameters)).to.deep.equal([
      ['a', 'constant', 1, 'a'],
      ['b', 'constant', 2, 'b'],
    ]);
    expect(sent[0]?.sql).to.equal(sent[1]?.sql);
  });
});
