import { mailerCases, type MailerHarness, runCases } from '@svc/conformance';
import { startSmtpWorld } from './smtp-world.js';

const harnessOver = (security: 'none' | 'starttls' | 'tls') => async (): Promise<MailerHarness> => {
  const { server, mailer, close } = await startSmtpWorld({ security });
  return {
    mailer,
    received: async () => server.received().map(({ recipients, subject, text, html }) => ({ recipients, subject, text, html })),
    refuse: async (address) => server.refuse(address),
    breakDown: () => server.stop(),
    close,
  };
};

for (const security of ['none', 'starttls', 'tls'] as const) {
  describe(`the SMTP mailer over a server with ${security}`, () => {
    runCases(describe, it, mailerCases, harnessOver(security));
  });
}
