import { separatedRows } from './separated-values.js';

const mostRows = 200;
const mostColumns = 50;

interface ValueTableProps {
  readonly name: string;
  readonly text: string;
  /** Whether the text is all of the file. */
  readonly isWhole: boolean;
}

/** The first rows of a table of values, under the titles of its first row. */
export const ValueTable = ({ name, text, isWhole }: ValueTableProps) => {
  const [titles = [], ...rows] = separatedRows(text, name.toLowerCase().endsWith('.tsv') ? '\t' : ',', isWhole, mostRows + 1);
  return (
    <div class="preview" tabIndex={0} role="region" aria-label={`Rows of ${name}`}>
      <table class="table">
        <thead>
          <tr>
            {titles.slice(0, mostColumns).map((title, at) => (
              <th key={at} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.slice(0, mostColumns).map((value, column) => (
                <td key={column}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length < mostRows ? null : <p class="file-foot">These are the first {mostRows} rows.</p>}
    </div>
  );
};
