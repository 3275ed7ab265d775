import { errAsync, okAsync } from 'neverthrow';
import { unavailable } from '../model/app-error.js';
import type { Mail, Mailer } from '../ports/mailer.js';

export interface MemoryMailer extends Mailer {
  /** What was taken over, oldest first. */
  readonly sent: readonly Mail[];
  /** While it is down every mail is refused as `unavailable`. */
  setDown(isDown: boolean): void;
  /** From now on no mail to this address is taken over. */
  refuse(address: string): void;
}

/** Keeps mails in place of sending them, for tests and for trying things out. */
export const createMemoryMailer = (): MemoryMailer => {
  const sent: Mail[] = [];
  const refused = new Set<string>();
  let down = false;
  return {
    sent,
    setDown: (isDown) => {
      down = isDown;
    },
    refuse: (address) => void refused.add(address),
    send: (mail) => {
      if (down) return errAsync(unavailable('mail'));
      if (refused.has(mail.to)) return errAsync({ kind: 'mail_refused' });
      sent.push({ ...mail, subject: mail.subject.replaceAll(/[\r\n]+/g, ' ') });
      return okAsync(undefined);
    },
  };
};
