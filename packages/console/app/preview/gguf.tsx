import { GGMLQuantizationType, gguf } from '@huggingface/gguf';
import { useQuery } from '@tanstack/preact-query';
import { StorageRefused } from '../api/storage-refused.js';
import { Loaded } from '../ui/loaded.js';
import { cappedReader } from './read-range.js';
import { type ShownTensor, TensorTable } from './tensor-table.js';
import type { LocatedFile, RangedFile } from './reader-preview.js';

/** The reader asks for 2 MB at a time, also beyond the end. */
const rangeOf = (init: RequestInit | undefined): readonly [begin: number, end: number] => {
  const [, begin = '0', last = '0'] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init?.headers).get('range') ?? '') ?? [];
  return [Number(begin), Number(last) + 1];
};

const typeName = (type: number): string => GGMLQuantizationType[type] ?? `type ${String(type)}`;

const valueText = (value: unknown): string => {
  if (Array.isArray(value))
    return `${String(value.length)} values: ${value.slice(0, 5).map(String).join(', ')}${value.length > 5 ? ', …' : ''}`;
  return String(value);
};

interface Header {
  readonly metadata: readonly (readonly [name: string, value: string])[];
  readonly tensors: readonly ShownTensor[];
}

const readHeader = async ({ url, sizeBytes }: LocatedFile, signal: AbortSignal): Promise<Header> => {
  const read = cappedReader(url, sizeBytes, signal);
  const fetchRange = async (_url: unknown, init: RequestInit | undefined): Promise<Response> => {
    const [begin, end] = rangeOf(init);
    const bytes = begin < sizeBytes ? await read(begin, end) : undefined;
    const headers = { 'content-range': `bytes ${String(begin)}-${String(end - 1)}/${String(sizeBytes)}` };
    return new Response(bytes, { status: 206, headers });
  };
  const { metadata, tensorInfos } = await gguf(url, { fetch: fetchRange });
  return {
    metadata: Object.entries(metadata).map(([name, value]) => [name, valueText(value)] as const),
    tensors: tensorInfos.map(({ name, dtype, shape }) => ({ name, type: typeName(dtype), shape: shape.map(Number) })),
  };
};

/** What the header of a model in GGUF says. Rejects when the file cannot be fetched: all else that the reader throws is about the bytes. */
const useHeader = ({ oid, sizeBytes, freshUrl }: RangedFile) =>
  useQuery({
    queryKey: ['preview', 'gguf', oid],
    staleTime: Infinity,
    gcTime: 60_000,
    queryFn: async ({ signal }): Promise<Header | 'damaged'> => {
      const url = await freshUrl();
      try {
        return await readHeader({ url, sizeBytes }, signal);
      } catch (fault) {
        if (fault instanceof StorageRefused || signal.aborted) throw fault;
        return 'damaged';
      }
    },
  });

/** The tensors of a model in GGUF, and what it says of itself. */
export const Gguf = ({ file }: { readonly file: RangedFile }) => (
  <Loaded query={useHeader(file)}>
    {(header) =>
      header === 'damaged' ? (
        <p class="card-note">
          The header of this file is damaged, of a kind that is not known here, or too large to be shown. Download it to open it.
        </p>
      ) : (
        <TensorTable {...header} />
      )
    }
  </Loaded>
);
