import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { everyPage } from '../api/every-page.js';
import { valueOf } from '../api/failure.js';
import { useClient } from '../session/session.js';
import { ActionButton } from '../ui/action-button.js';
import { Ago } from '../ui/ago.js';
import { Empty } from '../ui/empty.js';
import { Loaded } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import { Problem } from '../ui/problem.js';
import { Table } from '../ui/table.js';

const key = ['notifications'];

const useNotifications = () => {
  const { api } = useClient();
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      everyPage(async (cursor) => {
        const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
        const { data } = await valueOf(api.GET('/api/v1/notifications', { params: { query }, signal }));
        return { items: data.notifications, next: data.next_cursor };
      }),
  });
};

const useMarkRead = () => {
  const { api } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => valueOf(api.POST('/api/v1/notifications/{id}/read', { params: { path: { id } }, body: {} })),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  });
};

/** What the service has to tell the caller. */
export const NotificationsPage = () => {
  const query = useNotifications();
  const markRead = useMarkRead();
  return (
    <Page title="Notifications" about="What the service has to tell you: quotas, webhooks that fail, damage.">
      <Loaded query={query}>
        {({ items }) => (
          <section class="card">
            {markRead.error === null ? null : <Problem fault={markRead.error} />}
            {items.length === 0 ? (
              <Empty title="Nothing to tell">
                <p>When a quota comes near, a webhook fails or something needs you, it is here.</p>
              </Empty>
            ) : (
              <Table
                titles={[{ label: 'Notification' }, { label: 'When', isNumber: true }, { label: 'What to do', isHidden: true }]}
              >
                {items.map((each) => (
                  <tr key={each.id}>
                    <td>{each.read_at === undefined ? <strong>{each.message}</strong> : each.message}</td>
                    <td class="number">
                      <Ago at={each.created_at} />
                    </td>
                    <td class="number">
                      {each.read_at === undefined ? (
                        <ActionButton onAct={() => markRead.mutate(each.id)}>Mark as read</ActionButton>
                      ) : null}
                    </td>
                  </tr>
                ))}
              </Table>
            )}
          </section>
        )}
      </Loaded>
    </Page>
  );
};
