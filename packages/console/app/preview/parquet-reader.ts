import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  snappyUncompress,
  toJson,
} from 'hyparquet';
import { bounded } from './bounded-decompress.js';
import { cappedReader } from './read-range.js';
import type { RangedFile } from './reader-preview.js';

export interface ParquetFacts {
  readonly rows: number;
  readonly rowGroups: number;
  /** The columns of the outermost level, with their types. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly codecs: readonly string[];
}

export interface ParquetRows {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const mostRows = 100;
const mostColumns = 50;
const mostCharacters = 300;

const snappy: Compressors = {
  SNAPPY: bounded((input, outputBytes) => {
    const output = new Uint8Array(outputBytes);
    snappyUncompress(input, output);
    return output;
  }),
};

/** Most files need none but Snappy, which comes with the reader; the others are large. */
const compressorsFor = async (codecs: readonly string[]): Promise<Compressors> => {
  if (codecs.every((codec) => codec === 'UNCOMPRESSED' || codec === 'SNAPPY')) return snappy;
  return { ...snappy, ...(await import('./parquet-compressors.js')).compressors };
};

const bufferOf = ({ url, sizeBytes }: RangedFile, signal: AbortSignal): AsyncBuffer => {
  const read = cappedReader(url, sizeBytes, signal);
  return { byteLength: sizeBytes, slice: async (begin, end = sizeBytes) => (await read(begin, end)).slice().buffer };
};

const factsOf = (metadata: FileMetaData): ParquetFacts => ({
  rows: Number(metadata.num_rows),
  rowGroups: metadata.row_groups.length,
  columns: parquetSchema(metadata).children.map(({ element, children }) => ({
    name: element.name,
    type: element.logical_type?.type ?? element.converted_type ?? element.type ?? (children.length === 0 ? 'unknown' : 'group'),
  })),
  codecs: [...new Set(metadata.row_groups.flatMap(({ columns }) => columns.flatMap((column) => column.meta_data?.codec ?? [])))],
});

/** The beginning of the file where its format is written down, and what follows from that. */
export const readParquetFacts = async (
  file: RangedFile,
  signal: AbortSignal,
): Promise<{ readonly metadata: FileMetaData; readonly facts: ParquetFacts }> => {
  const metadata = await parquetMetadataAsync(bufferOf(file, signal));
  return { metadata, facts: factsOf(metadata) };
};

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return `${String(value.byteLength)} bytes`;
  const plain: unknown = toJson(value);
  const text = typeof plain === 'string' ? plain : JSON.stringify(plain);
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
};

/** The first rows: of each column the pages that have them, where the file tells pages apart. */
export const readParquetRows = async (file: RangedFile, metadata: FileMetaData, signal: AbortSignal): Promise<ParquetRows> => {
  const { columns, codecs } = factsOf(metadata);
  const titles = columns.slice(0, mostColumns).map(({ name }) => name);
  const rows = await parquetReadObjects({
    file: bufferOf(file, signal),
    metadata,
    compressors: await compressorsFor(codecs),
    columns: titles,
    rowEnd: Math.min(mostRows, Number(metadata.num_rows)),
    useOffsetIndex: true,
  });
  return { titles, rows: rows.map((row) => titles.map((title) => cellText(row[title]))) };
};
