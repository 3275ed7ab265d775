/** What Stripe's answers look like, as far as the service reads them. */

export interface StoredSubscription {
  readonly id: string;
  readonly customer: string;
  status: string;
  items: readonly { readonly id: string; readonly price: string }[];
  readonly created: number;
  currentPeriodEnd: number;
  cancelAt: number | null;
  cancelAtPeriodEnd: boolean;
}

export interface StoredInvoice {
  readonly id: string;
  readonly customer: string;
  readonly total: number;
  readonly created: number;
}

export const wireList = (data: readonly unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1' });

export const wireSubscription = (subscription: StoredSubscription) => ({
  id: subscription.id,
  object: 'subscription',
  customer: subscription.customer,
  status: subscription.status,
  created: subscription.created,
  cancel_at: subscription.cancelAt,
  cancel_at_period_end: subscription.cancelAtPeriodEnd,
  items: wireList(
    subscription.items.map(({ id, price }) => ({
      id,
      object: 'subscription_item',
      price: { id: price, object: 'price' },
      current_period_end: subscription.currentPeriodEnd,
    })),
  ),
});

export const wireInvoice = ({ id, customer, total, created }: StoredInvoice, number: string) => ({
  id,
  object: 'invoice',
  customer,
  number,
  status: 'paid',
  total,
  currency: 'usd',
  created,
  hosted_invoice_url: `https://invoice.stripe.test/${id}`,
  invoice_pdf: `https://invoice.stripe.test/${id}/pdf`,
});
