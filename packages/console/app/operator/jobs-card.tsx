import { Ago } from '../ui/ago.js';
import { Card } from '../ui/card.js';
import { Empty } from '../ui/empty.js';
import { countText } from '../ui/format.js';
import { Table } from '../ui/table.js';
import { type Sample, samplesOf, sumOf } from './samples.js';

const lastRun = 'svc_job_last_run_timestamp_seconds';
const faults = 'svc_job_faults_total';

/** The calls of jobs that have run in this process, or tried to. */
const callsOf = (samples: readonly Sample[]): readonly string[] =>
  [
    ...new Set([lastRun, faults].flatMap((name) => samplesOf(samples, name).map(({ labels }) => labels['call'] ?? ''))),
  ].toSorted();

/** The end of a run in seconds since 1970, as other times are written. */
const timestampOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** When each job last came to its end, and how often it did not. */
export const JobsCard = ({ samples }: { readonly samples: readonly Sample[] }) => {
  const calls = callsOf(samples);
  return (
    <Card title="Jobs">
      {calls.length === 0 ? (
        <Empty title="No job has run yet">
          <p>The process has just started, or another one has its turn.</p>
        </Empty>
      ) : (
        <Table
          titles={[
            { label: 'Job' },
            { label: 'Last done' },
            { label: 'Not answered', isNumber: true },
            { label: 'Bugs', isNumber: true },
          ]}
        >
          {calls.map((call) => {
            const [done] = samplesOf(samples, lastRun, { call });
            const bugs = sumOf(samples, faults, { call, kind: 'bug' }) ?? 0;
            return (
              <tr key={call}>
                <td class="mono">{call}</td>
                <td>{done === undefined ? 'Not yet' : <Ago at={timestampOf(done.value)} />}</td>
                <td class="number">{countText(sumOf(samples, faults, { call, kind: 'unavailable' }) ?? 0)}</td>
                <td class="number">{bugs === 0 ? '0' : <span class="tag bad">{countText(bugs)}</span>}</td>
              </tr>
            );
          })}
        </Table>
      )}
    </Card>
  );
};
