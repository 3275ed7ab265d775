import { expect } from 'chai';
import { separatedRows } from '../app/preview/separated-values.js';

describe('separatedRows', () => {
  it('reads quotes, separators and ends of lines as RFC 4180 has them', () => {
    expect(separatedRows('a,"b,""c""\nd",e\r\n1,,3\n', ',', true, 10)).to.deep.equal([
      ['a', 'b,"c"\nd', 'e'],
      ['1', '', '3'],
    ]);
    expect(separatedRows('a\tb,c\n', '\t', true, 10)).to.deep.equal([['a', 'b,c']]);
  });

  it('takes a last row without an end only from a whole file', () => {
    expect(separatedRows('a,b\n1,2', ',', true, 10)).to.have.length(2);
    expect(separatedRows('a,b\n1,2', ',', false, 10)).to.deep.equal([['a', 'b']]);
    expect(separatedRows('', ',', true, 10)).to.deep.equal([]);
  });

  it('stops where enough was read', () => {
    expect(separatedRows('a\n'.repeat(1000), ',', true, 3)).to.have.length(3);
  });
});
