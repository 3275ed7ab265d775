import type { Api, ApiError } from '@svc/client';
import { useMutation, useQueryClient } from '@tanstack/preact-query';
import type { ResultAsync } from 'neverthrow';
import { useClient } from '../session/session.js';
import { valueOf } from './failure.js';

/** A call that changes something; what begins with one of the keys is asked for anew then. */
export const useChange = <Input, Output>(
  call: (api: Api, input: Input) => ResultAsync<Output, ApiError>,
  ...changed: readonly (readonly unknown[])[]
) => {
  const { api } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => valueOf(call(api, input)),
    onSuccess: () => Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
};
