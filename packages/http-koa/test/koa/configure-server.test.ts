import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { configureServer } from '../../src/koa/configure-server.js';
import { startService } from '../support/service.js';

describe('configureServer', () => {
  it('limits the headers and the idle connection, and never the length of a transfer', () => {
    const server = createServer();
    expect(configureServer(server)).to.equal(server);
    expect(server.requestTimeout).to.equal(0);
    expect(server.timeout).to.equal(0);
    expect(server.headersTimeout).to.equal(20_000);
    expect(server.keepAliveTimeout).to.equal(75_000);
  });

  it('leaves a server that answers others while a sender dawdles', async () => {
    const service = await startService();
    const slow = connect(service.port, '127.0.0.1', () => slow.write('GET /readyz HTTP/1.1\r\nHost: x\r\nX-Slow: '));
    const { status } = await fetch(`${service.baseUrl}/readyz`);
    expect(status).to.equal(200);
    slow.destroy();
    await service.close();
  });

  it('hears what a proxy says behind any number of fields of a client', async () => {
    const server = configureServer(createServer(({ headers }, response) => response.end(headers['x-forwarded-for'])));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') expect.fail('the server listens on a port');
    // So a proxy sends them that sorts fields by their names, such as those written in Go.
    const fields = Array.from({ length: 2500 }, (_, at) => `A${at.toString(36)}:\r\n`).join('');
    const socket = connect(address.port, '127.0.0.1');
    socket.end(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields}X-Forwarded-For: 192.0.2.1\r\n\r\n`);
    expect(await text(socket)).to.match(/^HTTP\/1\.1 200 [^]*192\.0\.2\.1$/);
    server.close();
  });
});
