import { expect } from 'chai';
import { nameProblem } from '../../src/model/display-name.js';

describe('nameProblem', () => {
  it('finds nothing wrong with a line of at most 200 characters', () => {
    for (const name of ['a', ' Größe 2 ', '模型', '😀', 'x'.repeat(200)]) expect(nameProblem(name), name).to.equal(undefined);
  });

  it('refuses what is empty, blank, of several lines, misleading, or no text', () => {
    for (const name of ['', ' ', '\u00a0', 'a\nb', 'a\tb', '\0', 'a\u001b[31m', '\u202egpj.exe', 'half \ud800', '\udc00']) {
      expect(nameProblem(name), JSON.stringify(name)).to.deep.equal({ kind: 'bad_request', field: 'name', problem: 'malformed' });
    }
  });

  it('refuses what is longer', () => {
    expect(nameProblem('x'.repeat(201))).to.deep.equal({ kind: 'bad_request', field: 'name', problem: 'out_of_range' });
  });
});
