import { shownValues } from './shown-values.js';

interface ValueTableProps {
  readonly name: string;
  readonly text: string;
  /** Whether the text is all of the file. */
  readonly isWhole: boolean;
}

/** The first rows of a table of values, under the titles of its first row. */
export const ValueTable = ({ name, text, isWhole }: ValueTableProps) => {
  const { titles, rows, note } = shownValues(name, text, isWhole);
  return (
    <div class="preview" tabIndex={0} role="region" aria-label={`Rows of ${name}`}>
      <table class="table">
        <thead>
          <tr>
            {titles.map((title, at) => (
              <th key={at} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((value, column) => (
                <td key={column}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {note === undefined ? null : <p class="file-foot">{note}</p>}
    </div>
  );
};
