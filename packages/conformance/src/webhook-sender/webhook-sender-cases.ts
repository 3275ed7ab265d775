import type { WebhookAnswer } from '@svc/core/ports';
import { expect } from 'chai';
import type { Case } from '../run-cases.js';
import type { ReceiverManner, WebhookSenderHarness } from './webhook-sender-harness.js';

const body = '{"type":"repository.push","data":{"text":"Modèle 🚀\\u0000"}}';
const headers = { 'Content-Type': 'application/json', 'X-SVC-Event': 'repository.push', 'webhook-id': 'id-1' };

const sendTo = ({ sender }: WebhookSenderHarness, url: string): Promise<WebhookAnswer> => sender.send({ url, headers, body });

/** What came back, and how long that took. */
const timed = async (harness: WebhookSenderHarness, manner: ReceiverManner) => {
  const receiver = await harness.receive(manner);
  const begin = performance.now();
  const answer = await sendTo(harness, receiver.url);
  return { answer, tookMs: performance.now() - begin, received: await receiver.received() };
};

const answers: readonly Case<WebhookSenderHarness>[] = [
  {
    title: 'the receiver gets one POST with the headers and exactly the bytes of the body',
    run: async (harness) => {
      const receiver = await harness.receive({ kind: 'answers', status: 204 });
      const url = `${receiver.url}deep/path?team=1&x=%20`;
      expect(await sendTo(harness, url)).to.deep.equal({ kind: 'answered', status: 204 });
      const [received, ...more] = await receiver.received();
      expect(more).to.deep.equal([]);
      expect(received?.method).to.equal('POST');
      expect(received?.path.endsWith('deep/path?team=1&x=%20')).to.equal(true);
      expect(received?.body).to.equal(body);
      expect(received?.headers).to.include({
        'content-type': 'application/json',
        'x-svc-event': 'repository.push',
        'webhook-id': 'id-1',
      });
    },
  },
  {
    title: 'every status is told, and nothing else of the answer',
    run: async (harness) => {
      for (const status of [200, 201, 202, 204, 299, 400, 401, 404, 410, 429, 500, 503]) {
        const { answer } = await timed(harness, { kind: 'answers', status });
        expect(answer).to.deep.equal({ kind: 'answered', status });
      }
    },
  },
  {
    title: 'a redirect is told and not followed',
    run: async (harness) => {
      const target = await harness.receive({ kind: 'answers', status: 200 });
      for (const status of [301, 302, 303, 307, 308]) {
        const { answer } = await timed(harness, { kind: 'answers', status, headers: { location: target.url } });
        expect(answer).to.deep.equal({ kind: 'answered', status });
      }
      expect(await target.received()).to.deep.equal([]);
    },
  },
  {
    title: 'an answer without an end, or with one that takes its time, is left after its head',
    run: async (harness) => {
      for (const kind of ['endless', 'slow-body'] as const) {
        const { answer } = await timed(harness, { kind });
        expect(answer, kind).to.deep.equal({ kind: 'answered', status: 200 });
      }
    },
  },
];

const faults: readonly Case<WebhookSenderHarness>[] = [
  {
    title: 'a receiver that says nothing, or says it too slowly, is given up when its time is over',
    run: async (harness) => {
      for (const kind of ['silent', 'slow'] as const) {
        const { answer, tookMs } = await timed(harness, { kind });
        expect(answer, kind).to.deep.equal({ kind: 'failed', fault: 'timeout' });
        expect(tookMs, kind).to.be.at.least(harness.timeoutMs - 50);
      }
    },
  },
  {
    title: 'a receiver that is not there, hangs up, or speaks no HTTP is told by its fault alone',
    run: async (harness) => {
      expect(await sendTo(harness, await harness.nobody())).to.deep.equal({ kind: 'failed', fault: 'unreachable' });
      const hungUp = await timed(harness, { kind: 'hangs-up' });
      expect(hungUp.answer).to.deep.equal({ kind: 'failed', fault: 'unreachable' });
      const babble = await timed(harness, { kind: 'babbles' });
      expect(babble.answer).to.deep.equal({ kind: 'failed', fault: 'invalid_answer' });
    },
  },
  {
    title: 'an address that is forbidden is not reached, and refused by its text',
    run: async (harness) => {
      const receiver = await harness.receive({ kind: 'answers', status: 200 });
      const url = harness.forbidden(receiver);
      expect(harness.sender.isAllowed(receiver.url)).to.equal(true);
      expect(harness.sender.isAllowed(url)).to.equal(false);
      expect(await sendTo(harness, url)).to.deep.equal({ kind: 'failed', fault: 'address_forbidden' });
      expect(await receiver.received()).to.deep.equal([]);
    },
  },
  {
    title: 'a URL that is none for webhooks is refused',
    run: async (harness) => {
      for (const url of ['', 'ftp://hooks.example.org/', 'file:///etc/passwd', 'hooks.example.org', 'http://']) {
        expect(harness.sender.isAllowed(url), url).to.equal(false);
        expect(await sendTo(harness, url), url).to.deep.equal({ kind: 'failed', fault: 'address_forbidden' });
      }
    },
  },
  {
    title: 'while one receiver says nothing 100 others are told',
    run: async (harness) => {
      const silent = await harness.receive({ kind: 'silent' });
      let givenUp = 0;
      const stuck = Array.from({ length: 20 }, async () => {
        await sendTo(harness, silent.url);
        givenUp += 1;
      });
      const good = await harness.receive({ kind: 'answers', status: 200 });
      const told = await Promise.all(Array.from({ length: 100 }, () => sendTo(harness, good.url)));
      expect(givenUp, 'who waits still').to.equal(0);
      expect(told.every((answer) => answer.kind === 'answered')).to.equal(true);
      expect(await good.received()).to.have.length(100);
      await Promise.all(stuck);
    },
  },
];

/** The law of the `WebhookSender` port. */
export const webhookSenderCases: Readonly<Record<string, readonly Case<WebhookSenderHarness>[]>> = {
  'a webhook sender: answers': answers,
  'a webhook sender: faults': faults,
};
