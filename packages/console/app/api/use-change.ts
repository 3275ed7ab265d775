import type { Api, ApiError } from '@svc/client';
import { useMutation, useQueryClient } from '@tanstack/preact-query';
import type { ResultAsync } from 'neverthrow';
import { useClient } from '../session/session.js';
import { isStatus, valueOf } from './failure.js';

/** The keys of the repositories whose pages offer what was refused: their answers say what the caller may do. */
const repositoriesOf = (changed: readonly (readonly unknown[])[]) =>
  changed.filter(([kind]) => kind === 'repository').map((queryKey) => queryKey.slice(0, 2));

/** A call that changes something; what begins with one of the keys is asked for anew then. A refusal has the page ask anew what it may offer. */
export const useChange = <Input, Output>(
  call: (api: Api, input: Input) => ResultAsync<Output, ApiError>,
  ...changed: readonly (readonly unknown[])[]
) => {
  const { api } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => valueOf(call(api, input)),
    onSuccess: () => Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey }))),
    // Not waited for: what was refused is said at once.
    onError: (fault) => {
      if (!isStatus(fault, 403)) return;
      for (const queryKey of repositoriesOf(changed)) void queries.invalidateQueries({ queryKey, exact: true });
    },
  });
};
