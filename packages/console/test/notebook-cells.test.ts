import { expect } from 'chai';
import { beginningOf, notebookOf } from '../app/preview/notebook-cells.js';

const cellsOf = (...cells: readonly object[]) => notebookOf(JSON.stringify({ cells }))?.cells ?? [];

describe('notebookOf', () => {
  it('gives text and code, whose lines may stand one by one', () => {
    const [text, code] = cellsOf(
      { cell_type: 'markdown', source: ['# One\n', 'two'] },
      { cell_type: 'code', source: 'print(1)', outputs: [{ output_type: 'stream', text: ['1\n'] }] },
    );
    expect(text).to.deep.equal({ type: 'markdown', text: '# One\ntwo', outputs: [] });
    expect(code).to.deep.equal({ type: 'code', text: 'print(1)', outputs: [{ kind: 'text', text: '1\n' }] });
  });

  it('takes images of points and text, and only names what could be run', () => {
    const result = (data: object) => ({ cell_type: 'code', source: '', outputs: [{ output_type: 'display_data', data }] });
    const [image, text, html, svg] = cellsOf(
      result({ 'text/html': '<b>', 'image/png': 'AQID\n', 'text/plain': 'figure' }),
      result({ 'text/html': '<b>', 'text/plain': ['a ', 'frame'] }),
      result({ 'text/html': '<script>' }),
      result({ 'image/svg+xml': '<svg onload="x()">' }),
    );
    expect(image?.outputs).to.deep.equal([{ kind: 'image', type: 'image/png', bytes: Uint8Array.of(1, 2, 3) }]);
    expect(text?.outputs).to.deep.equal([{ kind: 'text', text: 'a frame' }]);
    expect(html?.outputs).to.deep.equal([{ kind: 'hidden', type: 'text/html' }]);
    expect(svg?.outputs).to.deep.equal([{ kind: 'hidden', type: 'image/svg+xml' }]);
  });

  it('shows what went wrong without the colours of a terminal', () => {
    const traceback = ['\u001b[0;31mValueError\u001b[0m: no', 'line 2'];
    const [cell] = cellsOf({ cell_type: 'code', source: '', outputs: [{ output_type: 'error', evalue: 'no', traceback }] });
    expect(cell?.outputs).to.deep.equal([{ kind: 'error', text: 'ValueError: no\nline 2' }]);
  });

  it('takes whatever stands in the place of a cell or an image', () => {
    const odd = { cell_type: 'code', source: { a: 1 }, outputs: [7, null, { data: { 'image/png': '!' } }] };
    expect(cellsOf(odd)).to.deep.equal([{ type: 'code', text: '', outputs: [{ kind: 'hidden', type: 'image/png' }] }]);
    expect(notebookOf('{"cells": 1}')).to.equal(undefined);
    expect(notebookOf('{')).to.equal(undefined);
    expect(notebookOf('null')).to.equal(undefined);
  });
});

describe('beginningOf', () => {
  const cell = (outputs: number) => ({
    cell_type: 'code',
    source: 'print(1)',
    outputs: Array.from({ length: outputs }, () => ({ output_type: 'stream', text: '1' })),
  });
  const beginning = (cells: readonly object[]) => {
    const notebook = notebookOf(JSON.stringify({ cells }));
    return notebook && beginningOf(notebook);
  };

  it('is all of a notebook that people have written', () => {
    const shown = beginning([cell(2), cell(0)]);
    expect(shown?.cells.map(({ outputs }) => outputs.length)).to.deep.equal([2, 0]);
    expect(shown?.note).to.equal(undefined);
  });

  it('is no more than a page can draw, and says so', () => {
    const shown = beginning([cell(600), cell(600), cell(1)]);
    expect(shown?.cells.map(({ outputs }) => outputs.length)).to.deep.equal([600, 400, 0]);
    expect(shown?.note).to.equal('Shown: the first 1,000 outputs.');
    const long = beginning(Array.from({ length: 301 }, () => cell(0)));
    expect(long?.cells).to.have.length(300);
    expect(long?.note).to.equal('Shown: the first 300 cells.');
  });
});
