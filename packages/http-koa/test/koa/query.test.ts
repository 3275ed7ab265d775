import { expect } from 'chai';
import { parseQuery } from '../../src/koa/query.js';

const read = (querystring: string): unknown => parseQuery(querystring).unwrapOr('refused');

describe('parseQuery', () => {
  it('decodes names and values once', () => {
    expect(read('a=1&b=%2520&c=x+y&d&=e&f=a=b')).to.deep.equal({ a: '1', b: '%20', c: 'x y', d: '', '': 'e', f: 'a=b' });
    expect(read('')).to.deep.equal({});
    expect(read('&&a=1&')).to.deep.equal({ a: '1' });
  });

  it('refuses a parameter that stands there twice', () => {
    for (const query of ['a=1&a=2', 'a=1&a=1', 'a&a', 'a=1&%61=2']) expect(read(query), query).to.equal('refused');
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
