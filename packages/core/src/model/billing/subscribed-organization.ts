import type { Organization } from '../organizations/organization.js';
import type { PlanId } from '../quotas/plan.js';
import { entitlementOf, type Subscription } from './subscription.js';

/** What the provider was last known to say, and what it says now. */
export interface SubscriptionChange {
  readonly before: Subscription | undefined;
  readonly now: Subscription | undefined;
}

/**
 * The organization as a change of its subscription leaves it, or undefined when it stays as it is. A plan that an operator has set holds until what the
 * subscription gives changes; without a subscription the plan is that of new organizations. Nothing that the organization has is ever taken away: a
 * smaller plan refuses only what is new.
 */
export const subscribedOrganization = (
  organization: Organization,
  { before, now }: SubscriptionChange,
  defaultPlan: PlanId,
): Organization | undefined => {
  const [held, given] = [entitlementOf(before), entitlementOf(now)];
  if (held?.planId === given?.planId && held?.hasByosAddOn === given?.hasByosAddOn) return undefined;
  return { ...organization, planId: given?.planId ?? defaultPlan, hasByosAddOn: given?.hasByosAddOn ?? false };
};
