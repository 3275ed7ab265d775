import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { createBodySender } from '../../src/koa/body-senders.js';
import { byteIdleMs, limitIdle } from '../../src/koa/limit-idle.js';
import { receiveBytes } from '../../src/koa/receive-bytes.js';

const pace = { rate: { bytesPerSecond: 10, windowMs: 30_000 }, sender: createBodySender() };

describe('the time that a connection may be idle', () => {
  it('is that of a connection that waits for a request, once a body is over that was answered before it was read', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') expect.fail('the server listens on a port');
    server.keepAliveTimeout = 75_000;
    const ended = new Promise<number | undefined>((resolve) => {
      server.on('request', (request, response) => {
        receiveBytes(request, pace, () => 0);
        request.once('end', () => setImmediate(() => resolve(request.socket.timeout)));
        response.end();
      });
    });
    const socket = connect(address.port, '127.0.0.1');
    socket.write('PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nsome');
    expect(await ended).to.be.at.least(75_000);
    socket.destroy();
    server.close();
  });

  it('is none any more once all that have limited it are over', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') expect.fail('the server listens on a port');
    const socket = connect(address.port, '127.0.0.1');
    const [first, second] = [limitIdle(socket), limitIdle(socket)];
    first();
    expect(socket.timeout).to.equal(byteIdleMs);
    second();
    expect(socket.timeout ?? 0).to.equal(0);
    socket.destroy();
    server.close();
  });
});
