import { errAsync, okAsync } from 'neverthrow';
import { unavailable } from '../model/app-error.js';
import type { Mail, Mailer } from '../ports/mailer.js';

export interface MemoryMailer extends Mailer {
  /** What was taken over, oldest first. */
  readonly sent: readonly Mail[];
  /** While it is down every mail is refused as `unavailable`. */
  setDown(isDown: boolean): void;
}

/** Keeps mails in place of sending them, for tests and for trying things out. */
export const createMemoryMailer = (): MemoryMailer => {
  const sent: Mail[] = [];
  let down = false;
  return {
    sent,
    setDown: (isDown) => {
      down = isDown;
    },
    send: (mail) => {
      if (down) return errAsync(unavailable('mail'));
      sent.push(mail);
      return okAsync(undefined);
    },
  };
};
