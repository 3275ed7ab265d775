import type { UserId } from '@svc/core/model';
import type { UserQueries, UserRecords } from '@svc/core/ports';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { cursorText, pageOf } from '../page-of.js';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';
import { userColumns, userOf } from './user-row.js';

// Literals, since one index is of the verified e-mails alone, another of the rest, and a parameter could have any value.
const verified = sql.lit(1);
const unverified = sql.lit(0);

/** Whether nobody else has the address verified. */
const isFreeFor =
  (userId: UserId, address: string) =>
  (expression: ExpressionBuilder<Schema, 'users'>): Expression<SqlBool> =>
    expression.not(
      expression.exists(
        expression
          .selectFrom('users as others')
          .select('others.id')
          .where('others.email', '=', address)
          .where('others.email_verified', '=', verified)
          .where('others.id', '<>', userId),
      ),
    );

export const userQueries = ({ db, lookUps }: SqlSource): UserQueries => ({
  find: async (userId) => {
    const [row] = await lookUps.userById(db, [userId]);
    return row && userOf(row);
  },
  findByVerifiedEmail: async (email) => {
    const row = await db
      .selectFrom('users')
      .select(userColumns)
      .where('email', '=', email.toLowerCase())
      .where('email_verified', '=', verified)
      .executeTakeFirst();
    return row && userOf(row);
  },
  listUnverified: async (email, limit) => {
    const rows = await db
      .selectFrom('users')
      .select(userColumns)
      .where('email', '=', email.toLowerCase())
      .where('email_verified', '=', unverified)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(userOf);
  },
  listAll: async (page) => {
    const rows = await db
      .selectFrom('users')
      .select(userColumns)
      // Every id comes after the empty text.
      .where('id', '>', cursorText<UserId>(page.cursor ?? ''))
      .orderBy('id')
      .limit(page.limit + 1)
      .execute();
    return pageOf(rows, page, userOf, ({ id }) => id);
  },
  findByIdentity: async ({ issuer, subject }) => {
    const row = await db
      .selectFrom('identities')
      .innerJoin('users', 'users.id', 'identities.user_id')
      .select(userColumns)
      .where('identities.issuer', '=', issuer)
      .where('identities.subject', '=', subject)
      .executeTakeFirst();
    return row && userOf(row);
  },
  hasIdentityOf: async (userId, issuer) => {
    const row = await db
      .selectFrom('identities')
      .select('subject')
      .where('user_id', '=', userId)
      .where('issuer', '=', issuer)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },
});

export const userRecords = (source: SqlSource): UserRecords => ({
  // Writing a row holds it, on every database, and rows may refer to it meanwhile.
  lock: async (userId) => {
    await source.db
      .updateTable('users')
      .set((user) => ({ name: user.ref('name') }))
      .where('id', '=', userId)
      .execute();
  },
  add: async (user) => {
    const added = await source.db
      .insertInto('users')
      .values({
        id: user.id,
        email: user.email?.toLowerCase() ?? null,
        email_verified: user.emailVerified ? 1 : 0,
        name: user.name,
        status: user.status,
        created_at: user.createdAt,
      })
      .onConflict((conflict) => conflict.column('email').where('email_verified', '=', verified).doNothing())
      .returning('id')
      .execute();
    return added.length > 0;
  },
  setEmail: async (userId, email, isVerified) => {
    const address = email.toLowerCase();
    const update = source.db
      .updateTable('users')
      .set({ email: address, email_verified: isVerified ? 1 : 0 })
      .where('id', '=', userId)
      .returning('id');
    const updated = await (isVerified ? update.where(isFreeFor(userId, address)) : update).execute();
    return updated.length > 0;
  },
  rename: async (userId, name) => {
    await source.db.updateTable('users').set({ name }).where('id', '=', userId).execute();
  },
  setStatus: async (userId, status) => {
    await source.db.updateTable('users').set({ status }).where('id', '=', userId).execute();
  },
  linkIdentity: async (userId, { issuer, subject }) => {
    await source.db
      .insertInto('identities')
      .values({ issuer, subject, user_id: userId })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .execute();
  },
  ...userQueries(source),
});
