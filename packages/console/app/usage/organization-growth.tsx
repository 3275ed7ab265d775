import { useQuery } from '@tanstack/preact-query';
import { valueOf } from '../api/failure.js';
import { useClient } from '../session/session.js';
import { Card } from '../ui/card.js';
import { LineChart } from '../ui/line-chart.js';
import { Loaded } from '../ui/loaded.js';

const days = 90;

const useSeries = (organization: string) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['organization', organization, 'series'],
    queryFn: async ({ signal }) => {
      const params = { path: { orgID: organization }, query: { days } };
      return (await valueOf(api.GET('/api/v1/organizations/{orgID}/usage/series', { params, signal }))).data.series;
    },
  });
};

/** What all repositories together have stored and sent, day by day. */
export const OrganizationGrowth = ({ organization }: { readonly organization: string }) => (
  <Loaded query={useSeries(organization)}>
    {(series) => (
      <>
        <Card title="Growth" isPadded>
          <LineChart
            what="Stored bytes"
            days={series.map(({ date, managed, byos }) => ({ date, bytes: managed.storage_bytes + byos.storage_bytes }))}
          />
        </Card>
        <Card title="Downloads" isPadded>
          <LineChart
            what="Downloaded bytes"
            days={series.map(({ date, managed, byos }) => ({ date, bytes: managed.egress_bytes + byos.egress_bytes }))}
          />
        </Card>
      </>
    )}
  </Loaded>
);
