import { sizeText } from '../output/size-text.js';
import { escapedName } from '../output/line-about-file.js';
import type { ComparedTensor, TensorComparison } from './compare-tensors.js';

const statusWidth = 'undecided'.length;
const sizeWidth = 15;

/** A line about a tensor: what has become of it, its bytes, its name, type and shape. */
export const lineOfTensor = ({ name, status, dtype, shape, bytes }: ComparedTensor): string => {
  const escaped = escapedName(name);
  const facts = `${status.padEnd(statusWidth)} ${String(bytes).padStart(sizeWidth)}`;
  return `${escaped.isChanged ? '\\' : ''}${facts}  ${escaped.name} ${dtype} [${shape.join(', ')}]`;
};

const statuses = ['same', 'moved', 'changed', 'undecided', 'added', 'removed'] as const;

/** All of them in one line, for people. */
export const lineOfTensors = ({ format, totals }: TensorComparison): string => {
  const kinds = statuses.flatMap((status) => {
    const { tensors, bytes } = totals[status];
    return tensors === 0 ? [] : [`${tensors} ${status} (${sizeText(bytes)})`];
  });
  // Without chunk maps of both nobody knows it.
  const shared = totals.shared_bytes === undefined ? '' : `; ${sizeText(totals.shared_bytes)} in chunks that both have`;
  return `tensors of ${format}: ${kinds.join(', ')}${shared}`;
};
