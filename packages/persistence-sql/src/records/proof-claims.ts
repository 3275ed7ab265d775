import type { ClaimedProof, TreeRecords } from '@svc/core';
import type { ExpressionBuilder } from 'kysely';
import { hashToBinary } from '../codec.js';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';
import { proofOf } from './tree-queries.js';

const isClaim =
  ({ repositoryId, oid, holder, attempt }: ClaimedProof) =>
  (proofs: ExpressionBuilder<Schema, 'pending_proofs'>) =>
    proofs.and([
      proofs('repository_id', '=', repositoryId),
      proofs('oid', '=', hashToBinary(oid)),
      proofs('claimed_by', '=', holder),
      proofs('attempts', '=', attempt),
    ]);

/** The list of proofs as a queue that several processes work on. */
export const proofClaims = ({ db }: SqlSource): Pick<TreeRecords, 'claimProof' | 'holdProof' | 'removeClaimedProof'> => ({
  claimProof: async (holder, now, until) => {
    for (;;) {
      const next = await db
        .selectFrom('pending_proofs')
        .selectAll()
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('requested_at')
        .orderBy('repository_id')
        .orderBy('oid')
        .limit(1)
        .executeTakeFirst();
      if (next === undefined) return undefined;
      const attempts = next.attempts + 1;
      const claimed = await db
        .updateTable('pending_proofs')
        .set({ due_at: until, claimed_by: holder, attempts })
        .where('repository_id', '=', next.repository_id)
        .where('oid', '=', next.oid)
        .where('attempts', '=', next.attempts)
        .where('due_at', '=', next.due_at)
        .returning('oid')
        .execute();
      // Where transactions see each other's commits somebody may have been quicker; then another one is next.
      if (claimed.length > 0) return { ...proofOf(next), holder, attempt: attempts };
    }
  },
  holdProof: async (claim, until) => {
    const held = await db.updateTable('pending_proofs').set({ due_at: until }).where(isClaim(claim)).returning('oid').execute();
    return held.length > 0;
  },
  removeClaimedProof: async (claim) => {
    const removed = await db.deleteFrom('pending_proofs').where(isClaim(claim)).returning('oid').execute();
    return removed.length > 0;
  },
});
