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
    queryFn: async ({ signal }) => readParquetFacts({ ...file, url: await file.freshUrl() }, signal),
  });

type Metadata = Exclude<NonNullable<ReturnType<typeof useFacts>['data']>, 'damaged'>['metadata'];

const useRows = (file: RangedFile, metadata: Metadata) =>
  useQuery({
    queryKey: ['preview', 'parquet', file.oid, 'rows'],
    ...forever,
    queryFn: async ({ signal }) => readParquetRows({ ...file, url: await file.freshUrl() }, metadata, signal),
  });

const Rows = ({ file, metadata }: { readonly file: RangedFile; readonly metadata: Metadata }) => (
  <Loaded query={useRows(file, metadata)}>
    {({ titles, rows, note }) => (
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
        {note === undefined ? null : <p class="file-foot">{note}</p>}
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

interface SoundProps {
  readonly file: RangedFile;
  readonly metadata: Metadata;
  readonly facts: ParquetFacts;
}

const Sound = ({ file, metadata, facts: { rows, rowGroups, columns, codecs } }: SoundProps) => (
  <>
    <p class="card-note">
      {countText(rows)} {rows === 1 ? 'row' : 'rows'} in {counted(rowGroups, 'row group')}
      {codecs.length === 0 ? null : `, compressed: ${codecs.join(', ').toLowerCase()}`}
    </p>
    <Columns columns={columns} />
    <Rows file={file} metadata={metadata} />
  </>
);

/** The columns of a Parquet file, and its first rows. */
export const Parquet = ({ file }: { readonly file: RangedFile }) => (
  <Loaded query={useFacts(file)}>
    {(found) =>
      found === 'damaged' ? (
        <p class="card-note">The footer of this file is damaged, or of a kind that is not known here.</p>
      ) : (
        <Sound file={file} {...found} />
      )
    }
  </Loaded>
);
