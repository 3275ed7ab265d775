import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import type { Context, Middleware } from 'koa';
import { clientSignal } from '../../src/koa/client-signal.js';
import { configureServer } from '../../src/koa/configure-server.js';
import { endWithConnection } from '../../src/koa/end-with-connection.js';
import { requestListener } from '../../src/koa/request-listener.js';
import { startService } from '../support/service.js';

const request = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** A client that sends two requests at once and leaves before the first one is answered; `answer` answers the second one, and the first one is answered last. */
const leaveBehindTwo = async (answer: (ctx: Context, left: Promise<void>) => unknown, isOver: () => boolean): Promise<void> => {
  const faults: unknown[] = [];
  let answerFirst = (): void => undefined;
  const middleware: Middleware = async (ctx) => {
    if (ctx.path === '/first') {
      await new Promise<void>((resolve) => (answerFirst = resolve));
      ctx.body = 'first';
      return;
    }
    const left = new Promise<void>((resolve) => ctx.req.socket.once('close', () => resolve()));
    setImmediate(() => client.resetAndDestroy());
    await answer(ctx, left);
  };
  const server = createServer(requestListener(middleware, (fault) => faults.push(fault)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  const client: Socket = connect(address.port, '127.0.0.1', () => client.write(request('/first') + request('/second')));
  client.on('error', () => undefined);
  await waitUntil('the second one is over', isOver);
  answerFirst();
  server.close();
  await once(server, 'close');
  expect(faults).to.deep.equal([]);
};

/** A body that has more than anybody takes. */
const endless = (): Readable => new Readable({ read: (size) => void size });

describe('an answer that waits behind another one when their connection ends', () => {
  it('lets go of its body', async () => {
    const body = endless();
    body.push('x');
    await leaveBehindTwo(
      (ctx) => {
        endWithConnection(ctx.req, ctx.res);
        ctx.body = body;
      },
      () => body.destroyed,
    );
  });

  for (const [when, isBefore] of Object.entries({ 'before that': true, 'only then': false })) {
    it(`lets go of a body that it gets only then, where it was looked at ${when}`, async () => {
      const body = endless();
      await leaveBehindTwo(
        async (ctx, left) => {
          if (isBefore) endWithConnection(ctx.req, ctx.res);
          await left;
          if (!isBefore) endWithConnection(ctx.req, ctx.res);
          ctx.body = body;
        },
        () => body.destroyed,
      );
    });
  }

  it('tells those who work for it that nobody waits', async () => {
    let signal: AbortSignal | undefined;
    await leaveBehindTwo(
      (ctx) => {
        endWithConnection(ctx.req, ctx.res);
        signal = clientSignal(ctx.res);
      },
      () => signal?.aborted === true,
    );
  });

  it('ends on a server that is configured whatever answers there', async () => {
    let closed = 0;
    const server = configureServer(createServer((_request, response) => response.once('close', () => (closed += 1))));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
    const client: Socket = connect(address.port, '127.0.0.1', () => client.write(request('/').repeat(12)));
    client.on('error', () => undefined);
    server.on('request', () => setImmediate(() => client.resetAndDestroy()));
    await waitUntil('all of them are over', () => closed === 12);
    server.close();
    await once(server, 'close');
  });

  it('is noted as one whose client has left', async () => {
    let begun = 0;
    const service = await startService({
      metrics: () => {
        begun += 1;
        return new Promise(() => undefined);
      },
    });
    const client = connect(service.port, '127.0.0.1', () => client.write(request('/metrics') + request('/readyz')));
    client.on('error', () => undefined);
    await waitUntil('the first one is being answered', () => begun > 0);
    client.resetAndDestroy();
    await waitUntil('both are noted', () => service.answered.length === 2);
    expect(service.answered.map(({ endpoint, status }) => [endpoint, status])).to.have.deep.members([
      ['system.metrics', 499],
      ['system.ready', 499],
    ]);
    await service.close();
  });
});
