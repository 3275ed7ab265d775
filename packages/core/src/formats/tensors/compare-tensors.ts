import { type ByteVerdict, compareBytes, sharedBytesOf, type Stretch } from './compare-bytes.js';
import type { Pieces } from './pieces.js';
import type { ComparedTensor, TensorFacts, TensorStatus } from '../../model/artifacts/tensor-comparison.js';
import type { Tensor, TensorFile } from './tensor-file.js';

/** One of the two files that are compared. */
export interface ComparedFile {
  readonly file: TensorFile;
  /** Undefined where the object has no chunk map. */
  readonly pieces: Pieces | undefined;
}

const stretchOf = ({ dataAt }: TensorFile, { begin, sizeBytes }: Tensor): Stretch => ({
  begin: dataAt + begin,
  end: dataAt + begin + sizeBytes,
});

const isSameShape = (left: Tensor, right: Tensor): boolean =>
  left.dtype === right.dtype &&
  left.sizeBytes === right.sizeBytes &&
  left.shape.length === right.shape.length &&
  left.shape.every((length, at) => length === right.shape[at]);

const sharedBytes = (own: ComparedFile, other: ComparedFile, tensor: Tensor): number | undefined =>
  own.pieces === undefined || other.pieces === undefined
    ? undefined
    : sharedBytesOf(own.pieces, other.pieces, stretchOf(own.file, tensor));

const comparedBytes = (own: ComparedFile, other: ComparedFile, tensor: Tensor, before: Tensor): ByteVerdict => {
  if (tensor.sizeBytes === 0) return 'same';
  if (own.pieces === undefined || other.pieces === undefined) return 'undecided';
  const stretch = stretchOf(own.file, tensor);
  const shift = stretchOf(other.file, before).begin - stretch.begin;
  return compareBytes(own.pieces, other.pieces, stretch, shift);
};

const statusOf = (own: ComparedFile, other: ComparedFile, tensor: Tensor, before: Tensor): TensorStatus => {
  if (!isSameShape(tensor, before)) return 'changed';
  const compared = comparedBytes(own, other, tensor, before);
  return compared === 'same' && tensor.begin !== before.begin ? 'moved' : compared;
};

const factsOf = ({ dtype, shape, sizeBytes }: Tensor): TensorFacts => ({ dtype, shape, sizeBytes });

/**
 * Compares two files by their headers and, where both have them, their pieces: the tensors of the one in the order in which they lie there, then those that
 * only the other one has. Tensors are the same by their names.
 */
export function* compareTensors(own: ComparedFile, other: ComparedFile): Generator<ComparedTensor, void, undefined> {
  const before = new Map(other.file.tensors.map((tensor) => [tensor.name, tensor]));
  for (const tensor of own.file.tensors) {
    const former = before.get(tensor.name);
    before.delete(tensor.name);
    yield {
      name: tensor.name,
      ...factsOf(tensor),
      status: former === undefined ? 'added' : statusOf(own, other, tensor, former),
      sharedBytes: sharedBytes(own, other, tensor),
      other: former && factsOf(former),
    };
  }
  for (const tensor of before.values()) {
    yield {
      name: tensor.name,
      ...factsOf(tensor),
      status: 'removed',
      sharedBytes: sharedBytes(other, own, tensor),
      other: undefined,
    };
  }
}
