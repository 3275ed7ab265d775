import { parseMailAddress, unavailable, type Unavailable } from '@svc/core/model';
import type { Mail, Mailer, MailRefused } from '@svc/core/ports';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { createTransport } from 'nodemailer';
import { encodedWords } from './encoded-words.js';
import { parseSender, parseSmtpUrl, type Sender, senderRule, type SmtpServer, smtpUrlRule } from './settings.js';
import { isAboutMail, type SmtpFault, smtpFaultOf } from './smtp-fault.js';

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password or with neither. */
  readonly url: string;
  /** `address`, or `name <address>`. */
  readonly from: string;
  /** For each step: connecting, the greeting, an answer; 10 seconds when absent. */
  readonly timeoutMs?: number | undefined;
  /** For a mail as a whole, however busily the server answers; 30 seconds when absent. */
  readonly deadlineMs?: number | undefined;
  /** PEM of the certificate authorities that count in place of Node's own. */
  readonly ca?: string | undefined;
  /** Hears of each mail that was not taken over. */
  readonly onFault?: ((fault: SmtpFault) => void) | undefined;
}

/** An option that cannot be used. `problem` goes on after its name, and never quotes it. */
export interface SmtpOptionProblem {
  readonly option: 'url' | 'from';
  readonly problem: string;
}

export interface SmtpMailer extends Mailer {
  /** Ends all connections; one that carries a mail ends after it. What is sent later is `unavailable`. */
  close(): void;
}

const defaultTimeoutMs = 10_000;
const defaultDeadlineMs = 30_000;
const maxConnections = 3;
/** A server may have closed a connection just as it was to be used again. */
const maxRequeues = 1;

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i;

const transportOf = ({ host, port, security, credentials }: SmtpServer, { ca, timeoutMs = defaultTimeoutMs }: SmtpOptions) =>
  createTransport({
    pool: true,
    maxConnections,
    maxRequeues,
    host,
    port,
    secure: security === 'tls',
    // An attacker in between could strip the offer of TLS, and read the password.
    requireTLS: security === 'starttls' && credentials !== undefined && !loopback.test(host),
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

const oneLine = (text: string): string => text.replace(/[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}]+/gu, ' ');

/** What looks like an encoded word is sent as it is by the library, and readers would show something else than what was said. */
const subjectHeader = (subject: string): string | { readonly prepared: true; readonly value: string } =>
  subject.includes('=?') ? { prepared: true, value: encodedWords(subject) } : subject;

const mailerOf = (server: SmtpServer, from: Sender, options: SmtpOptions): SmtpMailer => {
  const { deadlineMs = defaultDeadlineMs, onFault } = options;
  const transport = transportOf(server, options);
  const send = async ({ to, subject, text, html }: Mail): Promise<Result<void, MailRefused | Unavailable>> => {
    const address = parseMailAddress(to);
    if (address === undefined) {
      onFault?.({ code: 'EENVELOPE', status: undefined });
      return err({ kind: 'mail_refused' });
    }
    try {
      await transport.sendMail({
        from,
        to: { name: '', address },
        text,
        html,
        // RFC 3834: nobody's out-of-office note answers it.
        headers: { Subject: subjectHeader(oneLine(subject)), 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(deadlineMs),
      });
      return ok();
    } catch (fault) {
      onFault?.(smtpFaultOf(fault));
      return err(isAboutMail(fault) ? { kind: 'mail_refused' } : unavailable('mail'));
    }
  };
  return { send: (mail) => new ResultAsync(send(mail)), close: () => transport.close() };
};

/** A mailer over one SMTP server. Nothing is asked of the server before the first mail. */
export const createSmtpMailer = (options: SmtpOptions): Result<SmtpMailer, SmtpOptionProblem> => {
  const server = parseSmtpUrl(options.url);
  if (server === undefined) return err({ option: 'url', problem: smtpUrlRule });
  const from = parseSender(options.from);
  if (from === undefined) return err({ option: 'from', problem: senderRule });
  return ok(mailerOf(server, from, options));
};
