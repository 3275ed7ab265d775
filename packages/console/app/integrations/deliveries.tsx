import { valueOf } from '../api/failure.js';
import { useChange } from '../api/use-change.js';
import { pageOf, useList } from '../api/use-list.js';
import type { OrganizationTabProps } from '../organizations/organization-page.js';
import { ActionButton } from '../ui/action-button.js';
import { Ago } from '../ui/ago.js';
import { Loaded } from '../ui/loaded.js';
import { MoreButton } from '../ui/more-button.js';
import { Problem } from '../ui/problem.js';
import { Table } from '../ui/table.js';

/** What was sent to a webhook, and what became of it. */
export const Deliveries = ({ organization, webhook }: OrganizationTabProps & { readonly webhook: string }) => {
  const key = ['organization', organization, 'webhooks', webhook, 'deliveries'];
  const list = useList(key, async (api, request) => {
    const params = { path: { orgID: organization, webhookID: webhook }, query: pageOf(request, 20) };
    const { data } = await valueOf(
      api.GET('/api/v1/organizations/{orgID}/webhooks/{webhookID}/deliveries', { params, signal: request.signal }),
    );
    return { items: data.deliveries, next: data.next_cursor };
  });
  const redeliver = useChange(
    (api, deliveryID: string) =>
      api.POST('/api/v1/organizations/{orgID}/webhooks/{webhookID}/deliveries/{deliveryID}/redeliver', {
        params: { path: { orgID: organization, webhookID: webhook, deliveryID } },
        body: {},
      }),
    key,
  );
  return (
    <div class="stack">
      {redeliver.error === null ? null : <Problem fault={redeliver.error} />}
      <Loaded query={{ data: list.items, error: list.error, refetch: list.refetch }}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p class="quiet">Nothing was sent in the last 30 days.</p>
          ) : (
            <Table
              titles={[
                { label: 'Event' },
                { label: 'Outcome' },
                { label: 'Took', isNumber: true },
                { label: 'When', isNumber: true },
                { label: 'What to do', isHidden: true },
              ]}
            >
              {deliveries.map((delivery) => (
                <tr key={delivery.id}>
                  <td class="mono">{delivery.event_type}</td>
                  <td>
                    <span class={`tag ${delivery.success === true ? 'good' : delivery.success === false ? 'bad' : ''}`}>
                      {delivery.success === undefined ? 'On its way' : (delivery.http_status ?? delivery.error ?? 'Failed')}
                    </span>{' '}
                    {delivery.attempts > 1 ? <span class="quiet small">attempt {delivery.attempts}</span> : null}
                  </td>
                  <td class="number">{delivery.duration_ms === undefined ? '' : `${String(delivery.duration_ms)} ms`}</td>
                  <td class="number">
                    <Ago at={delivery.created_at} />
                  </td>
                  <td class="number">
                    <ActionButton isBusy={redeliver.isPending} onAct={() => redeliver.mutate(delivery.id)}>
                      Send again
                    </ActionButton>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
      <MoreButton more={list.more} />
    </div>
  );
};
