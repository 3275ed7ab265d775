import type { ArtifactComparison } from '@svc/core';
import {
  type ComparedTensor,
  defaultPageLimit,
  type TensorFacts,
  tensorFormats,
  tensorStatuses,
  type TensorTotals,
} from '@svc/core/model';
import { z } from 'zod';
import { byteCount, count } from './fields.js';
import { cursor, integerParameter, nextCursor } from './parameters.js';

/** A page may be as long as most files have tensors. */
const maxTensorsPerPage = 1000;

export const comparisonQuery = z.object({
  status: z.enum(tensorStatuses).optional().meta({ description: 'Only tensors of this status' }),
  limit: integerParameter({ minimum: 1, maximum: maxTensorsPerPage, default: defaultPageLimit }),
  cursor: cursor.optional(),
});

const factFields = {
  dtype: z.string().meta({ description: 'As the format calls it' }),
  shape: z.array(count).meta({
    description: 'In the order of the file, whose last dimension is that of neighbours in safetensors, and the first one in GGUF',
  }),
  bytes: byteCount,
};

const tensorSchema = z.strictObject({
  name: z.string(),
  status: z.enum(tensorStatuses).meta({
    description:
      'same: the same bytes; moved: at another place of the file; changed: another type, shape, size or other bytes; undecided: nothing tells, ' +
      'since all that differs are chunks that it shares with its neighbours, or there are no chunk maps; added: only in the object; removed: only in the other',
  }),
  ...factFields,
  shared_bytes: byteCount.optional().meta({ description: 'Of it in chunks that both objects have' }),
  other: z.strictObject(factFields).optional().meta({ description: 'The same in the other object, where it is in both' }),
});

const totals = z.strictObject({ tensors: count, bytes: byteCount });

export const comparisonReply = z.strictObject({
  format: z.enum(tensorFormats),
  has_chunk_maps: z.boolean().meta({ description: 'Whether both have chunk maps; without them only headers are compared' }),
  tensors: z.array(tensorSchema),
  totals: z.strictObject({
    same: totals,
    moved: totals,
    changed: totals,
    undecided: totals,
    added: totals,
    removed: totals,
    shared_bytes: byteCount.optional(),
  }),
  next_cursor: nextCursor,
});

const factsView = ({ dtype, shape, sizeBytes }: TensorFacts) => ({ dtype, shape: [...shape], bytes: sizeBytes });

const tensorView = (tensor: ComparedTensor): z.input<typeof tensorSchema> => ({
  name: tensor.name,
  status: tensor.status,
  ...factsView(tensor),
  shared_bytes: tensor.sharedBytes,
  other: tensor.other && factsView(tensor.other),
});

const totalsView = ({ tensors, sizeBytes }: TensorTotals): z.input<typeof totals> => ({ tensors, bytes: sizeBytes });

export const comparisonView = (comparison: ArtifactComparison): z.input<typeof comparisonReply> => {
  const { same, moved, changed, undecided, added, removed } = comparison.totals;
  return {
    format: comparison.format,
    has_chunk_maps: comparison.hasChunkMaps,
    tensors: comparison.tensors.map(tensorView),
    totals: {
      same: totalsView(same),
      moved: totalsView(moved),
      changed: totalsView(changed),
      undecided: totalsView(undecided),
      added: totalsView(added),
      removed: totalsView(removed),
      shared_bytes: comparison.sharedBytes,
    },
    next_cursor: comparison.nextCursor,
  };
};
