import type { AuditAction, AuditEvent } from '../../../model/audit-event.js';
import type { TreeFile } from '../../../model/chunk-tree/tree-file.js';
import type { Instant } from '../../../model/values/index.js';
import type { ClaimedVerification } from '../../../ports/records/tree-records.js';
import type { TreeOwner } from '../files/tree-charge.js';

/** A verification in the background that was taken on. */
export interface VerificationJob {
  readonly verification: ClaimedVerification;
  readonly owner: TreeOwner;
  /** The manifest as the books had it then; undefined when it had gone. */
  readonly manifest: TreeFile | undefined;
  /** Whether an earlier attempt has refused the object, and came to no end with removing the manifest. */
  readonly isRefused: boolean;
}

export const auditOf = (
  { verification, owner }: VerificationJob,
  action: AuditAction,
  target: string,
  at: Instant,
): AuditEvent => ({
  organizationId: owner.organizationId,
  action,
  actorId: verification.requestedBy,
  actorTokenId: undefined,
  target,
  details: {},
  address: undefined,
  userAgent: undefined,
  at,
});
