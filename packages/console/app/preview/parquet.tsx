import { useQuery } from '@tanstack/preact-query';
import { countText, counted } from '../ui/format.js';
import { Loaded } from '../ui/loaded.js';
import { Table } from '../ui/table.js';
import { type ParquetFacts, readParquetFacts, readParquetRows } from './parquet-reader.js';
import type { RangedFile } from './reader-preview.js';

const forever = { staleTime: Infinity, gcTime: 60_000 };

const useFacts = (file: RangedFile) =>
  useQuery({
    queryKey: ['preview', 'parquet', file.oid],
    ...forever,
    queryFn: ({ signal }) => readParquetFacts(file, signal),
  });

type Metadata = NonNullable<ReturnType<typeof useFacts>['data']>['metadata'];

const useRows = (file: RangedFile, metadata: Metadata) =>
  useQuery({
    queryKey: ['preview', 'parquet', file.oid, 'rows'],
    ...forever,
    queryFn: ({ signal }) => readParquetRows(file, metadata, signal),
  });

const Rows = ({ file, metadata }: { readonly file: RangedFile; readonly metadata: Metadata }) => (
  <Loaded query={useRows(file, metadata)}>
    {({ titles, rows }) => (
      <div class="preview" tabIndex={0} role="region" aria-label="Rows">
        <Table titles={titles.map((label) => ({ label }))}>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((text, column) => (
                <td key={column}>{text}</td>
              ))}
            </tr>
          ))}
        </Table>
        {rows.length < Number(metadata.num_rows) ? <p class="file-foot">These are the first {rows.length} rows.</p> : null}
      </div>
    )}
  </Loaded>
);

const Columns = ({ columns }: Pick<ParquetFacts, 'columns'>) => (
  <details class="card-body">
    <summary>{counted(columns.length, 'column')} and their types</summary>
    <dl class="facts metadata">
      {columns.map(({ name, type }) => (
        <>
          <dt class="mono">{name}</dt>
          <dd>{type}</dd>
        </>
      ))}
    </dl>
  </details>
);

/** The columns of a Parquet file, and its first rows. */
export const Parquet = ({ file }: { readonly file: RangedFile }) => (
  <Loaded query={useFacts(file)}>
    {({ metadata, facts: { rows, rowGroups, columns, codecs } }) => (
      <>
        <p class="card-note">
          {countText(rows)} {rows === 1 ? 'row' : 'rows'} in {counted(rowGroups, 'row group')}
          {codecs.length === 0 ? null : `, compressed: ${codecs.join(', ').toLowerCase()}`}
        </p>
        <Columns columns={columns} />
        <Rows file={file} metadata={metadata} />
      </>
    )}
  </Loaded>
);
