import type { PlanId } from '../quotas/plan.js';
import type { Instant, OrganizationId } from '../values/index.js';

/** The plans that can be had for money without a word with anybody (spec 4.8). */
export const paidPlanIds = ['developer', 'team'] as const satisfies readonly PlanId[];
export type PaidPlanId = (typeof paidPlanIds)[number];

export const isPaidPlanId = (id: PlanId): id is PaidPlanId => paidPlanIds.some((paid) => paid === id);

/**
 * `incomplete`: the first payment has not come yet. `active`: paid. `past_due`: a later payment failed and is tried again. `unpaid`: the provider has
 * given up trying. `canceled`: over for good.
 */
export const subscriptionStatuses = ['incomplete', 'active', 'past_due', 'unpaid', 'canceled'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** What a customer pays for, as the provider tells it. */
export interface Subscription {
  /** The provider's own. */
  readonly id: string;
  readonly planId: PaidPlanId;
  readonly hasByosAddOn: boolean;
  readonly status: SubscriptionStatus;
  /** Until when it is paid, or was last to be paid. */
  readonly currentPeriodEnd: Instant | undefined;
  /** When it ends, where that is settled. */
  readonly cancelAt: Instant | undefined;
}

/** Who an organization is to the billing provider, and what it paid for when the provider was last asked. */
export interface BillingAccount {
  readonly organizationId: OrganizationId;
  /** The provider's own. */
  readonly customerId: string;
  readonly subscription: Subscription | undefined;
  /** Rises each time the provider's word is written down, also when nothing has changed. */
  readonly revision: number;
}

/** What a subscription gives: its plan and add-on while it is paid, and while a payment is tried again; nothing otherwise. */
export interface Entitlement {
  readonly planId: PaidPlanId;
  readonly hasByosAddOn: boolean;
}

export const entitlementOf = (subscription: Subscription | undefined): Entitlement | undefined => {
  if (subscription?.status !== 'active' && subscription?.status !== 'past_due') return undefined;
  return { planId: subscription.planId, hasByosAddOn: subscription.hasByosAddOn };
};

/** Whether the provider goes on asking for money for it, or would as soon as it is paid: such a one is changed, and no second one is bought. */
export const isRunning = (subscription: Subscription | undefined): subscription is Subscription =>
  subscription !== undefined && subscription.status !== 'incomplete' && subscription.status !== 'canceled';

/** Whether it runs without an end: unless somebody cancels it, the provider asks for money for it for ever. */
export const isRenewed = (subscription: Subscription | undefined): subscription is Subscription =>
  isRunning(subscription) && subscription.cancelAt === undefined;
