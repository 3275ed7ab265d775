import { createSmtpMailer, type SmtpFault, type SmtpMailer, type SmtpOptions } from '@svc/mail-smtp';
import { type SmtpServerOptions, startSmtpServer, type TestSmtpServer } from '@svc/test-services/smtp';

const from = 'Example, Inc. <mail@example.org>';

export interface SmtpWorld {
  readonly server: TestSmtpServer;
  readonly mailer: SmtpMailer;
  /** What `onFault` has heard. */
  readonly faults: readonly SmtpFault[];
  close(): Promise<void>;
}

/** The mailer, told by `options`, that trusts the server's certificate. */
export const mailerFor = (options: Omit<SmtpOptions, 'from' | 'onFault'>) => {
  const faults: SmtpFault[] = [];
  const made = createSmtpMailer({ from, onFault: (fault) => faults.push(fault), ...options });
  if (made.isErr()) throw new Error(`${made.error.option} ${made.error.problem}`);
  return { mailer: made.value, faults };
};

/** A mailer before an SMTP server of its own. */
export const startSmtpWorld = async (
  serverOptions: SmtpServerOptions = {},
  options: Partial<SmtpOptions> = {},
): Promise<SmtpWorld> => {
  const server = await startSmtpServer(serverOptions);
  const { mailer, faults } = mailerFor({ url: server.url, ca: server.certificate, ...options });
  return {
    server,
    mailer,
    faults,
    close: async () => {
      mailer.close();
      await server.stop();
    },
  };
};
