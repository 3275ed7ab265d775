import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { everyPage } from '../api/every-page.js';
import { valueAtAddress, valueOf } from '../api/failure.js';
import { useClient } from '../session/session.js';

/** The caller's organizations, with their roles. */
export const useOrganizations = () => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['organizations'],
    queryFn: ({ signal }) =>
      everyPage(async (cursor) => {
        const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
        const { data } = await valueOf(api.GET('/api/v1/organizations', { params: { query }, signal }));
        return { items: data.organizations, next: data.next_cursor };
      }),
  });
};

export const useCreateOrganization = () => {
  const { api } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => (await valueOf(api.POST('/api/v1/organizations', { body: { name } }))).data.organization,
    onSuccess: () =>
      Promise.all([queries.invalidateQueries({ queryKey: ['organizations'] }), queries.invalidateQueries({ queryKey: ['me'] })]),
  });
};

export const useOrganization = (organization: string) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['organization', organization],
    queryFn: async ({ signal }) =>
      (await valueAtAddress(api.GET('/api/v1/organizations/{orgID}', { params: { path: { orgID: organization } }, signal }))).data
        .organization,
  });
};
