import type { Instant, OrganizationId, PaidPlanId, SubscriptionStatus } from '@svc/core/model';

/** 0 or 1. */
type Bit = number;

/** What is not null from `subscription_id` on belongs to one subscription; without one all of it but the bit is null. */
interface BillingAccountsTable {
  organization_id: OrganizationId;
  customer_id: string;
  subscription_id: string | null;
  plan_id: PaidPlanId | null;
  byos_add_on: Bit;
  status: SubscriptionStatus | null;
  current_period_end: Instant | null;
  cancel_at: Instant | null;
  revision: number;
}

interface BillingEventsTable {
  id: string;
  at: Instant;
}

/** What is known of the billing provider's customers, and what it has told. No name, address or card of anybody is among it. */
export interface BillingTables {
  billing_accounts: BillingAccountsTable;
  billing_events: BillingEventsTable;
}
