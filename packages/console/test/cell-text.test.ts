import { expect } from 'chai';
import { cellText } from '../app/preview/cell-text.js';

describe('a value of a table', () => {
  it('is told as people write it', () => {
    expect(cellText(null)).to.equal('');
    expect(cellText('a "word"')).to.equal('a "word"');
    expect(cellText(1.5)).to.equal('1.5');
    expect(cellText(9_007_199_254_740_993n)).to.equal('9007199254740993');
    expect(cellText(new Date(0))).to.equal('1970-01-01T00:00:00.000Z');
    expect(cellText(new Uint8Array(7))).to.equal('7 bytes');
    expect(cellText({ name: 'a', sizes: [1, null], at: new Date(0) })).to.equal(
      '{"name":"a","sizes":[1,null],"at":"1970-01-01T00:00:00.000Z"}',
    );
  });

  it('is told from nothing where it is a number that is none', () => {
    expect([NaN, Infinity, -Infinity].map(cellText)).to.deep.equal(['NaN', 'Infinity', '-Infinity']);
    expect(cellText([0.5, NaN])).to.equal('[0.5,"NaN"]');
  });

  it('keeps whole numbers whole, and bytes short, in lists and structures too', () => {
    expect(cellText({ id: 9_007_199_254_740_993n, hash: new Uint8Array(32) })).to.equal(
      '{"id":"9007199254740993","hash":"32 bytes"}',
    );
  });

  it('is a time that no calendar reaches, and says so', () => {
    expect(cellText(new Date(NaN))).to.equal('out of range');
    expect(cellText([new Date(NaN)])).to.equal('["out of range"]');
  });

  it('is cut off where it is long', () => {
    expect(cellText('x'.repeat(301))).to.equal(`${'x'.repeat(300)}…`);
  });
});
