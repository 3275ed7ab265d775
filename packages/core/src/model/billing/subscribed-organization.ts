import type { Organization } from '../organizations/organization.js';
import type { PlanId } from '../quotas/plan.js';
import { type Entitlement, entitlementOf, type Subscription } from './subscription.js';

/** What the provider was last known to say, and what it says now. */
export interface SubscriptionChange {
  readonly before: Subscription | undefined;
  readonly now: Subscription | undefined;
}

/** What is left of what a subscription gave: what an operator has put in its place meanwhile stays. */
const afterTheEnd = (organization: Organization, held: Entitlement | undefined, defaultPlan: PlanId): Organization => ({
  ...organization,
  planId: organization.planId === held?.planId ? defaultPlan : organization.planId,
  hasByosAddOn: organization.hasByosAddOn && held?.hasByosAddOn !== true,
});

/**
 * The organization as a change of its subscription leaves it, or undefined when that gives what it gave before. A plan that an operator has set holds until
 * the subscription gives another, and beyond its end; what the subscription gave becomes at its end the plan of new organizations. Nothing that the
 * organization has is ever taken away: a smaller plan refuses only what is new.
 */
export const subscribedOrganization = (
  organization: Organization,
  { before, now }: SubscriptionChange,
  defaultPlan: PlanId,
): Organization | undefined => {
  const [held, given] = [entitlementOf(before), entitlementOf(now)];
  if (held?.planId === given?.planId && held?.hasByosAddOn === given?.hasByosAddOn) return undefined;
  return given === undefined ? afterTheEnd(organization, held, defaultPlan) : { ...organization, ...given };
};
