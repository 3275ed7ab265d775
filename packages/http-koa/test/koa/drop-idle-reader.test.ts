import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import type { Middleware } from 'koa';
import { createBodySender } from '../../src/koa/body-senders.js';
import { configureServer } from '../../src/koa/configure-server.js';
import { byteIdleMs } from '../../src/koa/limit-idle.js';
import { requestListener } from '../../src/koa/request-listener.js';
import { receiveBytes } from '../../src/koa/receive-bytes.js';
import { sendJson, sendText } from '../../src/koa/send.js';

// More than the system takes for a reader who does not read.
const text = 'x'.repeat(32 * 1024 * 1024);
const entries = Array.from({ length: 40_000 }, () => 'x'.repeat(1000));

const answers: Readonly<Record<string, Middleware>> = {
  'JSON of one piece': (ctx) => sendJson(ctx, 200, 'application/json', { text }),
  'JSON of many pieces': (ctx) => sendJson(ctx, 200, 'application/json', { entries }),
  text: (ctx) => sendText(ctx, 200, { contentType: 'text/plain', text }),
};

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** A connection that has sent what is given, as its client and as the server sees it. */
const open = async (server: Server, sent = request): Promise<{ readonly client: Socket; readonly served: Socket }> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  const connected = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const client = connect(address.port, '127.0.0.1', () => client.write(sent));
  client.on('error', () => undefined);
  return { client, served: await connected };
};

const stop = async (server: Server): Promise<void> => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
};

describe('an answer that its reader does not read', () => {
  for (const [name, middleware] of Object.entries(answers)) {
    it(`is given up with its connection when no byte of it moves for a minute: ${name}`, async () => {
      const server = configureServer(createServer(requestListener(middleware, () => undefined)));
      const { client, served } = await open(server);
      await waitUntil('the answer waits for its reader', () => served.writableNeedDrain && served.timeout !== undefined);
      expect(served.timeout).to.equal(byteIdleMs);
      const closed = once(served, 'close');
      served.setTimeout(100);
      await closed;
      client.destroy();
      await stop(server);
    });
  }
});

describe('an answer that was read', () => {
  for (const keepAliveTimeout of [75_000, 0]) {
    it(`leaves its connection as it was, which waits ${keepAliveTimeout} ms for the next request`, async () => {
      let timeoutAtRequest: number | undefined;
      const answer: Middleware = (ctx) => {
        timeoutAtRequest = ctx.req.socket.timeout;
        sendJson(ctx, 200, 'application/json', { status: 'ok' });
      };
      const server = configureServer(createServer(requestListener(answer, () => undefined)));
      server.keepAliveTimeout = keepAliveTimeout;
      const { client, served } = await open(server);
      await once(client, 'data');
      // Newer versions of Node wait a second longer than they are told.
      expect(served.timeout).to.be.within(keepAliveTimeout, keepAliveTimeout + 1000);
      client.write(request);
      await once(client, 'data');
      expect(timeoutAtRequest).to.equal(0);
      client.destroy();
      await stop(server);
    });
  }
});

describe('requests of one connection that come before the answers to those before them', () => {
  const upload = (bytes: number) => `PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`;
  const pace = { rate: { bytesPerSecond: 1, windowMs: 60_000 }, sender: createBodySender() };
  let answered: number;
  let received: number;
  let goOn: () => void;
  let server: Server;
  beforeEach(() => {
    [answered, received] = [0, 0];
    const isAwaited = new Promise<void>((resolve) => (goOn = resolve));
    const answer: Middleware = async (ctx) => {
      ctx.res.once('finish', () => (answered += 1));
      if (ctx.method === 'PUT') {
        for await (const chunk of receiveBytes(ctx.req, pace, () => 0).chunks) received += chunk.byteLength;
      }
      if (ctx.path === '/slow') await isAwaited;
      sendText(ctx, 200, { contentType: 'text/plain', text: ctx.path === '/large' ? text : 'ok' });
    };
    server = configureServer(createServer(requestListener(answer, () => undefined)));
  });

  const get = (path: string) => request.replace('/', path);

  it('leave a body its limit that stalls while an answer before it is read', async () => {
    const { client, served } = await open(server, `${get('/slow')}${upload(1000)}xx`);
    await waitUntil('the body has begun', () => received === 2);
    goOn();
    await once(client, 'data');
    expect(answered).to.equal(1);
    expect(served.timeout).to.equal(byteIdleMs);
    client.destroy();
    await stop(server);
  });

  it('leave an answer its limit that is not read after one that was', async () => {
    const { client, served } = await open(server, `${get('/slow')}${get('/large')}`);
    goOn();
    await waitUntil('the second waits for its reader', () => answered === 1 && served.writableNeedDrain);
    expect(served.timeout).to.equal(byteIdleMs);
    client.destroy();
    await stop(server);
  });

  it('leave the connection without a limit when all are answered', async () => {
    server.keepAliveTimeout = 0;
    const { client, served } = await open(server, `${get('/slow')}${upload(2)}xx${get('/')}`);
    await waitUntil('the body has come', () => received === 2);
    goOn();
    client.resume();
    await waitUntil('all are answered', () => answered === 3);
    expect(served.timeout).to.be.within(0, 1000);
    client.destroy();
    await stop(server);
  });
});
