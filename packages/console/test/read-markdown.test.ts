import { expect } from 'chai';
import { readMarkdown } from '../app/preview/read-markdown.js';

const typesIn = (text: string): readonly string[] | undefined => readMarkdown([text])[0]?.map(({ type }) => type);

describe('readMarkdown', () => {
  it('tells headings, lists, tables and paragraphs apart', () => {
    const types = typesIn('# Title\n\nText with *stress*.\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n');
    expect(types?.filter((type) => type !== 'space')).to.deep.equal(['heading', 'paragraph', 'list', 'table']);
  });

  it('takes no table whose rows would be filled up to more cells than a page can draw', () => {
    const table = (columns: number, rows: number): string =>
      `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|\n'.repeat(rows)}`;
    expect(typesIn(table(20, 500))).to.deep.equal(['table']);
    expect(typesIn(table(2000, 5000))).to.not.contain('table');
  });

  it('is undefined of what nests deeper than a page can draw', () => {
    expect(typesIn(`${'> '.repeat(90)}deep`)).to.deep.equal(['blockquote']);
    expect(typesIn(`${'> '.repeat(110)}deep`)).to.equal(undefined);
  });

  it('is undefined of what takes the parser more stack than there is', () => {
    expect(typesIn(`${'>'.repeat(20_000)} deep`)).to.equal(undefined);
  });

  it('is undefined of more than a page can draw', () => {
    expect(typesIn('a\n\n'.repeat(1000))).to.have.length(2000);
    expect(typesIn('a\n\n'.repeat(50_000))).to.equal(undefined);
  });

  it('is undefined of what the texts before it have left no room for', () => {
    const long = 'a\n\n'.repeat(20_000);
    expect(readMarkdown([long, long, 'short']).map((tokens) => tokens !== undefined)).to.deep.equal([true, false, true]);
  });
});
