import { expect } from 'chai';
import { Sqlite } from '../src/driver.js';
import { withStatementCache } from '../src/statement-cache.js';

describe('the statement cache', () => {
  it('prepares a text once', () => {
    const cached = withStatementCache(new Sqlite(':memory:'));
    expect(cached.prepare('select 1')).to.equal(cached.prepare('select 1'));
    expect(cached.prepare('select 1')).not.to.equal(cached.prepare('select 2'));
    cached.close();
  });

  it('forgets rather than grow with the number of texts, and goes on working', () => {
    const cached = withStatementCache(new Sqlite(':memory:'));
    const first = cached.prepare('select 0');
    for (let number = 1; number < 600; number += 1) cached.prepare(`select ${number}`);
    expect(cached.prepare('select 0')).not.to.equal(first);
    expect(cached.prepare('select 7 as seven').all([])).to.deep.equal([{ seven: 7 }]);
    cached.close();
  });
});
