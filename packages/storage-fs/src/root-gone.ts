import type { Result } from 'neverthrow';
import { isMissing, type OnUnavailable, readFaultOf } from './classify-error.js';

/** The root is not where it was opened, or another folder is, such as when its disk is not mounted, so that nothing can be said of any blob. */
class RootGone extends Error {
  override readonly name = 'RootGone';
  readonly code = 'EIO';

  constructor() {
    super('the folder of the blobs is not there');
  }
}

/** Throws unless the root is there. */
export const demandRoot = async (isThere: () => Promise<boolean>): Promise<void> => {
  if (!(await isThere())) throw new RootGone();
};

/** Does what looks for a blob. That none is there is believed only when the root is: a caller that hears of a missing blob may write it off. */
export const inRoot = async <T, E extends { readonly kind: string }>(
  isThere: () => Promise<boolean>,
  act: () => Promise<Result<T, E>>,
): Promise<Result<T, E>> => {
  try {
    const outcome = await act();
    if (outcome.isErr() && outcome.error.kind === 'blob_missing') await demandRoot(isThere);
    return outcome;
  } catch (fault) {
    if (isMissing(fault)) await demandRoot(isThere);
    throw fault;
  }
};

/** Hands the entries of a list out, and lets it end only when the root has not gone: none of it is left out because a disk is not mounted. */
export async function* listInRoot<T>(
  isNotGone: () => Promise<boolean>,
  entries: AsyncIterable<T>,
  onUnavailable: OnUnavailable | undefined,
): AsyncGenerator<T> {
  try {
    yield* entries;
    await demandRoot(isNotGone);
  } catch (fault) {
    throw readFaultOf(fault, onUnavailable);
  }
}
