import { MutationCache, QueryCache, QueryClient } from '@tanstack/preact-query';
import { isStatus } from './failure.js';

const secondMs = 1000;

/** `onRefused` hears of every answer that the credential is not accepted any more. */
export const createQueryClient = (onRefused: () => void): QueryClient => {
  const onError = (fault: unknown): void => {
    if (isStatus(fault, 401)) onRefused();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    // The client itself tries again what that may help. What a browser that takes itself for offline held back would be done unasked later on, or never:
    // the service may be on this machine or its network, and what cannot be reached is said.
    defaultOptions: {
      queries: { retry: false, staleTime: 15 * secondMs, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
};
