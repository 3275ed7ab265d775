import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { createStarting, type Starting, type StartingOptions } from '../src/starting.js';

const unavailable: RequestListener = (_request, response) => void response.writeHead(503).end();
const echo: RequestListener = (asked, response) => {
  void text(asked).then((body) => response.end(`${asked.method ?? ''} ${body}`));
};

describe('a server that is not ready yet', () => {
  const servers: Server[] = [];
  const listening = async (options?: StartingOptions): Promise<{ starting: Starting; server: Server; url: string }> => {
    const starting = createStarting(unavailable, options);
    const server = createServer(starting.listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
    return { starting, server, url: `http://127.0.0.1:${address.port}` };
  };
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  it('answers what has waited for it, with its body, and what comes later', async () => {
    const { starting, server, url } = await listening();
    const early = fetch(`${url}/storage/object`, { method: 'PUT', body: 'bytes' });
    await once(server, 'request');
    starting.ready(echo);
    expect(await (await early).text()).to.equal('PUT bytes');
    expect(await (await fetch(url)).text()).to.equal('GET ');
  });

  it('lets no probe wait', async () => {
    const { url } = await listening();
    for (const path of ['/healthz', '/readyz', '/below/readyz?verbose'])
      expect((await fetch(`${url}${path}`)).status).to.equal(503);
  });

  it('says that it is unavailable when it takes too long', async () => {
    const { url } = await listening({ maxWaitMs: 20 });
    expect((await fetch(url)).status).to.equal(503);
  });

  it('lets only so many wait, not counting who has left', async () => {
    const { starting, server, url } = await listening({ maxWaiting: 1 });
    const leaving = request(url).on('error', () => undefined);
    let hasLeft = false;
    server.once('request', (_request, response) => response.once('close', () => (hasLeft = true)));
    const asked = once(server, 'request');
    leaving.end();
    await asked;
    expect((await fetch(url)).status).to.equal(503);
    leaving.destroy();
    await waitUntil('the first has left', () => hasLeft);
    const accepted = once(server, 'request');
    const staying = fetch(url);
    await accepted;
    starting.ready(echo);
    expect((await staying).status).to.equal(200);
  });
});
