import { isNativeError } from 'node:util/types';
import { runInNewContext } from 'node:vm';

/**
 * An error of another realm, which is no `instanceof Error` here: test runners that give each file a realm of its own, such as Jest and the `vmThreads` of
 * Vitest, leave Node itself and its `fetch` outside of it.
 */
export const foreignError = <Facts extends object>(message: string, facts: Facts): Error & Facts => {
  const made: unknown = runInNewContext('new Error(message)', { message });
  if (!isNativeError(made)) throw new Error('an error is one in each realm');
  return Object.assign(made, facts);
};
