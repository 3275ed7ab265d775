import type { ResultAsync } from 'neverthrow';
import type { BadRequest, Unavailable } from '../model/app-error.js';
import type { PaidPlanId, Subscription } from '../model/billing/subscription.js';
import type { Instant, OrganizationId } from '../model/values/index.js';

/** What has a price: a plan, or the add-on that lets the Developer plan bring a bucket. */
export type PricedItem = PaidPlanId | 'byos_add_on';

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';

/** Amounts are whole numbers of the currency's smallest unit, such as cents. */
export interface Invoice {
  readonly id: string;
  /** Undefined while it is a draft. */
  readonly number: string | undefined;
  readonly status: InvoiceStatus;
  readonly amount: number;
  /** ISO 4217, in lower case. */
  readonly currency: string;
  readonly createdAt: Instant;
  /** Where a person sees it and what was paid. */
  readonly receiptUrl: string | undefined;
  readonly pdfUrl: string | undefined;
}

/** What the next invoice comes to, as things are now. */
export interface InvoicePreview {
  readonly amount: number;
  readonly currency: string;
  /** When it will be asked for; undefined where the provider does not say. */
  readonly dueAt: Instant | undefined;
}

/** Something has happened at the provider: where to look, and not what it was, since events come late, twice and out of order. */
export interface BillingEvent {
  /** The provider's own; the same when an event is told again. */
  readonly id: string;
  /** Undefined when it is about no customer. */
  readonly customerId: string | undefined;
}

/**
 * Takes the money. Everything that it is asked is asked anew, so an answer is true when it is given. `Unavailable` also where the provider refuses what
 * this service's configuration makes it ask, which nobody who sends a request can help.
 */
export interface BillingProvider {
  /** The name of the header, in lower case, in which the provider signs its callbacks. */
  readonly signatureHeader: string;
  /** Whether it has a price. */
  sells(item: PricedItem): boolean;
  /**
   * The id of a customer for the organization. Asked again soon, or by several at once, it is the same one. With `former`, the customer whom it has lost, it is
   * the one that follows that one, and never that one itself.
   */
  createCustomer(
    organization: { readonly id: OrganizationId; readonly name: string },
    former?: string,
  ): ResultAsync<string, Unavailable>;
  /** Whether it knows the customer: one of another account, or of its test mode, it does not. */
  hasCustomer(customerId: string): ResultAsync<boolean, Unavailable>;
  /** Where a person pays for the plan, which has a price. Nothing is bought before that. */
  openCheckout(customerId: string, planId: PaidPlanId): ResultAsync<string, Unavailable>;
  /** Closes every checkout of the customer that nobody has paid: from then on nothing is bought there. */
  closeCheckouts(customerId: string): ResultAsync<void, Unavailable>;
  /** Where a person changes, pays and cancels what the customer has. */
  openPortal(customerId: string): ResultAsync<string, Unavailable>;
  /** The customer's subscription to one of the plans; of several the one that gives most, then the newest. Undefined: never had one, or no such customer. */
  subscriptionOf(customerId: string): ResultAsync<Subscription | undefined, Unavailable>;
  /** Adds the add-on, which has a price, to a subscription that runs, or takes it away. What is so already stays so. */
  setByosAddOn(subscriptionId: string, isEnabled: boolean): ResultAsync<void, Unavailable>;
  /** Newest first, at most `limit` (1 to 100); none of a customer whom it does not know. */
  invoicesOf(customerId: string, limit: number): ResultAsync<readonly Invoice[], Unavailable>;
  /** Undefined when nothing will be asked for. */
  previewInvoice(customerId: string): ResultAsync<InvoicePreview | undefined, Unavailable>;
  /** What is wrong with a signature whatever was signed, its absence or its form: `readEvent` refuses any bytes with it, and likewise. */
  signatureProblem(signature: string | undefined): BadRequest | undefined;
  /**
   * The event of a callback, when the provider has signed exactly these bytes in the last five minutes. `signature` is what stood in `signatureHeader`;
   * everything that is wrong with it is one and the same error, but for its absence.
   */
  readEvent(body: Uint8Array, signature: string | undefined): ResultAsync<BillingEvent, BadRequest>;
}
