import { createServer } from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { waitUntil } from '@svc/test-services/wait-until';
import { createWebhookSender } from '@svc/webhook-sender-node';
import { expect } from 'chai';
import { dropBody } from '../src/drop-body.js';

/** Longer than any test: what ends a body in time is the other limit. */
const never = 3_600_000;
const endless = Number.MAX_SAFE_INTEGER;

const bodies: Readable[] = [];

/** A body that stops after so many bytes without an end, unless it is told to end. */
const bodyOf = (bytes: number, { ends }: { readonly ends: boolean }): Readable => {
  const body = new Readable({ read: () => undefined });
  bodies.push(body);
  body.push(Buffer.alloc(bytes));
  if (ends) body.push(null);
  return body;
};

describe('the body of an answer that nobody needs', () => {
  afterEach(() => {
    for (const body of bodies.splice(0)) body.destroy();
  });

  it('is cut at the byte after the last one that may come', async () => {
    const body = bodyOf(1001, { ends: false });
    await dropBody(body, { maxBytes: 1000, maxMs: never });
    expect([body.destroyed, body.readableEnded]).to.deep.equal([true, false]);
  });

  it('is cut when it is over by all of its pieces, not by one', async () => {
    const body = bodyOf(400, { ends: false });
    const dropping = dropBody(body, { maxBytes: 1000, maxMs: never });
    for (const bytes of [400, 201]) {
      await new Promise((resolve) => setImmediate(resolve));
      expect(body.destroyed).to.equal(false);
      body.push(Buffer.alloc(bytes));
    }
    await dropping;
    expect(body.destroyed).to.equal(true);
  });

  it('is read to its end when that comes in time', async () => {
    const body = bodyOf(1000, { ends: true });
    await dropBody(body, { maxBytes: 1000, maxMs: never });
    expect(body.readableEnded).to.equal(true);
  });

  it('is cut when its end does not come in time', async () => {
    const body = bodyOf(1, { ends: false });
    await dropBody(body, { maxBytes: endless, maxMs: 10 });
    expect(body.destroyed).to.equal(true);
  });

  it('is over when it breaks', async () => {
    const body = bodyOf(1, { ends: false });
    const dropping = dropBody(body, { maxBytes: endless, maxMs: never });
    body.destroy(new Error('the connection breaks'));
    await dropping;
  });

  it('ends the connection of a receiver that sends without end, whose answer counts all the same', async () => {
    let isClosed = false;
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16 * 1024)));
      };
      response.on('drain', more);
      response.on('close', () => {
        isClosed = true;
      });
      more();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server listens on a port');
    const sender = createWebhookSender({ allow: ['127.0.0.1'] });
    const url = `http://127.0.0.1:${address.port}/`;
    expect(await sender.send({ url, headers: {}, body: '{}' })).to.deep.equal({ kind: 'answered', status: 200 });
    await waitUntil('the connection is closed', () => isClosed);
    server.close();
  });
});
