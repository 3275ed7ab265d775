import { Card } from '../ui/card.js';
import { Empty } from '../ui/empty.js';
import { countText } from '../ui/format.js';
import { Table } from '../ui/table.js';
import { type Sample, samplesOf } from './samples.js';

/** What was refused, by the code of the error: quotas and limits that are used up are among them. */
export const RefusalsCard = ({ samples }: { readonly samples: readonly Sample[] }) => {
  const refusals = samplesOf(samples, 'svc_http_errors_total').toSorted((one, other) => other.value - one.value);
  return (
    <Card title="Refusals">
      {refusals.length === 0 ? (
        <Empty title="Nothing was refused">
          <p>No quota, no limit and no right has stood in anybody’s way.</p>
        </Empty>
      ) : (
        <Table titles={[{ label: 'Code' }, { label: 'Reason' }, { label: 'How often', isNumber: true }]}>
          {refusals.map(({ labels: { code = '', reason = '' }, value }) => (
            <tr key={`${code}:${reason}`}>
              <td class="mono">{code}</td>
              <td class="mono">{reason}</td>
              <td class="number">{countText(value)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
};
