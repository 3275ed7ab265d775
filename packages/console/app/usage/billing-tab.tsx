import type { ApiSchema } from '@svc/client';
import { useQuery } from '@tanstack/preact-query';
import { valueOf } from '../api/failure.js';
import { latestFault } from '../api/latest-fault.js';
import { useChange } from '../api/use-change.js';
import type { OrganizationTabProps } from '../organizations/organization-page.js';
import { useClient } from '../session/session.js';
import { ActionButton } from '../ui/action-button.js';
import { Card } from '../ui/card.js';
import { Empty } from '../ui/empty.js';
import { momentText } from '../ui/format.js';
import { Loaded } from '../ui/loaded.js';
import { Problem } from '../ui/problem.js';
import { Table } from '../ui/table.js';
import { moneyText } from './money.js';
import { ownBucketsText } from './own-buckets-text.js';
import { PlanTable } from './plan-table.js';

type Billing = ApiSchema<'billing.get.200'>;

const billingKey = (organization: string) => ['organization', organization, 'billing'];

const useBilling = (organization: string) => {
  const { api } = useClient();
  return useQuery({
    queryKey: billingKey(organization),
    queryFn: async ({ signal }) => {
      const params = { path: { orgID: organization } };
      return (await valueOf(api.GET('/api/v1/organizations/{orgID}/billing', { params, signal }))).data;
    },
  });
};

/** People pay at the provider of payments: nothing of a card is ever typed here. */
const leaveFor = ({ data }: { readonly data: { readonly url: string } }): void => location.assign(data.url);

const statusText = {
  incomplete: 'Not paid yet',
  active: 'Active',
  past_due: 'A payment is late',
  unpaid: 'Not paid',
  canceled: 'Cancelled',
} as const satisfies Record<NonNullable<Billing['subscription']>['status'], string>;

const Subscription = ({ organization, billing }: OrganizationTabProps & { readonly billing: Billing }) => {
  const { plan, subscription, invoice_preview: next, has_billing_customer: isCustomer, byos_addon: hasAddOn } = billing;
  const portal = useChange((api, _: undefined) =>
    api.POST('/api/v1/organizations/{orgID}/billing/portal', { params: { path: { orgID: organization } }, body: {} }),
  );
  const addOn = useChange(
    (api, enabled: boolean) =>
      api.POST('/api/v1/organizations/{orgID}/billing/byos-addon', {
        params: { path: { orgID: organization } },
        body: { enabled },
      }),
    billingKey(organization),
  );
  const fault = latestFault(portal, addOn);
  return (
    <Card title={`Plan: ${plan.name}`} isPadded>
      {fault === null ? null : <Problem fault={fault} />}
      <dl class="facts">
        <dt>Subscription</dt>
        <dd>{subscription === undefined ? 'None: nothing is charged' : statusText[subscription.status]}</dd>
        {subscription?.current_period_end === undefined ? null : (
          <>
            <dt>Paid until</dt>
            <dd>{momentText(subscription.current_period_end)}</dd>
          </>
        )}
        {subscription?.cancel_at === undefined ? null : (
          <>
            <dt>Ends</dt>
            <dd>{momentText(subscription.cancel_at)}</dd>
          </>
        )}
        {next === undefined ? null : (
          <>
            <dt>Next invoice</dt>
            <dd>
              {moneyText(next.amount, next.currency)}
              {next.due_at === undefined ? null : `, due ${momentText(next.due_at)}`}
            </dd>
          </>
        )}
        <dt>Storage in own buckets</dt>
        <dd>{ownBucketsText(plan, hasAddOn)}</dd>
      </dl>
      <div class="line">
        {isCustomer ? (
          <ActionButton class="button" isBusy={portal.isPending} onAct={() => portal.mutate(undefined, { onSuccess: leaveFor })}>
            Payment, address and cancelling
          </ActionButton>
        ) : null}
        {plan.features.byos_needs_add_on && subscription !== undefined ? (
          <ActionButton class="button" isBusy={addOn.isPending} onAct={() => addOn.mutate(!hasAddOn)}>
            {hasAddOn ? 'Drop the add-on for own buckets' : 'Add own buckets'}
          </ActionButton>
        ) : null}
      </div>
    </Card>
  );
};

const Invoices = ({ invoices }: Pick<Billing, 'invoices'>) => (
  <Card title="Invoices">
    {invoices.length === 0 ? (
      <Empty title="No invoice yet">
        <p>Invoices and receipts are listed here from the first payment on.</p>
      </Empty>
    ) : (
      <Table
        titles={[
          { label: 'Invoice' },
          { label: 'State' },
          { label: 'Amount', isNumber: true },
          { label: 'Date', isNumber: true },
          { label: 'Files' },
        ]}
      >
        {invoices.map((invoice) => (
          <tr key={invoice.id}>
            <td>{invoice.number ?? invoice.id}</td>
            <td>{invoice.status}</td>
            <td class="number">{moneyText(invoice.amount, invoice.currency)}</td>
            <td class="number">{momentText(invoice.created_at)}</td>
            <td>
              {invoice.pdf_url === undefined ? null : (
                <a href={invoice.pdf_url} rel="noopener noreferrer" target="_blank">
                  PDF
                </a>
              )}{' '}
              {invoice.receipt_url === undefined ? null : (
                <a href={invoice.receipt_url} rel="noopener noreferrer" target="_blank">
                  Receipt
                </a>
              )}
            </td>
          </tr>
        ))}
      </Table>
    )}
  </Card>
);

/** What the organization pays, and what else it could have. */
export const BillingTab = ({ organization }: OrganizationTabProps) => {
  const checkout = useChange((api, plan: ApiSchema<'Plan'>['id']) =>
    api.POST('/api/v1/organizations/{orgID}/billing/checkout', {
      params: { path: { orgID: organization } },
      body: { plan_id: plan },
    }),
  );
  return (
    <Loaded query={useBilling(organization)}>
      {(billing) => (
        <div class="stack">
          <Subscription organization={organization} billing={billing} />
          <PlanTable
            current={billing.plan.id}
            fault={checkout.error}
            isSubscribed={billing.subscription !== undefined && billing.subscription.status !== 'canceled'}
            isBusy={checkout.isPending}
            onChoose={(plan) => checkout.mutate(plan, { onSuccess: leaveFor })}
          />
          <Invoices invoices={billing.invoices} />
        </div>
      )}
    </Loaded>
  );
};
