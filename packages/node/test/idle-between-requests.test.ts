import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { idleBetweenRequests } from '../src/index.js';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A server that leaves its requests unanswered, and those of them that are under way. */
const startServer = async (maxWaitMs: number) => {
  const server = createServer();
  servers.push(server);
  const idle = idleBetweenRequests(server, { maxWaitMs });
  const underWay: ServerResponse[] = [];
  server.on('request', (_request, response: ServerResponse) => underWay.push(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('invariant: it listens on a port');
  const ask = async () => {
    const before = underWay.length;
    const request = get(`http://127.0.0.1:${address.port}`, { agent: false }, (response) => response.resume());
    request.on('error', () => undefined);
    await waitUntil('the request is under way', () => underWay.length > before);
    return request;
  };
  return { idle, underWay, ask };
};

/** Longer than any test. */
const forLong = 600_000;

describe('idleBetweenRequests', () => {
  it('resolves at once while nobody asks anything', async () => {
    const { idle } = await startServer(forLong);
    await idle();
  });

  it('waits until the last of several requests was answered', async () => {
    const { idle, underWay, ask } = await startServer(forLong);
    await ask();
    await ask();
    const seen: string[] = [];
    const waited = idle().then(() => seen.push('idle'));
    // It waits for its turn of the thread first.
    for (let turn = 0; turn < 3; turn += 1) await setImmediate();
    underWay[0]?.once('close', () => seen.push('first')).end();
    await waitUntil('the first was answered', () => seen.length > 0);
    underWay[1]?.once('finish', () => seen.push('second')).end();
    await waited;
    expect(seen).to.deep.equal(['first', 'second', 'idle']);
  });

  it('waits for no client that has left', async () => {
    const { idle, ask } = await startServer(forLong);
    const request = await ask();
    const waited = idle();
    request.destroy();
    await waited;
  });

  it('goes on after a moment where a request takes longer, each time anew', async () => {
    const { idle, ask } = await startServer(1);
    await ask();
    await idle();
    await idle();
  });
});
