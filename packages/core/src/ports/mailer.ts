import type { ResultAsync } from 'neverthrow';
import type { Unavailable } from '../model/app-error.js';

export interface Mail {
  /** One address, without a name. */
  readonly to: string;
  /** One line, at most 200 characters; a line break in it is sent as a space. */
  readonly subject: string;
  readonly text: string;
  /** The same in HTML, for a reader that shows it. */
  readonly html: string;
}

/** The server answers, and does not take this mail now: others may go. */
export interface MailRefused {
  readonly kind: 'mail_refused';
}

/**
 * Sends mail. Ok: a server has taken it over; whether it arrives is not known to anybody. `mail_refused`: it takes this one not, because of its address or of
 * what it says. `unavailable`: it takes none, or does not answer. Nothing of a mail is ever logged but that it was sent or not.
 */
export interface Mailer {
  send(mail: Mail): ResultAsync<void, MailRefused | Unavailable>;
}
