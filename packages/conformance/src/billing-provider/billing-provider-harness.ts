import type { PaidPlanId, SubscriptionStatus } from '@svc/core/model';
import type { BillingProvider } from '@svc/core/ports';
import type { Closable } from '../run-cases.js';

export interface ProviderCallback {
  readonly body: Uint8Array;
  readonly signature: string;
}

export interface ProviderChange {
  readonly planId?: PaidPlanId;
  readonly status?: SubscriptionStatus;
  /** Seconds from now. */
  readonly cancelsInSeconds?: number;
}

/** A provider that sells everything, with the hands of its customers. */
export interface BillingProviderHarness extends Closable {
  readonly provider: BillingProvider;
  /** The same provider, which sells nothing but the Developer plan. */
  readonly small: BillingProvider;
  /** Somebody pays at a checkout; throws when it is closed. */
  pay(checkoutUrl: string): void;
  /** Something happens to what the customer has. */
  change(customerId: string, change: ProviderChange): void;
  /** What the provider sends when something has happened to the customer, signed so many seconds ago. */
  callback(customerId: string, options: { readonly id: string; readonly ageSeconds?: number }): ProviderCallback;
  /** From now on the provider does not answer, or does again. */
  setOutage(isOut: boolean): void;
}
