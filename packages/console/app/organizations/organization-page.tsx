import { useRoute } from 'preact-iso';
import type { ComponentType } from 'preact';
import { type OrganizationTab, paths } from '../paths.js';
import { Loaded } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import { Problem } from '../ui/problem.js';
import { Tabs } from '../ui/tabs.js';
import { useOrganization } from './organizations.js';
import { RepositoriesTab } from './repositories-tab.js';

export interface OrganizationTabProps {
  /** Its slug or its id. */
  readonly organization: string;
}

interface TabRow {
  readonly tab: OrganizationTab;
  readonly label: string;
  readonly component: ComponentType<OrganizationTabProps>;
}

const tabs: readonly TabRow[] = [{ tab: 'repositories', label: 'Repositories', component: RepositoriesTab }];

/** An organization, under one of its tabs. */
export const OrganizationPage = () => {
  const { params } = useRoute();
  const { organization = '', tab = 'repositories' } = params;
  const query = useOrganization(organization);
  const current = tabs.find((each) => each.tab === tab);
  const Current = current?.component;
  return (
    <Page
      title={query.data?.name ?? organization}
      crumbs={[{ label: 'Organizations', href: paths.home() }, { label: query.data?.name ?? organization }]}
    >
      <Tabs
        label="Of the organization"
        tabs={tabs.map((each) => ({
          label: each.label,
          href: paths.organization(organization, each.tab),
          isCurrent: each.tab === tab,
        }))}
      />
      <Loaded query={query}>
        {() =>
          Current === undefined ? <Problem fault={new Error('There is no such tab.')} /> : <Current organization={organization} />
        }
      </Loaded>
    </Page>
  );
};
