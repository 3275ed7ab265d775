import { ok, type Result } from 'neverthrow';
import type { TensorComparison } from '../../model/artifacts/tensor-comparison.js';

/** Of all comparisons that are kept; a tensor takes 300 bytes, about. */
const maxKeptTensors = 100_000;

type Made<E> = Promise<Result<TensorComparison, E>>;

/**
 * Keeps the comparisons that were asked for last, so that their pages cost nothing more, and makes one that several ask for at once only once. Objects never
 * change, so one that is kept stays right.
 */
export const createComparisonCache = <E>(maxTensors = maxKeptTensors): ((name: string, make: () => Made<E>) => Made<E>) => {
  const kept = new Map<string, TensorComparison>();
  const underWay = new Map<string, Made<E>>();
  let keptTensors = 0;

  const keep = (name: string, comparison: TensorComparison): void => {
    kept.set(name, comparison);
    keptTensors += comparison.tensors.length;
    for (const [oldest, { tensors }] of kept) {
      if (keptTensors <= maxTensors) return;
      kept.delete(oldest);
      keptTensors -= tensors.length;
    }
  };
  const makeAndKeep = async (name: string, make: () => Made<E>): Made<E> => {
    try {
      const made = await make();
      if (made.isOk()) keep(name, made.value);
      return made;
    } finally {
      underWay.delete(name);
    }
  };

  return async (name, make) => {
    const known = kept.get(name);
    if (known !== undefined) {
      kept.delete(name);
      kept.set(name, known);
      return ok(known);
    }
    const making = underWay.get(name) ?? makeAndKeep(name, make);
    underWay.set(name, making);
    return making;
  };
};
