import { lazyPart } from '../ui/lazy-part.js';
import type { ReaderKind } from './preview-kind.js';

/** A file of which ranges are fetched. */
export interface RangedFile {
  /** The id of its object; what was read of it holds for ever. */
  readonly oid: string;
  readonly sizeBytes: number;
  /** Signed, and not over for some minutes. */
  readonly freshUrl: () => Promise<string>;
}

/** The same, with a URL to read it now. */
export interface LocatedFile extends Pick<RangedFile, 'sizeBytes'> {
  readonly url: string;
}

const Gguf = lazyPart(async () => (await import('./gguf.js')).Gguf);
const Parquet = lazyPart(async () => (await import('./parquet.js')).Parquet);

/** A file whose format says where in it is what is worth showing. */
export const ReaderPreview = ({ kind, file }: { readonly kind: ReaderKind; readonly file: RangedFile }) =>
  kind === 'gguf' ? <Gguf file={file} /> : <Parquet file={file} />;
