import { type ReceivedWebhook, runCases, webhookSenderCases, type WebhookSenderHarness } from '@svc/conformance';
import { createWebhookSender } from '@svc/webhook-sender-node';
import { startWebhookReceivers, type WebhookReceivers } from '@svc/test-services/webhook-receiver';
import { freePort } from '@svc/test-services/free-port';

/** A busy machine answers within it; that nobody does takes so long to find out. */
const timeoutMs = 2000;

describe('the webhook sender on Node', () => {
  let receivers: WebhookReceivers;
  before(async () => {
    receivers = await startWebhookReceivers();
  });
  after(() => receivers.stop());

  const makeHarness = async (): Promise<WebhookSenderHarness> => ({
    sender: createWebhookSender({ allow: ['127.0.0.1'], timeoutMs }),
    timeoutMs,
    receive: async (manner) => {
      const { id, url } = await receivers.receive(manner);
      return { url, received: (): Promise<readonly ReceivedWebhook[]> => receivers.received(id) };
    },
    forbidden: ({ url }) => url.replace('127.0.0.1', '127.0.0.2'),
    nobody: async () => `http://127.0.0.1:${await freePort()}/`,
    close: () => Promise.resolve(),
  });

  runCases(describe, it, webhookSenderCases, makeHarness);
});
