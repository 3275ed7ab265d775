import type { Mailer } from '@svc/core/ports';
import type { Closable } from '../run-cases.js';

/** A mail as its receiver has it. */
export interface ReceivedMail {
  /** All addresses that it was delivered to. */
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailerHarness extends Closable {
  readonly mailer: Mailer;
  /** What has arrived so far, oldest first. */
  received(): Promise<readonly ReceivedMail[]>;
  /** From now on the server behind the mailer answers that it takes nothing for this address. */
  refuse(address: string): Promise<void>;
  /** From now on the server behind the mailer takes nothing over. */
  breakDown(): Promise<void>;
}
