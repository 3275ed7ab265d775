import { expect } from 'chai';
import { Sqlite } from '../src/driver.js';
import { withNamedRows } from '../src/named-rows.js';

describe('rows with names', () => {
  const database = new Sqlite(':memory:');
  database.exec("create table t (a, b); insert into t values (1, 'x'), (null, x'00ff')");
  after(() => database.close());

  const prepare = (text: string) => withNamedRows(database.prepare<unknown[], unknown[]>(text));

  const expected = [
    { a: 1, second: 'x' },
    { a: null, second: Buffer.from([0, 0xff]) },
  ];

  it('are what the query calls its columns, in whole and one by one', () => {
    const statement = prepare('select a, b as second from t where a is not ?');
    expect(statement.reader).to.equal(true);
    expect(statement.all([7])).to.deep.equal(expected);
    expect([...statement.iterate([7])]).to.deep.equal(expected);
  });

  it('come from writing statements that return some, and from no others', () => {
    expect(prepare('insert into t values (?, ?) returning b as written').all([2, 'y'])).to.deep.equal([{ written: 'y' }]);
    const statement = prepare('delete from t where a = ?');
    expect(statement.reader).to.equal(false);
    expect(statement.run([2])).to.have.property('changes', 1);
  });
});
