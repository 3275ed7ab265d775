import type { ApiSchema } from '@svc/client';
import { publicEventTypes } from '@svc/core/model';
import { useState } from 'preact/hooks';
import { valueOf } from '../api/failure.js';
import { latestFault } from '../api/latest-fault.js';
import { useChange } from '../api/use-change.js';
import { pageOf, useList } from '../api/use-list.js';
import type { OrganizationTabProps } from '../organizations/organization-page.js';
import { ActionButton } from '../ui/action-button.js';
import { Checks } from '../ui/checks.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { Empty } from '../ui/empty.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { formChoices, formText } from '../ui/form-text.js';
import { Listed } from '../ui/listed.js';
import { Problem } from '../ui/problem.js';
import { Secret } from '../ui/secret.js';
import { Table } from '../ui/table.js';
import { Deliveries } from './deliveries.js';

type WebhookBody = ApiSchema<'webhooks.create.request'>;
type Webhook = ApiSchema<'Webhook'>;

const events = ['*', ...publicEventTypes] as const satisfies readonly WebhookBody['events'][number][];

const listKey = (organization: string) => ['organization', organization, 'webhooks'];

interface WebhookFormProps extends OrganizationTabProps {
  readonly onMade: (secret: string) => void;
  readonly close: () => void;
}

const WebhookForm = ({ organization, onMade, close }: WebhookFormProps) => {
  const make = useChange(
    (api, body: WebhookBody) =>
      api.POST('/api/v1/organizations/{orgID}/webhooks', { params: { path: { orgID: organization } }, body }),
    listKey(organization),
  );
  const submit = (form: HTMLFormElement): void => {
    make.mutate(
      { url: formText(form, 'url'), events: formChoices(form, 'event', events) },
      { onSuccess: ({ data }) => onMade(data.webhook.secret) },
    );
  };
  return (
    <Form
      class="form card padded"
      fault={make.error}
      action="Create webhook"
      isBusy={make.isPending}
      onSubmit={submit}
      cancel={close}
    >
      <Field label="URL" hint="Where events are sent to, by POST and signed.">
        <input type="url" name="url" required placeholder="https://example.org/hook" />
      </Field>
      <Checks legend="Events" name="event" choices={events} first="*">
        {(event) => <span class={event === '*' ? '' : 'mono'}>{event === '*' ? 'All of them' : event}</span>}
      </Checks>
    </Form>
  );
};

const WebhookState = ({ webhook }: { readonly webhook: Webhook }) => {
  if (!webhook.active) return <span class="tag bad">Paused</span>;
  if (webhook.consecutive_failures > 0) return <span class="tag warn">{webhook.consecutive_failures} failed</span>;
  return <span class="tag good">Active</span>;
};

const WebhookRow = ({ organization, webhook }: OrganizationTabProps & { readonly webhook: Webhook }) => {
  const params = { path: { orgID: organization, webhookID: webhook.id } };
  const [isOpen, setOpen] = useState(false);
  const change = useChange(
    (api, active: boolean) => api.PATCH('/api/v1/organizations/{orgID}/webhooks/{webhookID}', { params, body: { active } }),
    listKey(organization),
  );
  const remove = useChange(
    (api, _: undefined) => api.DELETE('/api/v1/organizations/{orgID}/webhooks/{webhookID}', { params }),
    listKey(organization),
  );
  const fault = latestFault(change, remove);
  return (
    <>
      <tr>
        <td>
          {webhook.url}
          <p class="quiet small mono">{webhook.events.join(', ')}</p>
          {fault === null ? null : <Problem fault={fault} />}
        </td>
        <td>
          <WebhookState webhook={webhook} />
          {webhook.last_error === undefined ? null : <p class="quiet small">Last error: {webhook.last_error}</p>}
        </td>
        <td class="number">
          <button type="button" class="button plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Deliveries
          </button>
          <ActionButton isBusy={change.isPending} onAct={() => change.mutate(!webhook.active)}>
            {webhook.active ? 'Pause' : 'Switch on'}
          </ActionButton>
          <ConfirmButton
            label="Delete"
            question="Its deliveries go with it."
            isBusy={remove.isPending}
            onConfirm={() => remove.mutate(undefined)}
          />
        </td>
      </tr>
      {isOpen ? (
        <tr>
          <td colSpan={3}>
            <Deliveries organization={organization} webhook={webhook.id} />
          </td>
        </tr>
      ) : null}
    </>
  );
};

/** Programs that are told what happens. */
export const WebhooksTab = ({ organization }: OrganizationTabProps) => {
  const list = useList(listKey(organization), async (api, request) => {
    const params = { path: { orgID: organization }, query: pageOf(request) };
    const { data } = await valueOf(api.GET('/api/v1/organizations/{orgID}/webhooks', { params, signal: request.signal }));
    return { items: data.webhooks, next: data.next_cursor };
  });
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const made = (text: string): void => {
    setMaking(false);
    setSecret(text);
  };
  return (
    <div class="stack">
      {secret === undefined ? null : (
        <Secret title="This is the secret that signs the events." text={secret} close={() => setSecret(undefined)} />
      )}
      {isMaking ? (
        <WebhookForm organization={organization} onMade={made} close={() => setMaking(false)} />
      ) : (
        <div class="line apart">
          <p class="quiet">A webhook tells a program of yours what happens here. Ten failures in a row pause it.</p>
          <button type="button" class="button main-action" onClick={() => setMaking(true)}>
            New webhook
          </button>
        </div>
      )}
      <Listed
        list={list}
        empty={
          <Empty title="No webhook yet">
            <p>Make one to start a build after each push, or to hear of quotas before they are full.</p>
          </Empty>
        }
      >
        {(webhooks) => (
          <Table titles={[{ label: 'Webhook' }, { label: 'State' }, { label: 'What to do', isHidden: true }]}>
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} organization={organization} webhook={webhook} />
            ))}
          </Table>
        )}
      </Listed>
    </div>
  );
};
