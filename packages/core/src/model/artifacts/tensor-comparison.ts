import type { ByteCount } from '../values/byte-count.js';

export const tensorFormats = ['safetensors', 'gguf'] as const;
/** Files that begin with a header in which each of their tensors is named. */
export type TensorFormat = (typeof tensorFormats)[number];

/**
 * `same`: the same bytes at the same place of the data; `moved`: at another place. `changed`: another type, shape or size, or other bytes. `undecided`: of the
 * same type, shape and size, and nothing tells whether the bytes are the same. `added`: only in the one file; `removed`: only in the other one.
 */
export const tensorStatuses = ['same', 'moved', 'changed', 'undecided', 'added', 'removed'] as const;
export type TensorStatus = (typeof tensorStatuses)[number];

/** What the header of a file says of a tensor. */
export interface TensorFacts {
  /** As the format calls it: `BF16`, `Q4_K`; of GGUF `type_<number>` where the number is not known here. */
  readonly dtype: string;
  /** In the order in which the file has it: the dimension whose neighbours lie side by side is the last one in safetensors and the first one in GGUF. */
  readonly shape: readonly number[];
  readonly sizeBytes: ByteCount;
}

/** What has become of a tensor from the other file to the one. */
export interface ComparedTensor extends TensorFacts {
  readonly name: string;
  readonly status: TensorStatus;
  /** Bytes of it in chunks that both files have, wherever; undefined without chunk maps. */
  readonly sharedBytes: ByteCount | undefined;
  /** As it is in the other file, where it is in both. */
  readonly other: TensorFacts | undefined;
}

/** Of a status: how many tensors have it, and how many bytes they take. */
export interface TensorTotals {
  readonly tensors: number;
  readonly sizeBytes: ByteCount;
}

/** What is told of two files of tensors. */
export interface TensorComparison {
  readonly format: TensorFormat;
  /** Whether both have chunk maps; without them bytes are not compared. */
  readonly hasChunkMaps: boolean;
  /** In the order in which they lie in the file; those that are removed come last, in the order of the other file. */
  readonly tensors: readonly ComparedTensor[];
  readonly totals: Readonly<Record<TensorStatus, TensorTotals>>;
  /** Of the tensors of the file; undefined without chunk maps. */
  readonly sharedBytes: ByteCount | undefined;
}
