import type { ApiSchema } from '@svc/client';
import type { RepositoryPermission } from '@svc/core/model';
import { useQuery } from '@tanstack/preact-query';
import { useLocation, useRoute } from 'preact-iso';
import type { ComponentType } from 'preact';
import { valueOf } from '../api/failure.js';
import { FilePage } from '../file/file-page.js';
import { FilesTab } from '../files/files-tab.js';
import { paths, type RepositoryTab } from '../paths.js';
import { foldersOf } from '../files/place.js';
import { useClient } from '../session/session.js';
import { lazyPart } from '../ui/lazy-part.js';
import { Loaded } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import { Problem } from '../ui/problem.js';
import { Tabs } from '../ui/tabs.js';
import { useRepository } from './repository.js';

export interface RepositoryTabProps {
  readonly repository: ApiSchema<'Repository'>;
  /** Whether the caller may do something with it: so that nobody is offered what is refused. Everything where the service does not say. */
  readonly may: (permission: RepositoryPermission) => boolean;
  /** What of the tab is meant: the last segment of the path, empty where there is none. */
  readonly item: string;
}

interface TabRow {
  readonly tab: RepositoryTab;
  readonly label: string;
  /** To do anything there. */
  readonly needs?: RepositoryPermission;
  readonly component: ComponentType<RepositoryTabProps>;
  /** Pages of single things, below the tab that lists them. */
  readonly pages?: Readonly<Record<string, ComponentType<RepositoryTabProps>>>;
}

const CommitsTab = lazyPart(async () => (await import('../history/commits-tab.js')).CommitsTab);
const CommitPage = lazyPart(async () => (await import('../history/commit-page.js')).CommitPage);
const CompareTab = lazyPart(async () => (await import('../history/compare-tab.js')).CompareTab);
const ReleasesTab = lazyPart(async () => (await import('../history/releases-tab.js')).ReleasesTab);
const ReleasePage = lazyPart(async () => (await import('../history/releases-tab.js')).ReleasePage);
const SnapshotsTab = lazyPart(async () => (await import('../history/snapshots-tab.js')).SnapshotsTab);
const StorageTab = lazyPart(async () => (await import('../storage/storage-tab.js')).StorageTab);
const SnapshotPage = lazyPart(async () => (await import('../history/snapshot-page.js')).SnapshotPage);
const LineageTab = lazyPart(async () => (await import('../lineage/lineage-tab.js')).LineageTab);
const RepositoryPeopleTab = lazyPart(async () => (await import('../people/repository-people-tab.js')).RepositoryPeopleTab);
const ActivityTab = lazyPart(async () => (await import('../activity/activity-tab.js')).RepositoryActivityTab);
const ObjectPage = lazyPart(async () => (await import('../storage/object-page.js')).ObjectPage);
const UploadsTab = lazyPart(async () => (await import('../uploads/uploads-tab.js')).UploadsTab);
const SettingsTab = lazyPart(async () => (await import('./settings-tab.js')).SettingsTab);
const ConnectTab = lazyPart(async () => (await import('./connect-tab.js')).ConnectTab);

const rows: readonly TabRow[] = [
  { tab: 'files', label: 'Files', component: FilesTab, pages: { file: FilePage } },
  { tab: 'commits', label: 'Commits', component: CommitsTab, pages: { commit: CommitPage } },
  { tab: 'compare', label: 'Compare', component: CompareTab },
  { tab: 'releases', label: 'Releases', component: ReleasesTab, pages: { release: ReleasePage } },
  { tab: 'snapshots', label: 'Snapshots', component: SnapshotsTab, pages: { snapshot: SnapshotPage } },
  { tab: 'lineage', label: 'Lineage', component: LineageTab },
  { tab: 'storage', label: 'Storage', component: StorageTab, pages: { object: ObjectPage } },
  { tab: 'uploads', label: 'Upload', needs: 'repository.push', component: UploadsTab },
  { tab: 'people', label: 'People', needs: 'repository.members.manage', component: RepositoryPeopleTab },
  { tab: 'activity', label: 'Activity', component: ActivityTab },
  { tab: 'connect', label: 'Connect', component: ConnectTab },
  { tab: 'settings', label: 'Settings', needs: 'repository.update', component: SettingsTab },
];

/** The organization of a repository; undefined for callers who see the repository alone. */
const useOwner = (organizationId: string | undefined) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['organization', organizationId],
    enabled: organizationId !== undefined,
    queryFn: async ({ signal }) =>
      (await valueOf(api.GET('/api/v1/organizations/{orgID}', { params: { path: { orgID: organizationId ?? '' } }, signal })))
        .data.organization,
  }).data;
};

/** What is shown in a tab, by what the address names: a file or a folder, a release, or all of it. */
const usePart = (label: string | undefined): string | undefined => {
  const { path = '', tag } = useLocation().query;
  return foldersOf(path).at(-1)?.name ?? tag ?? label;
};

/** A repository, under one of its tabs. */
export const RepositoryPage = () => {
  const { params } = useRoute();
  const { repository: id = '', tab = 'files', item = '' } = params;
  const query = useRepository(id);
  const found = query.data?.repository;
  const held = query.data?.permissions;
  const may = (permission: RepositoryPermission): boolean => held === undefined || held.includes(permission);
  const owner = useOwner(found?.organization_id);
  const row = rows.find((each) => each.tab === tab || each.pages?.[tab] !== undefined);
  const part = usePart(row?.label);
  const Current = row?.tab === tab ? row.component : row?.pages?.[tab];
  const name = found?.name ?? 'Repository';
  const ownerCrumb = owner === undefined ? [] : [{ label: owner.name, href: paths.organization(owner.slug) }];
  return (
    <Page
      title={name}
      part={part}
      crumbs={[{ label: 'Organizations', href: paths.home() }, ...ownerCrumb, { label: name }]}
      about={found?.description === '' ? undefined : found?.description}
    >
      <Tabs
        label="Of the repository"
        tabs={rows
          .filter(({ needs }) => needs === undefined || may(needs))
          .map((each) => ({ label: each.label, href: paths.repository(id, each.tab), isCurrent: each === row }))}
      />
      <Loaded query={query}>
        {({ repository }) =>
          Current === undefined ? (
            <Problem fault={new Error('There is no such tab.')} />
          ) : (
            <Current key={repository.id} repository={repository} may={may} item={item} />
          )
        }
      </Loaded>
    </Page>
  );
};
