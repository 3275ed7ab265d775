import { mailerCases, type MailerHarness, runCases } from '@svc/conformance';
import { createMemoryMailer } from '@svc/core/memory';

const makeHarness = async (): Promise<MailerHarness> => {
  const mailer = createMemoryMailer();
  return {
    mailer,
    received: async () => mailer.sent.map(({ to, ...content }) => ({ recipients: [to], ...content })),
    refuse: async (address) => mailer.refuse(address),
    breakDown: async () => mailer.setDown(true),
    close: () => Promise.resolve(),
  };
};

describe('the mailer in memory', () => {
  runCases(describe, it, mailerCases, makeHarness);
});
