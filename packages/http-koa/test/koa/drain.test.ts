import { expect } from 'chai';
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Agent as TlsAgent, createServer as createTlsServer, request as requestByTls } from 'node:https';
import { connect } from 'node:net';
import { testCertificate } from '@svc/test-services/certificate';
import { createDrain, type Drain } from '../../src/koa/drain.js';

interface Listening {
  readonly server: Server;
  readonly port: number;
  readonly drain: Drain;
}

const listening = async (listener: RequestListener): Promise<Listening> => {
  const server = createServer(listener);
  const drain = createDrain(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return { server, port: address.port, drain };
};

const get = (port: number, agent?: Agent): Promise<number | string> =>
  new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)).end();
  });

describe('createDrain', () => {
  it('lets a request under way finish and takes no other', async () => {
    const { server, port, drain } = await listening((_request, response) => void setTimeout(() => response.end('done'), 50));
    const first = get(port);
    await once(server, 'request');
    const drained = drain(60_000);
    expect(await get(port)).to.equal('ECONNREFUSED');
    expect(await first).to.equal(200);
    expect(await drained).to.equal(true);
  });

  it('does not wait for connections that are kept alive, before or after their last request', async () => {
    const { server, port, drain } = await listening((_request, response) => void setTimeout(() => response.end('done'), 20));
    // Nothing but the drain ends such a connection.
    server.keepAliveTimeout = 0;
    const agent = new Agent({ keepAlive: true });
    expect(await get(port, agent)).to.equal(200);
    const last = get(port, agent);
    await once(server, 'request');
    expect(await drain(20_000)).to.equal(true);
    expect(await last).to.equal(200);
    agent.destroy();
  });

  it('does not wait for connections on which nothing was asked, or not to the end', async () => {
    const { server, port, drain } = await listening(() => undefined);
    for (const text of ['', 'GET / HTTP/1.1\r\nHost: ']) {
      const accepted = once(server, 'connection');
      connect(port, '127.0.0.1').write(text);
      await accepted;
    }
    expect(await drain(10_000)).to.equal(true);
  });

  it('answers what is asked on a connection that was there before', async () => {
    const { server, port, drain } = await listening((_request, response) => void response.end('done'));
    const accepted = once(server, 'connection');
    const socket = connect(port, '127.0.0.1');
    await accepted;
    let answer = '';
    socket.on('data', (bytes) => (answer += bytes.toString('latin1')));
    const drained = drain(10_000);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'close');
    expect(answer).to.match(/^HTTP\/1\.1 200 /);
    expect(await drained).to.equal(true);
  });

  it('ends a connection with the answer that was under way, or that was asked for since, so that no proxy goes on with it', async () => {
    const asked: ServerResponse[] = [];
    const { server, port, drain } = await listening((_request, response) => void asked.push(response));
    const agent = new Agent({ keepAlive: true });
    const fields: (string | undefined)[] = [];
    const ask = (): void => {
      const sent = request({ port, host: '127.0.0.1', agent }, (response) => {
        fields.push(response.headers.connection);
        response.resume();
      });
      sent.on('error', (fault) => fields.push(fault.message)).end();
    };
    ask();
    await once(server, 'request');
    const accepted = once(server, 'connection');
    const late = connect(port, '127.0.0.1');
    await accepted;
    const drained = drain(10_000);
    late.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(server, 'request');
    let answer = '';
    late.on('data', (bytes) => (answer += bytes.toString('latin1')));
    for (const response of asked) response.end('done');
    await once(late, 'close');
    expect(answer).to.match(/\r\nConnection: close\r\n/);
    expect(await drained).to.equal(true);
    expect(fields).to.deep.equal(['close']);
    agent.destroy();
  });

  it('cuts off what is not finished in time, and says so', async () => {
    const { server, port, drain } = await listening(() => undefined);
    const hanging = get(port);
    await once(server, 'request');
    expect(await drain(50)).to.equal(false);
    expect(await hanging).to.equal('ECONNRESET');
  });

  it('lets a request under way finish on a server with TLS, after those on whose connections nothing was asked', async () => {
    const server = createTlsServer(testCertificate, (_request, response) => silent.once('close', () => response.end('done')));
    const drain = createDrain(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
    const silent = connect(address.port, '127.0.0.1')
      .on('error', () => undefined)
      .resume();
    const agent = new TlsAgent({ ca: testCertificate.cert });
    const status = new Promise<number | undefined>((resolve) => {
      const answered = ({ statusCode }: IncomingMessage): void => resolve(statusCode);
      requestByTls({ port: address.port, host: '127.0.0.1', agent }, answered)
        .on('error', () => resolve(undefined))
        .end();
    });
    await once(server, 'request');
    const drained = drain(60_000);
    expect(await status).to.equal(200);
    agent.destroy();
    expect(await drained).to.equal(true);
  });
});
