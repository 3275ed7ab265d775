import { useMemo } from 'preact/hooks';
import { Code } from './code.js';
import { Markdown } from './markdown.js';
import { Media } from './media.js';
import { type Cell, type CellOutput, notebookOf } from './notebook-cells.js';

/** As many as eyes take in. */
const mostCells = 300;

const Output = ({ output, label }: { readonly output: CellOutput; readonly label: string }) => {
  if (output.kind === 'image') return <Media name={label} bytes={output.bytes} type={output.type} kind="image" />;
  if (output.kind === 'hidden') return <p class="card-note small">An output of type {output.type} is not shown.</p>;
  return (
    <pre class={output.kind === 'error' ? 'cell-output bad' : 'cell-output'} tabIndex={0} aria-label={label}>
      {output.text}
    </pre>
  );
};

const CellOf = ({ cell, number, language }: { readonly cell: Cell; readonly number: number; readonly language: string }) => {
  if (cell.type === 'markdown') return <Markdown text={cell.text} />;
  return (
    <div class="cell">
      <Code label={`Cell ${String(number)}`} text={cell.text} language={cell.type === 'code' ? language : ''} />
      {cell.outputs.map((output, at) => (
        <Output key={at} output={output} label={`Output ${String(at + 1)} of cell ${String(number)}`} />
      ))}
    </div>
  );
};

/** A Jupyter notebook: its text, its code and what that has printed. Nothing of it is run, and its HTML stays out. */
export const NotebookView = ({ text }: { readonly text: string }) => {
  const notebook = useMemo(() => notebookOf(text), [text]);
  if (notebook === undefined) return <p class="card-note">This is no notebook of Jupyter 4 or later. Download it to open it.</p>;
  return (
    <div class="preview" tabIndex={0} role="region" aria-label="Cells">
      {notebook.cells.slice(0, mostCells).map((cell, at) => (
        <CellOf key={at} cell={cell} number={at + 1} language={notebook.language} />
      ))}
      {notebook.cells.length <= mostCells ? null : <p class="file-foot">These are the first {mostCells} cells.</p>}
    </div>
  );
};
