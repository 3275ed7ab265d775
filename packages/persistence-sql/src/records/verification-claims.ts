import type { Instant, OrganizationId, RepositoryId } from '@svc/core/model';
import type { BusyOrganization, ClaimedVerification, TreeRecords } from '@svc/core/ports';
import { type ExpressionBuilder, sql } from 'kysely';
import { hashToBinary } from '../codec.js';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';
import { verificationOf } from './tree-queries.js';

type Db = SqlSource['db'];

const isClaim =
  ({ repositoryId, oid, holder, attempt }: ClaimedVerification) =>
  (verifications: ExpressionBuilder<Schema, 'pending_verifications'>) =>
    verifications.and([
      verifications('repository_id', '=', repositoryId),
      verifications('oid', '=', hashToBinary(oid)),
      verifications('claimed_by', '=', holder),
      verifications('attempts', '=', attempt),
    ]);

interface Due {
  readonly operator: '<=' | '>';
  readonly at: Instant;
}

const inOrder = (db: Db) =>
  db
    .selectFrom('pending_verifications')
    .orderBy('pending_verifications.due_at')
    .orderBy('pending_verifications.requested_at')
    .orderBy('pending_verifications.repository_id')
    .orderBy('pending_verifications.oid')
    .limit(1);

const findFirst = (db: Db, { operator, at }: Due) => inOrder(db).selectAll().where('due_at', operator, at).executeTakeFirst();

/** The organizations that have any, one after the other by the index, and none of their verifications but the first. */
const withWaiting = (db: Db) =>
  db.withRecursive('waiting(id)', (cte) =>
    cte
      .selectFrom('pending_verifications')
      .select(({ fn }) => fn.min('organization_id').as('id'))
      .unionAll(
        cte
          .selectFrom('waiting')
          .select((waiting) =>
            waiting
              .selectFrom('pending_verifications')
              .select(({ fn }) => fn.min('organization_id').as('next'))
              .whereRef('organization_id', '>', 'waiting.id')
              .as('id'),
          )
          .where('waiting.id', 'is not', null),
      ),
  );

/** The first of those without an organization: a process of an earlier release may write some while the service is updated. */
const findOfAnyone = (db: Db, { operator, at }: Due) =>
  inOrder(db).selectAll().where('due_at', operator, at).where('organization_id', 'is', null).executeTakeFirst();

/** The first of each organization is looked up by itself: a busy one may have thousands that come before those of others. */
const findBeside = async (db: Db, busy: readonly BusyOrganization[], { operator, at }: Due) => {
  const isFull = ({ belowBytes }: BusyOrganization): boolean => belowBytes === 0;
  const full = busy.filter(isFull).map(({ organizationId }) => organizationId);
  const partly = busy.filter((one) => !isFull(one));
  const first = inOrder(db)
    .where('due_at', operator, at)
    .where('organization_id', '=', sql.ref<OrganizationId>('waiting.id'))
    .where((of) =>
      of.and(
        partly.map(({ organizationId, belowBytes }) =>
          of.or([of('organization_id', '!=', organizationId), of('size_bytes', '<', belowBytes)]),
        ),
      ),
    );
  // Its values one by one: PostgreSQL would read the whole table to join it with what a subquery has found.
  const key = await withWaiting(db)
    .selectFrom('waiting')
    .select([first.select('pending_verifications.repository_id').as('repository_id'), first.select('oid').as('oid')])
    .where('waiting.id', 'is not', null)
    .$if(full.length > 0, (query) => query.where('waiting.id', 'not in', full))
    .where(first.select('oid'), 'is not', null)
    .orderBy(first.select('due_at'))
    .orderBy(first.select('requested_at'))
    .orderBy('repository_id')
    .orderBy('oid')
    .limit(1)
    .$narrowType<{ repository_id: RepositoryId; oid: Uint8Array }>()
    .executeTakeFirst();
  if (key === undefined) return findOfAnyone(db, { operator, at });
  return db
    .selectFrom('pending_verifications')
    .selectAll()
    .where('repository_id', '=', key.repository_id)
    .where('oid', '=', key.oid)
    .executeTakeFirst();
};

/** The list of verifications as a queue that several processes work on. */
export const verificationClaims = ({
  db,
}: SqlSource): Pick<TreeRecords, 'claimVerification' | 'renewVerification' | 'removeClaimedVerification'> => ({
  claimVerification: async (holder, now, until, { busy = [], beyond } = {}) => {
    const find = (due: Due) => (busy.length === 0 ? findFirst(db, due) : findBeside(db, busy, due));
    for (;;) {
      const next =
        (await find({ operator: '<=', at: now })) ??
        (beyond === undefined ? undefined : await find({ operator: '>', at: beyond }));
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
