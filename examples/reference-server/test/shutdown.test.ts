import { expect } from 'chai';
import { once } from 'node:events';
import { Agent, createServer, request, type RequestListener, type Server } from 'node:http';
import { drain } from '../src/shutdown.js';

const listening = async (listener: RequestListener): Promise<{ server: Server; port: number }> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return { server, port: address.port };
};

const get = (port: number, agent?: Agent): Promise<number | string> =>
  new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)).end();
  });

describe('drain', () => {
  it('lets a request under way finish and takes no other', async () => {
    const { server, port } = await listening((_request, response) => void setTimeout(() => response.end('done'), 50));
    const first = get(port);
    await once(server, 'request');
    const drained = drain(server, 60_000);
    expect(await get(port)).to.equal('ECONNREFUSED');
    expect(await first).to.equal(200);
    expect(await drained).to.equal(true);
  });

  it('does not wait for connections that are kept alive, before or after their last request', async () => {
    const { server, port } = await listening((_request, response) => void setTimeout(() => response.end('done'), 20));
    // Nothing but the drain ends such a connection.
    server.keepAliveTimeout = 0;
    const agent = new Agent({ keepAlive: true });
    expect(await get(port, agent)).to.equal(200);
    const last = get(port, agent);
    await once(server, 'request');
    expect(await drain(server, 20_000)).to.equal(true);
    expect(await last).to.equal(200);
    agent.destroy();
  });

  it('cuts off what is not finished in time, and says so', async () => {
    const { server, port } = await listening(() => undefined);
    const hanging = get(port);
    await once(server, 'request');
    expect(await drain(server, 50)).to.equal(false);
    expect(await hanging).to.equal('ECONNRESET');
  });
});
