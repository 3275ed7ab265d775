import type { Token } from 'marked';
import { useMemo } from 'preact/hooks';
import { Loading } from '../ui/loading.js';
import { Code } from './code.js';
import { MarkdownText } from './markdown.js';
import { Media } from './media.js';
import { beginningOf, type Cell, type CellOutput, notebookOf, type ShownNotebook } from './notebook-cells.js';
import { useMarkdown } from './use-markdown.js';

const Output = ({ output, label }: { readonly output: CellOutput; readonly label: string }) => {
  if (output.kind === 'image') return <Media name={label} bytes={output.bytes} type={output.type} kind="image" />;
  if (output.kind === 'hidden') return <p class="card-note small">An output of type {output.type} is not shown.</p>;
  return (
    <pre class={output.kind === 'error' ? 'cell-output bad' : 'cell-output'} tabIndex={0} aria-label={label}>
      {output.text}
    </pre>
  );
};

interface CellProps {
  readonly cell: Cell;
  readonly number: number;
  readonly language: string;
  /** Of a cell of Markdown that can be laid out. */
  readonly tokens: readonly Token[] | undefined;
}

const CellOf = ({ cell, number, language, tokens }: CellProps) => {
  if (cell.type === 'markdown') return <MarkdownText text={cell.text} tokens={tokens} />;
  return (
    <div class="cell">
      <Code label={`Cell ${String(number)}`} text={cell.text} language={cell.type === 'code' ? language : ''} />
      {cell.outputs.map((output, at) => (
        <Output key={at} output={output} label={`Output ${String(at + 1)} of cell ${String(number)}`} />
      ))}
    </div>
  );
};

const Cells = ({ notebook: { cells, language, note } }: { readonly notebook: ShownNotebook }) => {
  const texts = useMemo(() => cells.map(({ type, text }) => (type === 'markdown' ? text : '')), [cells]);
  const read = useMarkdown(texts);
  if (read === undefined) return <Loading />;
  return (
    <div class="preview" tabIndex={0} role="region" aria-label="Cells">
      {cells.map((cell, at) => (
        <CellOf key={at} cell={cell} number={at + 1} language={language} tokens={read[at]} />
      ))}
      {note === undefined ? null : <p class="file-foot">{note}</p>}
    </div>
  );
};

/** A Jupyter notebook: its text, its code and what that has printed. Nothing of it is run, and its HTML stays out. */
export const NotebookView = ({ text }: { readonly text: string }) => {
  const notebook = useMemo(() => {
    const found = notebookOf(text);
    return found && beginningOf(found);
  }, [text]);
  if (notebook === undefined) return <p class="card-note">This is no notebook of Jupyter 4 or later. Download it to open it.</p>;
  return <Cells notebook={notebook} />;
};
