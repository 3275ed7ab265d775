import type { OrganizationPermission } from '@svc/core/model';
import { useRoute } from 'preact-iso';
import type { ComponentType } from 'preact';
import { type OrganizationTab, paths } from '../paths.js';
import { lazyPart } from '../ui/lazy-part.js';
import { Loaded } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import { Problem } from '../ui/problem.js';
import { Tabs } from '../ui/tabs.js';
import { useOrganization, useOrganizations } from './organizations.js';
import { RepositoriesTab } from './repositories-tab.js';
import { useMay } from './use-may.js';

export interface OrganizationTabProps {
  /** Its slug or its id. */
  readonly organization: string;
}

const MembersTab = lazyPart(async () => (await import('../people/members-tab.js')).MembersTab);
const TokensTab = lazyPart(async () => (await import('../integrations/tokens-tab.js')).TokensTab);

const WebhooksTab = lazyPart(async () => (await import('../integrations/webhooks-tab.js')).WebhooksTab);
const ConnectionsTab = lazyPart(async () => (await import('../integrations/connections-tab.js')).ConnectionsTab);
const UsageTab = lazyPart(async () => (await import('../usage/usage-tab.js')).UsageTab);
const BillingTab = lazyPart(async () => (await import('../usage/billing-tab.js')).BillingTab);
const ActivityTab = lazyPart(async () => (await import('../activity/activity-tab.js')).OrganizationActivityTab);
const GroupsTab = lazyPart(async () => (await import('../storage/groups-tab.js')).GroupsTab);
const AuditTab = lazyPart(async () => (await import('../usage/audit-tab.js')).AuditTab);

const SettingsTab = lazyPart(async () => (await import('./settings-tab.js')).SettingsTab);

interface TabRow {
  readonly tab: OrganizationTab;
  readonly label: string;
  /** To see what it lists. */
  readonly needs: OrganizationPermission;
  readonly component: ComponentType<OrganizationTabProps>;
}

const tabs: readonly TabRow[] = [
  { tab: 'repositories', label: 'Repositories', needs: 'repositories.read', component: RepositoriesTab },
  { tab: 'members', label: 'Members', needs: 'members.read', component: MembersTab },
  { tab: 'tokens', label: 'Tokens', needs: 'tokens.create', component: TokensTab },
  { tab: 'webhooks', label: 'Webhooks', needs: 'organization.update', component: WebhooksTab },
  { tab: 'connections', label: 'Storage connections', needs: 'storage.read', component: ConnectionsTab },
  { tab: 'groups', label: 'Storage groups', needs: 'storage.read', component: GroupsTab },
  { tab: 'usage', label: 'Usage', needs: 'usage.read', component: UsageTab },
  { tab: 'billing', label: 'Billing', needs: 'billing.read', component: BillingTab },
  { tab: 'activity', label: 'Activity', needs: 'repositories.read', component: ActivityTab },
  { tab: 'audit', label: 'Audit', needs: 'audit.read', component: AuditTab },
  { tab: 'settings', label: 'Settings', needs: 'organization.read', component: SettingsTab },
];

/** An organization, under one of its tabs. */
export const OrganizationPage = () => {
  const { params } = useRoute();
  const { organization = '' } = params;
  const query = useOrganization(organization);
  const may = useMay(organization);
  const shown = tabs.filter(({ needs }) => may(needs));
  const { isPending } = useOrganizations();
  const tab = params['tab'] ?? shown[0]?.tab;
  const current = tabs.find((each) => each.tab === tab);
  const Current = current?.component;
  return (
    <Page
      title={query.data?.name ?? organization}
      part={current?.label}
      crumbs={[{ label: 'Organizations', href: paths.home() }, { label: query.data?.name ?? organization }]}
    >
      <Tabs
        label="Of the organization"
        tabs={shown.map((each) => ({
          label: each.label,
          href: paths.organization(organization, each.tab),
          isCurrent: each.tab === tab,
        }))}
      />
      {/* What is offered at first stays, and what was begun or is shown once of one organization goes with it. */}
      <Loaded query={isPending ? { ...query, data: undefined } : query}>
        {({ id }) =>
          Current === undefined ? (
            <Problem fault={new Error('There is no such tab.')} />
          ) : (
            <Current key={id} organization={organization} />
          )
        }
      </Loaded>
    </Page>
  );
};
