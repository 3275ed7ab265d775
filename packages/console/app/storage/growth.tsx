import { useQuery } from '@tanstack/preact-query';
import { valueOf } from '../api/failure.js';
import { useClient } from '../session/session.js';
import { Card } from '../ui/card.js';
import { LineChart } from '../ui/line-chart.js';
import { Loaded } from '../ui/loaded.js';

const days = 90;

const useSeries = (repository: string) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['repository', repository, 'storage', 'series'],
    queryFn: async ({ signal }) => {
      const params = { path: { repoID: repository }, query: { days } };
      return (await valueOf(api.GET('/api/v1/repositories/{repoID}/storage/series', { params, signal }))).data.series;
    },
  });
};

/** What was stored, day by day. */
export const Growth = ({ repository }: { readonly repository: string }) => (
  <Card title="Growth" isPadded>
    <Loaded query={useSeries(repository)}>
      {(series) => <LineChart what="Stored bytes" days={series.map(({ date, storage_bytes: bytes }) => ({ date, bytes }))} />}
    </Loaded>
  </Card>
);
