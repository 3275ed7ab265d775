import { useQuery } from '@tanstack/preact-query';
import { everyPage } from '../api/every-page.js';
import { valueOf } from '../api/failure.js';
import { useClient } from '../session/session.js';

/** The query key of an organization's groups. */
export const groupsKey = (organization: string) => ['organization', organization, 'storage-groups'];

/** The groups that a repository may join; they are asked for where the caller may see them. */
export const useStorageGroups = (organization: string, maySee: boolean) => {
  const { api } = useClient();
  return useQuery({
    queryKey: [...groupsKey(organization), 'all'],
    enabled: maySee,
    queryFn: ({ signal }) =>
      everyPage(async (cursor) => {
        const params = { path: { orgID: organization }, query: { limit: 100, ...(cursor !== undefined && { cursor }) } };
        const { data } = await valueOf(api.GET('/api/v1/organizations/{orgID}/storage-groups', { params, signal }));
        return { items: data.storage_groups, next: data.next_cursor };
      }),
  });
};
