import { err, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
import type { OrganizationGrant } from '../../access/grant.js';
import { within } from '../../concurrency/within.js';
import { type NotFound, notFound, type Unavailable, unavailable } from '../../model/app-error.js';
import type { BillingAccount, Subscription } from '../../model/billing/subscription.js';
import type { Organization } from '../../model/organizations/organization.js';
import { type Plan, plans } from '../../model/quotas/plan.js';
import { maxConnections } from '../../model/storage-connections/byos-plan.js';
import { countedBytes } from '../../model/usage/usage.js';
import { type Instant, type OrganizationId, SECOND_MS } from '../../model/values/index.js';
import type { Invoice, InvoicePreview } from '../../ports/billing-provider.js';
import type { Ports } from '../../ports/ports.js';
import type { Queries } from '../../ports/unit-of-work.js';

/** Undefined limits are unlimited. */
export interface UsageAgainstLimit {
  readonly current: number;
  readonly limit: number | undefined;
}

export interface BillingUsage {
  readonly repositories: UsageAgainstLimit;
  readonly members: UsageAgainstLimit;
  readonly tokens: UsageAgainstLimit;
  readonly storageConnections: UsageAgainstLimit;
  /** What the plan's storage is compared with, also when it refuses: in the service's own storage, used, reserved and reclaimable. */
  readonly storageBytes: UsageAgainstLimit;
}

/** Spec 4.8. */
export interface BillingOverview {
  readonly plan: Plan;
  readonly hasByosAddOn: boolean;
  /** As the provider last told it; undefined for who never had one. */
  readonly subscription: Subscription | undefined;
  readonly usage: BillingUsage;
  readonly preview: InvoicePreview | undefined;
  /** Newest first. */
  readonly invoices: readonly Invoice[];
  readonly hasCustomer: boolean;
}

/** Two years of monthly invoices. */
const shownInvoices = 24;

type ShowPorts = Pick<Ports, 'unitOfWork' | 'clock' | 'billingProvider'>;

const usageOf = async (queries: Queries, organization: Organization, now: Instant): Promise<BillingUsage> => {
  const { id, planId } = organization;
  const plan = plans[planId];
  const taken = countedBytes(await queries.usage.ofOrganization(id));
  return {
    repositories: { current: await queries.organizations.countRepositories(id), limit: plan.maxRepositories },
    members: { current: await queries.organizations.countMembers(id), limit: plan.maxMembers },
    tokens: { current: await queries.tokens.countActive(id, now), limit: plan.maxTokens },
    storageConnections: { current: await queries.connections.count(id), limit: maxConnections(organization) },
    storageBytes: { current: taken, limit: plan.storageBytes },
  };
};

interface Recorded {
  readonly organization: Organization;
  readonly usage: BillingUsage;
  readonly account: BillingAccount | undefined;
}

const recorded = async (queries: Queries, id: OrganizationId, now: Instant): Promise<Recorded | undefined> => {
  const organization = await queries.organizations.find(id);
  if (organization === undefined) return undefined;
  return { organization, usage: await usageOf(queries, organization, now), account: await queries.billing.find(id) };
};

/** A person waits for the answer. A provider that is slow, and not away, takes some seconds at most; one that is silent is tried for longer than anybody would wait. */
const patienceMs = 10 * SECOND_MS;

/** Both at once: each takes the provider a good part of a second. */
const askProvider = (
  { billingProvider, clock }: ShowPorts,
  account: BillingAccount | undefined,
): ResultAsync<Pick<BillingOverview, 'invoices' | 'preview'>, Unavailable> => {
  if (billingProvider === undefined || account === undefined) return okAsync({ invoices: [], preview: undefined });
  const { customerId } = account;
  const asked = ResultAsync.combine([
    billingProvider.invoicesOf(customerId, shownInvoices),
    billingProvider.previewInvoice(customerId),
  ]);
  return new ResultAsync(
    within(clock, patienceMs, asked).then((told) => told?.value ?? err(unavailable('billing_provider'))),
  ).map(([invoices, preview]) => ({ invoices, preview }));
};

/** What an organization has, uses and pays. What the provider knows is asked of it each time; without one there are no invoices. */
export const showBilling = (ports: ShowPorts, id: OrganizationId): ResultAsync<BillingOverview, NotFound | Unavailable> =>
  ports.unitOfWork
    .read((queries) => recorded(queries, id, ports.clock.now()))
    .andThen((found): Result<Recorded, NotFound> => (found === undefined ? err(notFound) : ok(found)))
    .andThen(({ organization, usage, account }) =>
      askProvider(ports, account).map((asked) => ({
        plan: plans[organization.planId],
        hasByosAddOn: organization.hasByosAddOn,
        subscription: account?.subscription,
        usage,
        ...asked,
        hasCustomer: ports.billingProvider !== undefined && account !== undefined,
      })),
    );

export const getBilling =
  (ports: ShowPorts) =>
  ({ organization: { id } }: OrganizationGrant<'billing.read'>): ResultAsync<BillingOverview, NotFound | Unavailable> =>
    showBilling(ports, id);
