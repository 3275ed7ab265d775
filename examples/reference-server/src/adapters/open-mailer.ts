import type { Mailer } from '@svc/core/ports';
import type { Logger } from 'pino';
import type { SmtpSettings } from '../config/smtp-settings.js';
import { StartProblem } from '../start-problem.js';

export interface OpenMailer {
  /** Undefined: no mail is sent. */
  readonly mailer: Mailer | undefined;
  close(): void;
}

/** Loaded only where mail is sent. */
export const openMailer = async (smtp: SmtpSettings | undefined, log: Pick<Logger, 'warn'>): Promise<OpenMailer> => {
  if (smtp === undefined) return { mailer: undefined, close: () => undefined };
  const { createSmtpMailer } = await import('@svc/mail-smtp');
  const made = createSmtpMailer({ ...smtp, onFault: (fault) => log.warn({ smtp: fault }, 'mail not sent') });
  if (made.isErr()) throw new StartProblem(`mail: ${made.error.option} ${made.error.problem}`);
  return { mailer: made.value, close: () => made.value.close() };
};
