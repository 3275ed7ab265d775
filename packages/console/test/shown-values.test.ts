import { expect } from 'chai';
import { shownValues } from '../app/preview/shown-values.js';

const rowsOf = (count: number): string => 'a,b\n' + '1,2\n'.repeat(count);

describe('shownValues', () => {
  it('gives the titles and the rows, and no note where that is all', () => {
    expect(shownValues('x.csv', rowsOf(1), true)).to.deep.equal({ titles: ['a', 'b'], rows: [['1', '2']], note: undefined });
    expect(shownValues('x.TSV', 'a\tb\n', true).titles).to.deep.equal(['a', 'b']);
    const { rows, note } = shownValues('x.csv', rowsOf(200), true);
    expect(rows).to.have.length(200);
    expect(note).to.equal(undefined);
  });

  it('says so where there are more rows, also in a part that was not fetched', () => {
    const { rows, note } = shownValues('x.csv', rowsOf(201), true);
    expect(rows).to.have.length(200);
    expect(note).to.equal('Shown: the first 200 rows.');
    expect(shownValues('x.csv', rowsOf(7), false).note).to.equal('Shown: the first 7 rows.');
  });

  it('says so where there are more columns, be it in one row alone', () => {
    const wide = Array.from({ length: 51 }, (_, at) => String(at)).join(',');
    const { titles, rows, note } = shownValues('x.csv', `a,b\n${wide}\n`, true);
    expect(titles).to.have.length(2);
    expect(rows[0]).to.have.length(50);
    expect(note).to.equal('Shown: the first 50 columns.');
  });
});
