import {
  type ReceivedWebhook,
  type ReceiverManner,
  runCases,
  webhookSenderCases,
  type WebhookSenderHarness,
} from '@svc/conformance';
import type { WebhookAnswer, WebhookRequest } from '@svc/core/ports';
import { createFixedClock, createMemoryWebhookSender } from '@svc/core/memory';
import { expect } from 'chai';

const timeoutMs = 1000;

const lowerCased = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const requestOf = ({ url, headers, body }: WebhookRequest): ReceivedWebhook => {
  const { pathname, search } = new URL(url);
  return { method: 'POST', path: `${pathname}${search}`, headers: lowerCased(headers), body };
};

/** What the sender learns of a receiver of each manner; undefined for ever where it says nothing. */
const answerOf = (manner: ReceiverManner): WebhookAnswer | undefined => {
  switch (manner.kind) {
    case 'answers':
      return { kind: 'answered', status: manner.status };
    case 'endless':
    case 'slow-body':
      return { kind: 'answered', status: 200 };
    case 'hangs-up':
      return { kind: 'failed', fault: 'unreachable' };
    case 'babbles':
      return { kind: 'failed', fault: 'invalid_answer' };
    case 'silent':
    case 'slow':
      return undefined;
  }
};

const makeHarness = async (): Promise<WebhookSenderHarness> => {
  const after = (milliseconds: number, act: () => void) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  };
  const sender = createMemoryWebhookSender({ clock: { after }, timeoutMs });
  let count = 0;
  return {
    sender,
    timeoutMs,
    receive: async (manner) => {
      count += 1;
      const url = `https://r${count}.test/`;
      const answer = answerOf(manner);
      const received: ReceivedWebhook[] = [];
      sender.listen(url, (request) => {
        received.push(requestOf(request));
        return answer ?? new Promise(() => undefined);
      });
      return { url, received: async () => received };
    },
    forbidden: ({ url }) => url.replace(/r\d+\.test/, 'localhost'),
    nobody: async () => 'https://nobody.test/',
    close: () => Promise.resolve(),
  };
};

describe('the webhook sender in memory', () => {
  runCases(describe, it, webhookSenderCases, makeHarness);

  it('keeps what it has sent and gives a receiver up after ten seconds of its clock', async () => {
    const clock = createFixedClock();
    const sender = createMemoryWebhookSender({ clock });
    sender.listen('https://hooks.test/', () => new Promise(() => undefined));
    const request = { url: 'https://hooks.test/', headers: {}, body: '{}' };
    let answer: WebhookAnswer | undefined;
    const sending = sender.send(request).then((given) => (answer = given));
    clock.advance(9999);
    await Promise.resolve();
    expect(answer).to.equal(undefined);
    clock.advance(1);
    expect(await sending).to.deep.equal({ kind: 'failed', fault: 'timeout' });
    expect(sender.sent).to.deep.equal([request]);
  });
});
