import type {
  ComparedTensor,
  TensorComparison,
  TensorFormat,
  TensorStatus,
  TensorTotals,
} from '../../model/artifacts/tensor-comparison.js';

const totalsOf = (tensors: readonly ComparedTensor[], wanted: TensorStatus): TensorTotals => {
  const found = tensors.filter(({ status }) => status === wanted);
  return { tensors: found.length, sizeBytes: found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
};

/** The comparison with its totals. */
export const summedUp = (format: TensorFormat, hasChunkMaps: boolean, tensors: readonly ComparedTensor[]): TensorComparison => ({
  format,
  hasChunkMaps,
  tensors,
  totals: {
    same: totalsOf(tensors, 'same'),
    moved: totalsOf(tensors, 'moved'),
    changed: totalsOf(tensors, 'changed'),
    undecided: totalsOf(tensors, 'undecided'),
    added: totalsOf(tensors, 'added'),
    removed: totalsOf(tensors, 'removed'),
  },
  sharedBytes: hasChunkMaps
    ? tensors.reduce((sum, { status, sharedBytes = 0 }) => sum + (status === 'removed' ? 0 : sharedBytes), 0)
    : undefined,
});
