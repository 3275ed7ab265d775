import type { ApiSchema } from '@svc/client';
import { useQuery } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { valueOf } from '../api/failure.js';
import type { OrganizationTabProps } from '../organizations/organization-page.js';
import { useClient } from '../session/session.js';
import { Ago } from '../ui/ago.js';
import { FromTo } from '../ui/from-to.js';
import { Loaded } from '../ui/loaded.js';
import { Table } from '../ui/table.js';

type AuditEvent = ApiSchema<'AuditEvent'>;

const useAudit = (organization: string) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['organization', organization, 'audit'],
    queryFn: async ({ signal }) => {
      const params = { path: { orgID: organization } };
      return (await valueOf(api.GET('/api/v1/organizations/{orgID}/audit', { params, signal }))).data.events;
    },
  });
};

const actorText = ({ actor }: AuditEvent): string => (actor.type === 'operator' ? 'The operator' : (actor.name ?? actor.id));

const valueText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** A value, or how it has changed: what came and what went is said as it is. */
const detailContent = (value: AuditEvent['details'][string]): ComponentChildren => {
  if (typeof value !== 'object' || 'length' in value) return valueText(value);
  if (value.old === undefined) return valueText(value.new);
  if (value.new === undefined) return `${valueText(value.old)} (gone)`;
  return <FromTo from={valueText(value.old)} to={valueText(value.new)} />;
};

/** Who has changed what: the last hundred events. */
export const AuditTab = ({ organization }: OrganizationTabProps) => (
  <Loaded query={useAudit(organization)}>
    {(events) => (
      <section class="card">
        <Table titles={[{ label: 'What' }, { label: 'Who' }, { label: 'Details' }, { label: 'When', isNumber: true }]}>
          {events.map((event) => (
            <tr key={event.id}>
              <td class="mono">{event.action}</td>
              <td>
                {actorText(event)}
                {event.ip_address === undefined ? null : <p class="quiet small">{event.ip_address}</p>}
              </td>
              <td class="small details">
                {Object.entries(event.details).map(([name, value]) => (
                  <p key={name}>
                    <span class="quiet">{name}</span> {detailContent(value)}
                  </p>
                ))}
              </td>
              <td class="number">
                <Ago at={event.created_at} />
              </td>
            </tr>
          ))}
        </Table>
      </section>
    )}
  </Loaded>
);
