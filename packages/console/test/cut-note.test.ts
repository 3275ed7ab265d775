import { expect } from 'chai';
import { cutNote } from '../app/preview/cut-note.js';

describe('cutNote', () => {
  it('says nothing of a table that is whole', () => {
    expect(cutNote({ rows: undefined, columns: undefined })).to.equal(undefined);
  });

  it('names the rows and the columns that are shown', () => {
    expect(cutNote({ rows: 1200, columns: undefined })).to.equal('Shown: the first 1,200 rows.');
    expect(cutNote({ rows: undefined, columns: 50 })).to.equal('Shown: the first 50 columns.');
    expect(cutNote({ rows: 1, columns: 50 })).to.equal('Shown: the first row and the first 50 columns.');
  });

  it('says why no row is shown', () => {
    expect(cutNote({ rows: 0, columns: 50 })).to.contain('too long to be shown');
  });
});
