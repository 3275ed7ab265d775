import type { ClaimedMail, MailRecords } from '@svc/core/ports';
import type { ExpressionBuilder } from 'kysely';
import type { Schema } from '../schema.js';
import type { SqlSource } from './sql-source.js';

const isClaim =
  ({ id, holder, attempt }: ClaimedMail) =>
  (mails: ExpressionBuilder<Schema, 'queued_mails'>) =>
    mails.and([mails('id', '=', id), mails('claimed_by', '=', holder), mails('attempts', '=', attempt)]);

export const mailRecords = ({ db }: SqlSource): MailRecords => ({
  add: async ({ id, mail, createdAt }) => {
    const row = {
      recipient: mail.to,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html,
      created_at: createdAt,
      attempts: 0,
    };
    await db
      .insertInto('queued_mails')
      .values({ ...row, id, due_at: createdAt })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...row, claimed_by: null }))
      .execute();
  },
  claim: async (holder, now, until, beyond) => {
    const first = db.selectFrom('queued_mails').selectAll().orderBy('due_at').orderBy('id').limit(1);
    for (;;) {
      const next =
        (await first.where('due_at', '<=', now).executeTakeFirst()) ??
        (beyond === undefined ? undefined : await first.where('due_at', '>', beyond).executeTakeFirst());
      if (next === undefined) return undefined;
      const attempt = next.attempts + 1;
      const [claimed] = await db
        .updateTable('queued_mails')
        .set({ due_at: until, claimed_by: holder, attempts: attempt })
        .where('id', '=', next.id)
        .where('attempts', '=', next.attempts)
        .where('due_at', '=', next.due_at)
        .returningAll()
        .execute();
      // Where transactions see each other's commits somebody may have been quicker; then another one is next.
      if (claimed === undefined) continue;
      // Another one may have taken its place since it was found.
      const { id, recipient: to, subject, text_body: text, html_body: html, created_at: createdAt } = claimed;
      return { id, mail: { to, subject, text, html }, createdAt, holder, attempt };
    }
  },
  postpone: async (claimed, until) => {
    const moved = await db.updateTable('queued_mails').set({ due_at: until }).where(isClaim(claimed)).returning('id').execute();
    return moved.length > 0;
  },
  remove: async (claimed) => {
    const removed = await db.deleteFrom('queued_mails').where(isClaim(claimed)).returning('id').execute();
    return removed.length > 0;
  },
});
