import type { ApiSchema } from '@svc/client';
import { useState } from 'preact/hooks';
import { valueOf } from '../api/failure.js';
import { latestFault } from '../api/latest-fault.js';
import { useChange } from '../api/use-change.js';
import { pageOf, useList } from '../api/use-list.js';
import type { OrganizationTabProps } from '../organizations/organization-page.js';
import { useMay } from '../organizations/use-may.js';
import { ActionButton } from '../ui/action-button.js';
import { Ago } from '../ui/ago.js';
import { Card } from '../ui/card.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { Empty } from '../ui/empty.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { formText } from '../ui/form-text.js';
import { Loaded } from '../ui/loaded.js';
import { MoreButton } from '../ui/more-button.js';
import { Problem } from '../ui/problem.js';

type Connection = ApiSchema<'StorageConnection'>;
type ConnectionBody = ApiSchema<'storage-connections.create.request'>;

const listKey = (organization: string) => ['organization', organization, 'connections'];

const checkText = {
  address: 'The address can be reached',
  credentials: 'The credentials are accepted',
  write: 'Objects can be written',
  read: 'Objects can be read',
  signed_urls: 'Signed URLs work',
  capabilities: 'What the storage enforces',
  delete: 'Objects can be deleted',
} as const;

const outcomeTag = { passed: ['good', 'Passed'], failed: ['bad', 'Failed'], skipped: ['', 'Not tried'] } as const;

/** What the seven checks have found. */
const Checks = ({ health }: { readonly health: Connection['health'] }) => (
  <ul class="stack tight">
    {health.checks.map(({ check, outcome, fault }) => {
      const [kind, label] = outcomeTag[outcome];
      return (
        <li key={check} class="line">
          <span class={`tag ${kind}`}>{label}</span> {checkText[check]}
          {fault === undefined ? null : <span class="quiet">({fault.replaceAll('_', ' ')})</span>}
        </li>
      );
    })}
  </ul>
);

interface ConnectionCardProps extends OrganizationTabProps {
  readonly connection: Connection;
  readonly mayManage: boolean;
}

const ConnectionCard = ({ organization, connection, mayManage }: ConnectionCardProps) => {
  const params = { path: { orgID: organization, connID: connection.id } };
  const test = useChange(
    (api, _: undefined) => api.POST('/api/v1/organizations/{orgID}/storage/connections/{connID}/test', { params, body: {} }),
    listKey(organization),
  );
  const remove = useChange(
    (api, _: undefined) => api.DELETE('/api/v1/organizations/{orgID}/storage/connections/{connID}', { params }),
    listKey(organization),
  );
  const fault = latestFault(test, remove);
  return (
    <Card
      title={connection.name}
      isPadded
      actions={
        mayManage ? (
          <div class="line">
            <ActionButton class="button" isBusy={test.isPending} onAct={() => test.mutate(undefined)}>
              {test.isPending ? 'Checking…' : 'Check again'}
            </ActionButton>
            <ConfirmButton
              label="Forget"
              question="What lies in the bucket stays."
              isBusy={remove.isPending}
              onConfirm={() => remove.mutate(undefined)}
            />
          </div>
        ) : null
      }
    >
      {fault === null ? null : <Problem fault={fault} />}
      <dl class="facts">
        <dt>Bucket</dt>
        <dd>
          {connection.bucket}
          {connection.prefix === undefined || connection.prefix === '' ? '' : `/${connection.prefix}`} in {connection.region}
        </dd>
        <dt>Health</dt>
        <dd>
          <span class={`tag ${connection.health.status === 'healthy' ? 'good' : 'bad'}`}>
            {connection.health.status === 'healthy' ? 'Healthy' : 'Unhealthy'}
          </span>{' '}
          <span class="quiet">
            checked <Ago at={connection.health.checked_at} />
          </span>
        </dd>
      </dl>
      <Checks health={connection.health} />
    </Card>
  );
};

