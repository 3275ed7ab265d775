import { useQuery } from '@tanstack/preact-query';
import { valueOf } from '../api/failure.js';
import { useClient } from '../session/session.js';
import { Card } from '../ui/card.js';
import { bytesText } from '../ui/format.js';
import { Loaded } from '../ui/loaded.js';

const days = 90;
const [width, height] = [900, 160];

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

/** A line through values, and the ground below it, in a box of `width` by `height`. */
const lineOf = (values: readonly number[]): string => {
  const top = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  return values
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${(at * step).toFixed(1)} ${(height - (value / top) * height).toFixed(1)}`)
    .join('');
};

/** What was stored, day by day. */
export const Growth = ({ repository }: { readonly repository: string }) => (
  <Card title="Growth" isPadded>
    <Loaded query={useSeries(repository)}>
      {(series) => {
        const values = series.map((day) => day.storage_bytes);
        const line = lineOf(values);
        const [first, last] = [series[0], series.at(-1)];
        if (first === undefined || last === undefined) return <p class="quiet">The first figure comes tomorrow.</p>;
        const text = `Stored bytes from ${first.date} to ${last.date}: from ${bytesText(first.storage_bytes)} to ${bytesText(last.storage_bytes)}`;
        return (
          <figure class="chart">
            <svg viewBox={`0 -4 ${String(width)} ${String(height + 8)}`} role="img" aria-label={text} preserveAspectRatio="none">
              <path class="chart-ground" d={`${line}L${String(width)} ${String(height)}L0 ${String(height)}Z`} />
              <path class="chart-line" d={line} />
            </svg>
            <figcaption class="line apart quiet small">
              <span>{first.date}</span>
              <span>at most {bytesText(Math.max(...values))}</span>
              <span>{last.date}</span>
            </figcaption>
          </figure>
        );
      }}
    </Loaded>
  </Card>
);
