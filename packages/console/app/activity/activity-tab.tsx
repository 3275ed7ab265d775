import { valueOf } from '../api/failure.js';
import type { ListPage } from '../api/every-page.js';
import { type PageRequest, useList } from '../api/use-list.js';
import type { OrganizationTabProps } from '../organizations/organization-page.js';
import type { RepositoryTabProps } from '../repositories/repository-page.js';
import { ActivityList } from './activity-list.js';
import type { Activity } from './activity-text.js';

const pageSize = 50;
/** The service passes over no more events than these. */
const mostSkipped = 10_000;

/** Activity is paged by how many events are passed over: that number is the cursor. */
const skipOf = ({ cursor }: PageRequest): number => Number(cursor ?? 0);

const pageFrom = (request: PageRequest, items: readonly Activity[]): ListPage<Activity> => {
  const next = skipOf(request) + items.length;
  return { items, next: items.length < pageSize || next > mostSkipped ? undefined : String(next) };
};

/** What happened in an organization. */
export const OrganizationActivityTab = ({ organization }: OrganizationTabProps) => (
  <ActivityList
    list={useList(['organization', organization, 'activity'], async (api, request) => {
      const params = { path: { orgID: organization }, query: { limit: pageSize, skip: skipOf(request) } };
      const { data } = await valueOf(api.GET('/api/v1/organizations/{orgID}/activity', { params, signal: request.signal }));
      return pageFrom(request, data.activity);
    })}
  />
);

/** What happened in a repository. */
export const RepositoryActivityTab = ({ repository: { id } }: RepositoryTabProps) => (
  <ActivityList
    list={useList(['repository', id, 'activity'], async (api, request) => {
      const params = { path: { repoID: id }, query: { limit: pageSize, skip: skipOf(request) } };
      const { data } = await valueOf(api.GET('/api/v1/repositories/{repoID}/activity', { params, signal: request.signal }));
      return pageFrom(request, data.activity);
    })}
  />
);
