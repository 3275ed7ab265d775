import type { TensorFacts, TensorFormat } from '../../model/artifacts/tensor-comparison.js';

/** One tensor of a file. */
export interface Tensor extends TensorFacts {
  readonly name: string;
  /** Of its first byte, from where the data begins. */
  readonly begin: number;
}

/** What the header of a file of tensors says. */
export interface TensorFile {
  readonly format: TensorFormat;
  /** Where in the file the data begins. */
  readonly dataAt: number;
  /** In the order in which they lie in the file. */
  readonly tensors: readonly Tensor[];
}

/**
 * Why bytes are no file of tensors that could be read. `unknown_format`: neither safetensors nor GGUF of version 2 or 3 in little-endian. `malformed`: what the
 * header says cannot be. `too_large`: the header is longer, or has more tensors, than is looked at.
 */
export type TensorFileProblem = 'unknown_format' | 'malformed' | 'too_large';

/** In the order in which they lie, empty ones before those that begin at the same place. */
export const inFileOrder = (tensors: readonly Tensor[]): readonly Tensor[] =>
  tensors.toSorted((left, right) => left.begin - right.begin || left.sizeBytes - right.sizeBytes);

/** How many elements the shape has; undefined where that is more than a number can say exactly. */
export const elementsOf = (shape: readonly number[]): number | undefined => {
  // A dimension of 0 makes any shape empty, whatever the others come to.
  if (shape.includes(0)) return 0;
  let elements = 1;
  for (const length of shape) {
    elements *= length;
    if (!Number.isSafeInteger(elements)) return undefined;
  }
  return elements;
};
