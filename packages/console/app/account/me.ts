import { useQuery } from '@tanstack/preact-query';
import { valueOf } from '../api/failure.js';
import { useClient } from '../session/session.js';

/** Who is signed in, with their organizations and roles. */
export const useMe = () => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['me'],
    queryFn: async ({ signal }) => (await valueOf(api.GET('/api/v1/users/me', { signal }))).data,
  });
};
