import { createServer } from 'node:http';
import { connect } from 'node:net';
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
});
