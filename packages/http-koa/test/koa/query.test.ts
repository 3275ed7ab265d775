import { expect } from 'chai';
import { parseQuery } from '../../src/koa/query.js';

const read = (querystring: string): unknown => parseQuery(querystring).unwrapOr('refused');
const fieldOf = (querystring: string): unknown =>
  parseQuery(querystring).match(
    () => 'taken',
    ({ field, problem }) => (problem === 'contradictory' ? field : problem),
  );

describe('parseQuery', () => {
  it('decodes names and values once', () => {
    expect(read('a=1&b=%2520&c=x+y&d&=e&f=a=b')).to.deep.equal({ a: '1', b: '%20', c: 'x y', d: '', '': 'e', f: 'a=b' });
    expect(read('')).to.deep.equal({});
    expect(read('&&a=1&')).to.deep.equal({ a: '1' });
  });

  it('refuses a parameter that stands there twice, by its name', () => {
    for (const query of ['a=1&a=2', 'b=1&a=1&a=1', 'a&a', 'a=1&%61=2']) {
      expect(fieldOf(query), query).to.equal('a');
    }
    const long = 'a'.repeat(1000);
    expect(fieldOf(`${long}&${long}`)).to.equal('a'.repeat(100));
  });

  it('refuses what is not UTF-8, and U+0000', () => {
    for (const query of ['a=%', 'a=%zz', 'a=%ff', '%E0%A4%A=1', 'a=%00']) expect(read(query), query).to.equal('refused');
  });

  it('takes the names of every object for names like any other', () => {
    const query = parseQuery('__proto__=1&constructor=2&toString=3').unwrapOr({});
    expect(Object.keys(query)).to.deep.equal(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(query)).to.equal(Object.prototype);
  });
});
