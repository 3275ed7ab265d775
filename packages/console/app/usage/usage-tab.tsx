import type { ApiSchema } from '@svc/client';
import { useQuery } from '@tanstack/preact-query';
import { valueOf } from '../api/failure.js';
import type { OrganizationTabProps } from '../organizations/organization-page.js';
import { useClient } from '../session/session.js';
import { Card } from '../ui/card.js';
import { Figure } from '../ui/figure.js';
import { bytesText, countText } from '../ui/format.js';
import { Loaded } from '../ui/loaded.js';
import { Table } from '../ui/table.js';
import { OrganizationGrowth } from './organization-growth.js';
import { OrganizationRecommendations } from './recommendations.js';

type Dashboard = ApiSchema<'usage.dashboard.200'>['dashboard'];

const useDashboard = (organization: string) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['organization', organization, 'dashboard'],
    queryFn: async ({ signal }) => {
      const params = { path: { orgID: organization } };
      return (await valueOf(api.GET('/api/v1/organizations/{orgID}/dashboard', { params, signal }))).data.dashboard;
    },
  });
};

const limitText = {
  storage_quota: 'Managed storage',
  max_repositories: 'Repositories',
  max_members: 'Members',
  max_tokens: 'Tokens',
  max_storage_connections: 'Storage connections',
} as const;

const amount = (reason: keyof typeof limitText, value: number): string =>
  reason === 'storage_quota' ? bytesText(value) : countText(value);

const Limits = ({ limits }: Pick<Dashboard, 'limits'>) => (
  <Card title="Against the plan">
    <Table
      titles={[{ label: 'What' }, { label: 'Used', isNumber: true }, { label: 'Of', isNumber: true }, { label: 'How full' }]}
    >
      {limits.map(({ reason, current, limit }) => (
        <tr key={reason}>
          <td>{limitText[reason]}</td>
          <td class="number">{amount(reason, current)}</td>
          <td class="number">{limit === undefined ? 'No limit' : amount(reason, limit)}</td>
          <td class="progress">
            {limit === undefined ? null : (
              <progress
                class="meter"
                aria-label={`${limitText[reason]} used`}
                value={Math.min(current, limit)}
                max={Math.max(1, limit)}
              />
            )}
          </td>
        </tr>
      ))}
    </Table>
  </Card>
);

/** What the organization uses, and what it may. */
export const UsageTab = ({ organization }: OrganizationTabProps) => (
  <Loaded query={useDashboard(organization)}>
    {({ usage, counts, limits, forecast }) => (
      <div class="stack">
        <OrganizationRecommendations organization={organization} />
        <Card title={`Plan: ${usage.plan}`} isPadded>
          <dl class="figures">
            <Figure label="Stored" text={bytesText(usage.managed.storage_bytes)} />
            <Figure label="Size of the objects" text={bytesText(usage.managed.logical_bytes)} />
            <Figure label="Saved by chunks" text={`${String(Math.round(usage.dedup_ratio * 100))} %`} />
            <Figure label="Uploaded this month" text={bytesText(usage.managed.uploaded_bytes)} />
            <Figure label="Downloaded this month" text={bytesText(usage.managed.egress_bytes)} />
            <Figure label="Reserved for uploads" text={bytesText(usage.managed.reserved_bytes)} />
            <Figure label="Can be reclaimed" text={bytesText(usage.managed.reclaimable_bytes)} />
            <Figure label="In own buckets" text={bytesText(usage.byos.storage_bytes)} />
          </dl>
          {forecast === undefined ? (
            <p class="quiet">A forecast comes after six days.</p>
          ) : (
            <p>
              At this rate {bytesText(forecast.projected_bytes)} in 30 days
              {forecast.days_until_limit === undefined
                ? '.'
                : `; the plan is full in ${countText(forecast.days_until_limit)} days.`}
            </p>
          )}
        </Card>
        <Card title="Counts" isPadded>
          <dl class="figures">
            <Figure label="Repositories" text={countText(counts.repositories)} />
            <Figure label="Objects" text={countText(counts.objects)} />
            <Figure label="Members" text={countText(counts.members)} />
            <Figure label="Tokens" text={countText(counts.tokens)} />
            <Figure label="Webhooks" text={countText(counts.webhooks)} />
            <Figure label="Storage connections" text={countText(counts.storage_connections)} />
          </dl>
        </Card>
        <Limits limits={limits} />
        <OrganizationGrowth organization={organization} />
      </div>
    )}
  </Loaded>
);
