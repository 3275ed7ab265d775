import type { List } from '../api/use-list.js';
import { paths } from '../paths.js';
import { Ago } from '../ui/ago.js';
import { Empty } from '../ui/empty.js';
import { Listed } from '../ui/listed.js';
import { Table } from '../ui/table.js';
import { type Activity, activityDetails, activityText } from './activity-text.js';

/** Who did what, the newest first. */
export const ActivityList = ({ list }: { readonly list: List<Activity> }) => (
  <Listed
    list={list}
    empty={
      <Empty title="Nothing has happened yet">
        <p>Pushes, new members and other changes are listed here.</p>
      </Empty>
    }
  >
    {(events) => (
      <Table titles={[{ label: 'What' }, { label: 'Where' }, { label: 'When', isNumber: true }]}>
        {events.map((event) => (
          <tr key={event.id}>
            <td>
              <strong>{event.actor?.name ?? 'The operator'}</strong> {activityText(event)}
              {activityDetails(event).map(([name, value]) => (
                <p key={name} class="quiet small details">
                  {name}: {value}
                </p>
              ))}
            </td>
            <td>
              {event.repository === undefined ? null : event.type === 'repository.deleted' ? (
                event.repository.slug
              ) : (
                <a href={paths.repository(event.repository.id)}>{event.repository.slug}</a>
              )}
            </td>
            <td class="number">
              <Ago at={event.created_at} />
            </td>
          </tr>
        ))}
      </Table>
    )}
  </Listed>
);
