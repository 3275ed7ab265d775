import type { BillingOverview, UsageAgainstLimit } from '@svc/core';
import { paidPlanIds, planIds, type Subscription, subscriptionStatuses } from '@svc/core/model';
import type { Invoice } from '@svc/core/ports';
import { z } from 'zod';
import { count, optionalTimestampOf, timestamp, timestampOf } from './fields.js';
import { planSchema, planView } from './plan.js';

const currency = z.string().meta({ description: 'ISO 4217, in lower case' });
/** Less than nothing where the provider owes the customer. */
const amount = z.int().meta({ description: "In the currency's smallest unit, such as cents" });

const subscriptionSchema = z.strictObject({
  plan_id: z.enum(paidPlanIds),
  status: z.enum(subscriptionStatuses),
  byos_addon: z.boolean(),
  current_period_end: timestamp.optional(),
  cancel_at: timestamp.optional(),
});

export const invoiceSchema = z.strictObject({
  id: z.string(),
  number: z.string().optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  amount,
  currency,
  created_at: timestamp,
  receipt_url: z.string().optional(),
  pdf_url: z.string().optional(),
});

const usageSchema = z.strictObject({ current: count, limit: count.optional() });

/** Spec 4.8. What is unlimited has no `limit`; who never had a subscription has no `subscription`. */
export const billingReply = z.strictObject({
  plan: planSchema,
  byos_addon: z.boolean(),
  subscription: subscriptionSchema.optional(),
  usage: z.strictObject({
    repositories: usageSchema,
    members: usageSchema,
    tokens: usageSchema,
    storage_connections: usageSchema,
    storage_bytes: usageSchema.meta({
      description: 'In managed storage: used, reserved for uploads that are under way, and reclaimable',
    }),
  }),
  invoice_preview: z.strictObject({ amount, currency, due_at: timestamp.optional() }).optional(),
  invoices: z.array(invoiceSchema),
  has_billing_customer: z.boolean(),
});

export const planBody = z.strictObject({ plan_id: z.enum(planIds) });
export const byosAddOnBody = z.strictObject({ enabled: z.boolean() });
export const urlReply = z.strictObject({ url: z.string() });
export const pendingReply = z.strictObject({ status: z.literal('pending_webhook') });
export const receivedReply = z.strictObject({ received: z.literal(true) });

const subscriptionView = (subscription: Subscription): z.input<typeof subscriptionSchema> => ({
  plan_id: subscription.planId,
  status: subscription.status,
  byos_addon: subscription.hasByosAddOn,
  current_period_end: optionalTimestampOf(subscription.currentPeriodEnd),
  cancel_at: optionalTimestampOf(subscription.cancelAt),
});

const invoiceView = (invoice: Invoice): z.input<typeof invoiceSchema> => ({
  id: invoice.id,
  number: invoice.number,
  status: invoice.status,
  amount: invoice.amount,
  currency: invoice.currency,
  created_at: timestampOf(invoice.createdAt),
  receipt_url: invoice.receiptUrl,
  pdf_url: invoice.pdfUrl,
});

const usageView = ({ current, limit }: UsageAgainstLimit): z.input<typeof usageSchema> => ({ current, limit });

export const billingView = (billing: BillingOverview): z.input<typeof billingReply> => {
  const { usage, preview } = billing;
  return {
    plan: planView(billing.plan),
    byos_addon: billing.hasByosAddOn,
    subscription: billing.subscription && subscriptionView(billing.subscription),
    usage: {
      repositories: usageView(usage.repositories),
      members: usageView(usage.members),
      tokens: usageView(usage.tokens),
      storage_connections: usageView(usage.storageConnections),
      storage_bytes: usageView(usage.storageBytes),
    },
    invoice_preview: preview && {
      amount: preview.amount,
      currency: preview.currency,
      due_at: optionalTimestampOf(preview.dueAt),
    },
    invoices: billing.invoices.map(invoiceView),
    has_billing_customer: billing.hasCustomer,
  };
};
