import { newDatabase } from '@svc/test-services/postgres';
import { expect } from 'chai';
import pg from 'pg';

const query = async (url: string, text: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};

describe('PostgreSQL for tests', () => {
  it('gives databases that know nothing of each other, and copies of one', async () => {
    const [first, second] = await Promise.all([newDatabase(), newDatabase()]);
    await query(first.url, 'create table t (a int); insert into t values (7)');
    expect(await query(second.url, `select to_regclass('t') as found`)).to.deep.equal([{ found: null }]);
    const copy = await newDatabase({ copyOf: first.url });
    expect(await query(copy.url, 'select a from t')).to.deep.equal([{ a: 7 }]);
    for (const database of [first, second, copy]) await database.drop();
  });

  it('sorts text otherwise than by its bytes, unless it is asked to', async () => {
    const database = await newDatabase();
    const sorted = (collate: string) =>
      query(database.url, `select string_agg(v, '' order by v ${collate}) as s from (values ('a'), ('B'), ('c')) t (v)`);
    expect(await sorted('')).to.deep.equal([{ s: 'aBc' }]);
    expect(await sorted('collate "C"')).to.deep.equal([{ s: 'Bac' }]);
    await database.drop();
  });
});
