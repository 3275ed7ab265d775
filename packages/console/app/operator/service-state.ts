import { useQuery } from '@tanstack/preact-query';
import { clientFor } from '../api/client.js';
import { isStatus, valueOf } from '../api/failure.js';
import { useClient } from '../session/session.js';
import { readSamples, type Sample } from './samples.js';

/** So often is asked for the state anew. */
export const refreshMs = 10_000;

/** Whether database and storage answer; a service that is not ready fails. */
export const useReadiness = () => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['operator', 'readiness'],
    queryFn: async ({ signal }) => (await valueOf(api.GET('/readyz', { signal }))).data,
    refetchInterval: refreshMs,
  });
};

export type Figures =
  | { readonly kind: 'measured'; readonly samples: readonly Sample[]; readonly readAt: number }
  | { readonly kind: 'unmeasured' }
  | { readonly kind: 'refused'; readonly what: 'address' | 'token' };

/** A token of monitoring that was typed in. What was fetched with it is kept under the key, so that its text is nowhere but here. */
export interface MonitoringToken {
  readonly text: string;
  readonly key: string;
}

const orHidden = async <T>(answer: Promise<T>): Promise<T | undefined> => {
  try {
    return await answer;
  } catch (fault) {
    if (isStatus(fault, 404)) return undefined;
    throw fault;
  }
};

/**
 * What the process that answers measures. The service hides it from addresses outside, as if there was no such path; its probe is hidden in the same way, which
 * tells an address that may not ask from a service that measures nothing.
 */
export const useFigures = (token: MonitoringToken | undefined) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['operator', 'figures', token?.key],
    queryFn: async ({ signal }): Promise<Figures> => {
      const isInside = token !== undefined || (await orHidden(valueOf(api.GET('/healthz', { signal })))) !== undefined;
      if (!isInside) return { kind: 'refused', what: 'address' };
      const asked = token === undefined ? api : clientFor(token.text).api;
      const page = await orHidden(valueOf(asked.GET('/metrics', { signal })));
      if (page === undefined) return token === undefined ? { kind: 'unmeasured' } : { kind: 'refused', what: 'token' };
      return { kind: 'measured', samples: readSamples(new TextDecoder().decode(page.data)), readAt: Date.now() };
    },
    refetchInterval: ({ state }) => (state.data?.kind === 'measured' ? refreshMs : false),
  });
};
