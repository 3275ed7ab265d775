import { ok, type Result } from 'neverthrow';
import type { TensorComparison } from '../../model/artifacts/tensor-comparison.js';
import { KIB, MIB } from '../../model/values/index.js';

/** What all comparisons that are kept take in memory together: those of 100,000 tensors with short names. */
const maxKeptBytes = 30 * MIB;
/** About, without the names of its tensors. */
const bytesPerComparison = 1 * KIB;
/** About, without its name. */
const bytesPerTensor = 300;

const sizeOf = ({ tensors }: TensorComparison): number =>
  tensors.reduce((sum, { name }) => sum + bytesPerTensor + 2 * name.length, bytesPerComparison);

interface Kept {
  readonly comparison: TensorComparison;
  readonly sizeBytes: number;
}

type Made<E> = Promise<Result<TensorComparison, E>>;

/**
 * Keeps the comparisons that were asked for last, so that their pages cost nothing more, and makes one that several ask for at once only once. Objects never
 * change, so one that is kept stays right.
 */
export const createComparisonCache = <E>(maxBytes = maxKeptBytes): ((name: string, make: () => Made<E>) => Made<E>) => {
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Made<E>>();
  let keptBytes = 0;

  const keep = (name: string, comparison: TensorComparison): void => {
    const own = { comparison, sizeBytes: sizeOf(comparison) };
    kept.set(name, own);
    keptBytes += own.sizeBytes;
    for (const [oldest, { sizeBytes }] of kept) {
      if (keptBytes <= maxBytes) return;
      kept.delete(oldest);
      keptBytes -= sizeBytes;
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
      return ok(known.comparison);
    }
    const making = underWay.get(name) ?? makeAndKeep(name, make);
    underWay.set(name, making);
    return making;
  };
};
