import { expect } from 'chai';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { startServer, type TestServer } from '../server/start-server.js';

describe('a request without Host', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  it('is answered with the error object', async () => {
    const sent = request({ port: server.port, path: '/readyz', setHost: false }).end();
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      sent.once('response', resolve).once('error', reject),
    );
    expect(response.statusCode).to.equal(400);
    const body: unknown = JSON.parse(await text(response));
    expect(body).to.have.nested.property('error.code', 'bad_request');
  });
});
