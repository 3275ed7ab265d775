import { countText } from '../ui/format.js';

/** How many rows and columns of a table are shown; undefined where all of them are. */
interface Shown {
  readonly rows: number | undefined;
  readonly columns: number | undefined;
}

const first = (count: number | undefined, what: string): readonly string[] => {
  if (count === undefined) return [];
  return [count === 1 ? `the first ${what}` : `the first ${countText(count)} ${what}s`];
};

/** Says of a table what of it is shown; undefined where that is all of it. */
export const cutNote = ({ rows, columns }: Shown): string | undefined => {
  if (rows === 0) return 'The first row is too long to be shown. Download the file to open it.';
  const parts = [...first(rows, 'row'), ...first(columns, 'column')];
  return parts.length === 0 ? undefined : `Shown: ${parts.join(' and ')}.`;
};
