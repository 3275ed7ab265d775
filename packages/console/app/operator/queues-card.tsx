import { Card } from '../ui/card.js';
import { Empty } from '../ui/empty.js';
import { countText, durationText } from '../ui/format.js';
import { Table } from '../ui/table.js';
import { queuesOf } from './queues.js';
import type { Sample } from './samples.js';

/** What waits in the service, and for how long. */
export const QueuesCard = ({ samples }: { readonly samples: readonly Sample[] }) => {
  const waiting = queuesOf(samples).filter(({ count }) => count > 0);
  return (
    <Card title="Queues">
      {waiting.length === 0 ? (
        <Empty title="Nothing waits">
          <p>Events, deliveries, mails, verifications and the collector are done with what there was.</p>
        </Empty>
      ) : (
        <Table titles={[{ label: 'Queue' }, { label: 'Waiting', isNumber: true }, { label: 'The oldest for', isNumber: true }]}>
          {waiting.map(({ name, label, count, oldestAgeSeconds, isLate }) => (
            <tr key={name}>
              <td>
                {label} {isLate ? <span class="tag bad">Late</span> : null}
              </td>
              <td class="number">{countText(count)}</td>
              <td class="number">{durationText(oldestAgeSeconds)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
};
