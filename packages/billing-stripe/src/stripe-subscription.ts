import {
  type Instant,
  type PaidPlanId,
  paidPlanIds,
  SECOND_MS,
  type Subscription,
  type SubscriptionStatus,
} from '@svc/core/model';
import type { PricedItem } from '@svc/core/ports';
import type Stripe from 'stripe';

/** The id of a price (`price_...`) for a month, or several: the first is sold, and who has bought at another one before keeps what it gives. */
export type StripePriceIds = string | readonly string[];

/** What is not named is not sold. */
export type StripePrices = Readonly<Partial<Record<PricedItem, StripePriceIds | undefined>>>;

const idsOf = (prices: StripePrices, item: PricedItem): readonly string[] => [prices[item] ?? []].flat();

export const soldPriceOf = (prices: StripePrices, item: PricedItem): string | undefined => idsOf(prices, item)[0];

export const instantOf = (seconds: number): Instant => seconds * SECOND_MS;

/** A trial is paid with time; a pause is a trial that ended without a card. */
const statuses: ReadonlyMap<string, SubscriptionStatus> = new Map(
  Object.entries({
    incomplete: 'incomplete',
    incomplete_expired: 'canceled',
    trialing: 'active',
    active: 'active',
    past_due: 'past_due',
    unpaid: 'unpaid',
    paused: 'unpaid',
    canceled: 'canceled',
  } as const),
);
/** One that this package does not know gives nothing. */
const statusOf = (status: string): SubscriptionStatus => statuses.get(status) ?? 'unpaid';

/** What gives most comes first. */
const order: readonly SubscriptionStatus[] = ['active', 'past_due', 'unpaid', 'incomplete', 'canceled'];

const planOf = (prices: StripePrices, priceId: string): PaidPlanId | undefined =>
  paidPlanIds.find((planId) => idsOf(prices, planId).includes(priceId));

export const addOnItem = (prices: StripePrices, { items }: Stripe.Subscription): Stripe.SubscriptionItem | undefined =>
  items.data.find(({ price }) => idsOf(prices, 'byos_add_on').includes(price.id));

/** Undefined for what an account sells besides the plans. */
const subscriptionFrom = (prices: StripePrices, from: Stripe.Subscription): Subscription | undefined => {
  for (const { price, current_period_end: end } of from.items.data) {
    const planId = planOf(prices, price.id);
    if (planId === undefined) continue;
    const cancelAt = from.cancel_at ?? (from.cancel_at_period_end ? end : undefined);
    return {
      id: from.id,
      planId,
      hasByosAddOn: addOnItem(prices, from) !== undefined,
      status: statusOf(from.status),
      currentPeriodEnd: instantOf(end),
      cancelAt: cancelAt === undefined ? undefined : instantOf(cancelAt),
    };
  }
  return undefined;
};

/** The plan that gives most stands first, and none after those that are sold. */
const rankOf = ({ planId }: Subscription): number => -paidPlanIds.findIndex((id) => id === planId);

/** The one that counts of all that a customer has or had: of those that entitle to as much the one that gives most, then the newest. */
export const chosenSubscription = (prices: StripePrices, all: readonly Stripe.Subscription[]): Subscription | undefined =>
  all
    .toSorted((left, right) => right.created - left.created)
    .flatMap((from) => subscriptionFrom(prices, from) ?? [])
    .toSorted((left, right) => order.indexOf(left.status) - order.indexOf(right.status) || rankOf(left) - rankOf(right))[0];
