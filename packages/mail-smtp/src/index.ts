export { createSmtpMailer, type SmtpMailer, type SmtpOptionProblem, type SmtpOptions } from './create-smtp-mailer.js';
export type { SmtpFault } from './smtp-fault.js';