const providers = ['aws_s3', 'r2', 'wasabi', 'b2', 'minio', 'generic'] as const satisfies readonly ConnectionBody['provider'][];
const providerText = {
  aws_s3: 'Amazon S3',
  r2: 'Cloudflare R2',
  wasabi: 'Wasabi',
  b2: 'Backblaze B2',
  minio: 'MinIO',
  generic: 'Another',
} as const;

const ConnectionForm = ({ organization, close }: OrganizationTabProps & { readonly close: () => void }) => {
  const make = useChange(
    (api, body: ConnectionBody) =>
      api.POST('/api/v1/organizations/{orgID}/storage/connections', { params: { path: { orgID: organization } }, body }),
    listKey(organization),
  );
  const submit = (form: HTMLFormElement): void => {
    const text = (name: string): string => formText(form, name);
    const given = (name: 'endpoint' | 'region' | 'prefix') => (text(name) === '' ? {} : { [name]: text(name) });
    const body: ConnectionBody = {
      name: text('name'),
      provider: providers.find((provider) => provider === text('provider')) ?? 'generic',
      bucket: text('bucket'),
      auth_method: 'access_keys',
      access_key_id: text('access_key_id'),
      secret_access_key: text('secret_access_key'),
      ...given('endpoint'),
      ...given('region'),
      ...given('prefix'),
    };
    make.mutate(body, { onSuccess: close });
  };
  return (
    <Form
      class="form card padded"
      fault={make.error}
      action={make.isPending ? 'Checking…' : 'Check and keep'}
      isBusy={make.isPending}
      onSubmit={submit}
      cancel={close}
    >
      <Field label="Name">
        <input name="name" required autocomplete="off" />
      </Field>
      <Field label="Provider">
        <select name="provider">
          {providers.map((provider) => (
            <option key={provider} value={provider}>
              {providerText[provider]}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Endpoint" hint="Empty for Amazon S3.">
        <input type="url" name="endpoint" autocomplete="off" />
      </Field>
      <Field label="Region">
        <input name="region" autocomplete="off" />
      </Field>
      <Field label="Bucket">
        <input name="bucket" required autocomplete="off" />
      </Field>
      <Field label="Prefix" hint="What all keys begin with, so that nothing else in the bucket is touched.">
        <input name="prefix" autocomplete="off" />
      </Field>
      <Field label="Access key id">
        <input name="access_key_id" required autocomplete="off" />
      </Field>
      <Field label="Secret access key" hint="It is kept encrypted and never shown again.">
        <input type="password" name="secret_access_key" required autocomplete="off" />
      </Field>
    </Form>
  );
};

/** Buckets of the organization's own. */
export const ConnectionsTab = ({ organization }: OrganizationTabProps) => {
  const list = useList(listKey(organization), async (api, request) => {
    const params = { path: { orgID: organization }, query: pageOf(request) };
    const { data } = await valueOf(
      api.GET('/api/v1/organizations/{orgID}/storage/connections', { params, signal: request.signal }),
    );
    return { items: data.connections, next: data.next_cursor };
  });
  const mayManage = useMay(organization)('storage.manage');
  const [isMaking, setMaking] = useState(false);
  return (
    <div class="stack">
      {isMaking ? (
        <ConnectionForm organization={organization} close={() => setMaking(false)} />
      ) : (
        <div class="line apart">
          <p class="quiet">With a connection, repositories keep their bytes in a bucket of your own.</p>
          {mayManage ? (
            <button type="button" class="button main-action" onClick={() => setMaking(true)}>
              New connection
            </button>
          ) : null}
        </div>
      )}
      <Loaded query={{ data: list.items, error: list.error, refetch: list.refetch }}>
        {(connections) =>
          connections.length === 0 ? (
            <section class="card">
              <Empty title="No connection yet">
                <p>Have the keys of a bucket ready. Seven checks tell whether it can be used.</p>
              </Empty>
            </section>
          ) : (
            <>
              {connections.map((connection) => (
                <ConnectionCard key={connection.id} organization={organization} connection={connection} mayManage={mayManage} />
              ))}
            </>
          )
        }
      </Loaded>
      <MoreButton more={list.more} />
    </div>
  );
};
