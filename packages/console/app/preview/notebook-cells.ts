import { countText } from '../ui/format.js';

/** What a cell has printed or drawn, as far as it is text or an image of points. HTML, scripts and drawings of vectors are left out. */
export type CellOutput =
  | { readonly kind: 'text' | 'error'; readonly text: string }
  | { readonly kind: 'image'; readonly type: 'image/png' | 'image/jpeg'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'hidden'; readonly type: string };

export interface Cell {
  readonly type: 'markdown' | 'code' | 'raw';
  readonly text: string;
  readonly outputs: readonly CellOutput[];
}

interface Notebook {
  readonly language: string;
  readonly cells: readonly Cell[];
}

/** As many as eyes take in. */
const mostCells = 300;
const mostOutputs = 1000;

export interface ShownNotebook extends Notebook {
  /** What is left out. */
  readonly note: string | undefined;
}

/** The beginning of a notebook: one cell may have hundreds of thousands of outputs. */
export const beginningOf = ({ language, cells }: Notebook): ShownNotebook => {
  let room = mostOutputs;
  const shown = cells.slice(0, mostCells).map(({ outputs, ...cell }) => {
    const first = outputs.slice(0, room);
    room -= first.length;
    return { ...cell, outputs: first, isCut: first.length < outputs.length };
  });
  const parts = [
    ...(cells.length > mostCells ? [`the first ${countText(mostCells)} cells`] : []),
    ...(shown.some(({ isCut }) => isCut) ? [`the first ${countText(mostOutputs)} outputs`] : []),
  ];
  return {
    language,
    cells: shown.map(({ isCut: _, ...cell }) => cell),
    note: parts.length === 0 ? undefined : `Shown: ${parts.join(' and ')}.`,
  };
};

const imageTypes = ['image/png', 'image/jpeg'] as const;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const member = (value: unknown, name: string): unknown => (isObject(value) ? Reflect.get(value, name) : undefined);

const listIn = (value: unknown, name: string): readonly unknown[] => {
  const list = member(value, name);
  return Array.isArray(list) ? list : [];
};

/** Texts are lists of lines, or one text. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : '';
};

/** The colours that terminals are told. */
const withoutEscapes = (text: string): string =>
  text.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g'), '');

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64.replace(/\s/g, '')), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

/** Of the forms that a result has the one that is shown: an image, else its text, else that there is something. */
const resultOf = (data: unknown): CellOutput | undefined => {
  for (const type of imageTypes) {
    const bytes = bytesOf(textOf(member(data, type)));
    if (bytes !== undefined && bytes.byteLength > 0) return { kind: 'image', type, bytes };
  }
  const text = textOf(member(data, 'text/plain'));
  if (text !== '') return { kind: 'text', text };
  const [type] = isObject(data) ? Object.keys(data) : [];
  return type === undefined ? undefined : { kind: 'hidden', type };
};

const outputOf = (output: unknown): CellOutput | undefined => {
  const type = member(output, 'output_type');
  if (type === 'stream') return { kind: 'text', text: withoutEscapes(textOf(member(output, 'text'))) };
  if (type === 'error') {
    const lines = listIn(output, 'traceback').map(textOf).join('\n');
    return { kind: 'error', text: withoutEscapes(lines === '' ? textOf(member(output, 'evalue')) : lines) };
  }
  return resultOf(member(output, 'data'));
};

const cellOf = (cell: unknown): Cell => {
  const type = member(cell, 'cell_type');
  return {
    type: type === 'markdown' || type === 'code' ? type : 'raw',
    text: textOf(member(cell, 'source')),
    outputs: listIn(cell, 'outputs').flatMap((output) => outputOf(output) ?? []),
  };
};

/** The cells of a Jupyter notebook (nbformat 4); undefined where the text is none. */
export const notebookOf = (text: string): Notebook | undefined => {
  let notebook: unknown;
  try {
    notebook = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(member(notebook, 'cells'))) return undefined;
  const language = member(member(member(notebook, 'metadata'), 'language_info'), 'name');
  return {
    language: typeof language === 'string' ? language : 'python',
    cells: listIn(notebook, 'cells').map(cellOf),
  };
};
