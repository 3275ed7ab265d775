import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { clientSignal } from '../../src/koa/client-signal.js';

describe('clientSignal', () => {
  const signals: AbortSignal[] = [];
  const pending: ServerResponse[] = [];
  const server = createServer((request, response) => {
    signals.push(clientSignal(response));
    if (request.url === '/answer') response.end('there');
    else pending.push(response);
  });
  const portOf = (): number => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server listens at a port');
    return address.port;
  };

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('aborts when the client goes before the answer, and at once when it has gone already', async () => {
    const socket = connect(portOf(), '127.0.0.1', () => socket.write('GET /wait HTTP/1.1\r\nHost: x\r\n\r\n'));
    await waitUntil('the request has come', () => pending.length === 1);
    expect(signals[0]?.aborted).to.equal(false);
    socket.destroy();
    await waitUntil('it is told', () => signals[0]?.aborted === true);
    const [response] = pending;
    expect(response && clientSignal(response).aborted).to.equal(true);
  });

  it('does not abort when the answer has been sent', async () => {
    const answer = await fetch(`http://127.0.0.1:${portOf()}/answer`, { headers: { connection: 'close' } });
    expect(await answer.text()).to.equal('there');
    await new Promise(setImmediate);
    expect(signals.at(-1)?.aborted).to.equal(false);
  });
});
