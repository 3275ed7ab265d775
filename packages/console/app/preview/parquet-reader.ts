import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  snappyUncompress,
} from 'hyparquet';
import { bounded } from './bounded-decompress.js';
import { cellText } from './cell-text.js';
import { cutNote } from './cut-note.js';
import { cappedReader } from './read-range.js';
import type { LocatedFile } from './reader-preview.js';

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
  /** What is left out. */
  readonly note: string | undefined;
}

const mostRows = 100;
const mostColumns = 50;

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
  const { compressors } = await import('./parquet-compressors.js').catch((cause: unknown) => {
    throw new Error('What unpacks this file could not be loaded. The server may have been updated: load the page again.', {
      cause,
    });
  });
  return { ...snappy, ...compressors };
};

/** `onFault` hears of what could not be fetched: all else that a reader throws is about the bytes. */
const bufferOf = ({ url, sizeBytes }: LocatedFile, signal: AbortSignal, onFault?: (fault: unknown) => void): AsyncBuffer => {
  const read = cappedReader(url, sizeBytes, signal);
  const slice = async (begin: number, end = sizeBytes): Promise<ArrayBuffer> => {
    try {
      return (await read(begin, end)).slice().buffer;
    } catch (fault) {
      onFault?.(fault);
      throw fault;
    }
  };
  return { byteLength: sizeBytes, slice };
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

/** The end of the file where its format is written down, and what follows from that. Rejects when the file cannot be fetched. */
export const readParquetFacts = async (
  file: LocatedFile,
  signal: AbortSignal,
): Promise<{ readonly metadata: FileMetaData; readonly facts: ParquetFacts } | 'damaged'> => {
  let fetchFault: unknown;
  try {
    const metadata = await parquetMetadataAsync(bufferOf(file, signal, (fault) => (fetchFault = fault)));
    return { metadata, facts: factsOf(metadata) };
  } catch (fault) {
    if (fault === fetchFault) throw fault;
    return 'damaged';
  }
};

/** The first rows: of each column the pages that have them, where the file tells pages apart. */
export const readParquetRows = async (file: LocatedFile, metadata: FileMetaData, signal: AbortSignal): Promise<ParquetRows> => {
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
  const note = cutNote({
    rows: rows.length < Number(metadata.num_rows) ? rows.length : undefined,
    columns: titles.length < columns.length ? titles.length : undefined,
  });
  return { titles, rows: rows.map((row) => titles.map((title) => cellText(row[title]))), note };
};
