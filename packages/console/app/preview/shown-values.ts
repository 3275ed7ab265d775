import { cutNote } from './cut-note.js';
import { separatedRows } from './separated-values.js';

const mostRows = 200;
const mostColumns = 50;

interface ShownValues {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What is left out. */
  readonly note: string | undefined;
}

/** The beginning of a table of values. `isWhole`: whether the text is all of the file. */
export const shownValues = (name: string, text: string, isWhole: boolean): ShownValues => {
  // The titles, and one row more than are shown, which tells whether there are more.
  const found = separatedRows(text, name.toLowerCase().endsWith('.tsv') ? '\t' : ',', isWhole, mostRows + 2);
  const [titles = [], ...rows] = found.slice(0, mostRows + 1).map((row) => row.slice(0, mostColumns));
  const hasMoreRows = !isWhole || found.length > mostRows + 1;
  const hasMoreColumns = found.some((row) => row.length > mostColumns);
  const note = cutNote({ rows: hasMoreRows ? rows.length : undefined, columns: hasMoreColumns ? mostColumns : undefined });
  return { titles, rows, note };
};
