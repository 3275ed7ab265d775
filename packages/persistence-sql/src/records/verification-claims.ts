import type { ClaimedVerification, TreeRecords } from '@svc/core/ports';
import type { ExpressionBuilder } from 'kysely';
import { hashToBinary } from '../codec.js';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';
import { verificationOf } from './tree-queries.js';

const isClaim =
  ({ repositoryId, oid, holder, attempt }: ClaimedVerification) =>
  (verifications: ExpressionBuilder<Schema, 'pending_verifications'>) =>
    verifications.and([
      verifications('repository_id', '=', repositoryId),
      verifications('oid', '=', hashToBinary(oid)),
      verifications('claimed_by', '=', holder),
      verifications('attempts', '=', attempt),
    ]);

/** The list of verifications as a queue that several processes work on. */
export const verificationClaims = ({
  db,
}: SqlSource): Pick<TreeRecords, 'claimVerification' | 'renewVerification' | 'removeClaimedVerification'> => ({
  claimVerification: async (holder, now, until, { busy = [], beyond } = {}) => {
    let first = db
      .selectFrom('pending_verifications')
      .selectAll('pending_verifications')
      .orderBy('due_at')
      .orderBy('requested_at')
      .orderBy('repository_id')
      .orderBy('oid')
      .limit(1);
    for (const { organizationId, belowBytes } of busy) {
      const ofOrganization = db.selectFrom('repositories').select('id').where('organization_id', '=', organizationId);
      first = first.where((verification) =>
        verification.or([verification('size_bytes', '<', belowBytes), verification('repository_id', 'not in', ofOrganization)]),
      );
    }
    for (;;) {
      const next =
        (await first.where('due_at', '<=', now).executeTakeFirst()) ??
        (beyond === undefined ? undefined : await first.where('due_at', '>', beyond).executeTakeFirst());
      if (next === undefined) return undefined;
      const attempts = next.attempts + 1;
      const claimed = await db
        .updateTable('pending_verifications')
        .set({ due_at: until, claimed_by: holder, attempts })
        .where('repository_id', '=', next.repository_id)
        .where('oid', '=', next.oid)
        .where('attempts', '=', next.attempts)
        .where('due_at', '=', next.due_at)
        .returning('oid')
        .execute();
      // Where transactions see each other's commits somebody may have been quicker; then another one is next.
      if (claimed.length > 0) return { ...verificationOf(next), holder, attempt: attempts };
    }
  },
  renewVerification: async (claim, until) => {
    const held = await db
      .updateTable('pending_verifications')
      .set({ due_at: until })
      .where(isClaim(claim))
      .returning('oid')
      .execute();
    return held.length > 0;
  },
  removeClaimedVerification: async (claim) => {
    const removed = await db.deleteFrom('pending_verifications').where(isClaim(claim)).returning('oid').execute();
    return removed.length > 0;
  },
});
