import type { BillingAccount } from '../../model/billing/subscription.js';
import type { Instant, OrganizationId } from '../../model/values/index.js';

export interface BillingQueries {
  find(organizationId: OrganizationId): Promise<BillingAccount | undefined>;
  /** Nobody chooses the id: it came from the provider. */
  findByCustomer(customerId: string): Promise<BillingAccount | undefined>;
  /** Whether an event of the provider was applied. */
  hasEvent(eventId: string): Promise<boolean>;
}

export interface BillingRecords extends BillingQueries {
  /** Adds the account with revision 1; false, and nothing written, when the organization has one, or another has the customer. */
  add(account: BillingAccount): Promise<boolean>;
  /** Puts the account, its customer too, in place of the one with `revision` one lower; false, and nothing written, when that is not there any more. */
  replace(account: BillingAccount): Promise<boolean>;
  /** Remembers that an event is applied; false when it was before. */
  addEvent(eventId: string, at: Instant): Promise<boolean>;
  /** Forgets the events that were applied before `appliedBefore`. */
  removeEventsOlder(appliedBefore: Instant): Promise<void>;
}
