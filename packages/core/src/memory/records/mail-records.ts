import type { ClaimedMail, MailRecords } from '../../ports/records/mail-records.js';
import { compareText } from '../page-by-key.js';
import { dueOf } from '../due.js';
import type { DraftTables } from '../tables.js';

export const mailRecords = (tables: DraftTables): MailRecords => {
  const held = ({ id, holder, attempt }: ClaimedMail) => {
    const row = tables.queuedMails.get(id);
    return row?.holder === holder && row.attempts === attempt ? row : undefined;
  };
  return {
    add: async (queued) => {
      const dueAt = tables.queuedMails.get(queued.id)?.dueAt ?? queued.createdAt;
      tables.queuedMails.put(queued.id, { queued, dueAt, holder: undefined, attempts: 0 });
    },
    claim: async (holder, now, until, beyond) => {
      const [row] = dueOf(
        tables.queuedMails.where(() => true),
        now,
        beyond,
      ).toSorted((left, right) => left.dueAt - right.dueAt || compareText(left.queued.id, right.queued.id));
      if (row === undefined) return undefined;
      const attempts = row.attempts + 1;
      tables.queuedMails.put(row.queued.id, { ...row, dueAt: until, holder, attempts });
      return { ...row.queued, holder, attempt: attempts };
    },
    postpone: async (claimed, until) => {
      const row = held(claimed);
      if (row === undefined) return false;
      tables.queuedMails.put(claimed.id, { ...row, dueAt: until });
      return true;
    },
    remove: async (claimed) => {
      if (held(claimed) === undefined) return false;
      tables.queuedMails.remove(claimed.id);
      return true;
    },
  };
};
