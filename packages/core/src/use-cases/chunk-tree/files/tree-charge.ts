import { ok, type Result } from 'neverthrow';
import type { RepositoryFacts } from '../../../access/grant.js';
import { invariant, type QuotaExceeded } from '../../../model/app-error.js';
import { type Plan, type PlanId, plans } from '../../../model/quotas/plan.js';
import { storageModeOf } from '../../../model/repository.js';
import type { LedgerReason } from '../../../model/usage/usage.js';
import type { Instant } from '../../../model/values/index.js';
import type { Records } from '../../../ports/unit-of-work.js';
import { chargeUsage } from '../../../steps/accounting/charge-usage.js';
import { reserveStorage } from '../../../steps/accounting/reserve-storage.js';

/** Whose tree it is. */
export interface TreeOwner extends Pick<RepositoryFacts, 'repositoryId' | 'organizationId' | 'namespace'> {
  /** Undefined of work in the background, which may take hours: it goes by the plan of the moment. */
  readonly planId?: PlanId | undefined;
}

/** The plan by which the organization may grow now. A step of a transaction that holds it. */
export const planOf = async (
  { organizations }: Pick<Records, 'organizations'>,
  { organizationId, planId }: Pick<TreeOwner, 'organizationId' | 'planId'>,
): Promise<Plan> => {
  if (planId !== undefined) return plans[planId];
  const organization = await organizations.find(organizationId);
  invariant(organization !== undefined, 'an organization that is held is there');
  return plans[organization.planId];
};

/**
 * Counts bytes that the tree grows by, or is rid of when negative, into what the organization and the repository use. Growth must fit
 * into the plan: reserving it for a moment is the one conditional write that decides. What lies in the customer's own bucket fits always.
 */
export const chargeTree = async (
  records: Records,
  owner: TreeOwner,
  bytes: number,
  objects: number,
  at: Instant,
  reason: LedgerReason = 'tree.received',
): Promise<Result<void, QuotaExceeded>> => {
  if (bytes === 0 && objects === 0) return ok(undefined);
  const { organizationId, repositoryId, namespace } = owner;
  const storageMode = storageModeOf(namespace);
  if (bytes > 0 && storageMode === 'managed') {
    const reserved = await reserveStorage(records, organizationId, await planOf(records, owner), bytes, at);
    if (reserved.isErr()) return reserved;
    await records.usage.release(organizationId, bytes);
  }
  const sessionId = undefined;
  await chargeUsage(records, { organizationId, repositoryId, sessionId, storageMode, reason, bytes, objects, at });
  await records.usage.countTree(repositoryId, bytes);
  return ok(undefined);
};
