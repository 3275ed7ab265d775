import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { Duplex } from 'node:stream';
import type { TransportAnswer, TransportRequest } from '@svc/client';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { startForwardProxy } from './rigs/forward-proxy.js';
import { connectionsHere, runGitHere } from './rigs/run-git-here.js';
import { type Connections, openConnections } from '../src/connections.js';
import { createHttpTransport, type Stall } from '../src/http-transport.js';

/** So short that the tests are, and longer than a busy machine is away. */
const stallMs = 500;
const body = new Uint8Array(new SharedArrayBuffer(24 * 1024 * 1024)).fill(7);

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

describe('the transport of the agent', () => {
  let servers: TcpServer[] = [];
  let stalls: Stall[] = [];
  beforeEach(() => {
    stalls = [];
  });
  afterEach(async () => {
    for (const server of servers) server.close();
    servers = [];
  });

  const portOf = async (server: TcpServer | Server): Promise<number> => {
    const sockets = new Set<{ destroy(): unknown }>();
    server.on('connection', (socket) => sockets.add(socket));
    server.on('close', () => undefined);
    servers.push(server);
    const close = server.close.bind(server);
    server.close = (done) => {
      for (const socket of sockets) socket.destroy();
      return close(done);
    };
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : expect.fail('a TCP server has a port');
  };

  const serve = async (handle: Handle): Promise<string> => `http://127.0.0.1:${await portOf(createServer(handle))}/`;

  const ask = (
    url: string,
    more: Partial<TransportRequest> = {},
    connections: Pick<Connections, 'agentFor'> = connectionsHere,
  ): Promise<TransportAnswer> =>
    createHttpTransport({ stallMs, connections, onStall: (stall) => stalls.push(stall) })({
      method: 'GET',
      url,
      headers: {},
      body: undefined,
      signal: undefined,
      ...more,
    });

  const received = async (answer: TransportAnswer): Promise<number> => {
    let bytes = 0;
    for await (const piece of answer.body) bytes += piece.byteLength;
    return bytes;
  };

  const problemOf = async (act: Promise<unknown>): Promise<string> => {
    try {
      await act;
    } catch (fault) {
      return fault instanceof Error ? fault.message : String(fault);
    }
    return expect.fail('nothing went wrong');
  };

  const expectStall = async (url: string, act: Promise<unknown>): Promise<void> => {
    expect(await problemOf(act)).to.equal('nothing has moved for 1 s');
    expect(stalls.map(({ host }) => host)).to.deep.equal([new URL(url).host]);
  };

  it('says of a server that speaks plain http that it does, instead of what OpenSSL makes of it', async () => {
    const url = await serve((_request, response) => response.end());
    const { host } = new URL(url);
    expect(await problemOf(ask(url.replace('http:', 'https:')))).to.equal(
      `${host} does not speak TLS: is its URL one of http, not of https?`,
    );
  });

  it('gives each address of a host as long as one takes that is far away, and all together no longer than a silence may be', async () => {
    const url = await serve((_request, response) => response.end());
    const given: unknown[] = [];
    class Told extends Agent {
      override createConnection(...[options, ...more]: Parameters<Agent['createConnection']>) {
        given.push('autoSelectFamilyAttemptTimeout' in options && options.autoSelectFamilyAttemptTimeout);
        return super.createConnection(options, ...more);
      }
    }
    const connections = { agentFor: async () => new Told() };
    for (const patienceMs of [15_000, 1000]) {
      const transport = createHttpTransport({ stallMs: patienceMs, connections });
      await received(await transport({ method: 'GET', url, headers: {}, body: undefined, signal: undefined }));
    }
    expect(given).to.deep.equal([2500, 250]);
  });

  it('gives up a connection on which no handshake comes', async () => {
    const url = `https://127.0.0.1:${await portOf(createTcpServer(() => undefined))}/`;
    await expectStall(url, ask(url));
  });

  describe('through a proxy that never answers', () => {
    const url = 'https://svc.test/';
    let connections: Connections;
    let host: string;
    beforeEach(async () => {
      host = `127.0.0.1:${await portOf(createTcpServer(() => undefined))}`;
      const environment = { https_proxy: `http://${host}` };
      connections = openConnections({ folder: undefined, environment, runGit: runGitHere });
    });
    afterEach(() => connections.close());

    it('gives up', async () => {
      expect(await problemOf(ask(url, {}, connections))).to.equal(`through the proxy ${host}: nothing has moved for 1 s`);
      expect(stalls).to.deep.equal([{ host: 'svc.test', silentMs: stallMs }]);
    });

    it('ends at once when it is aborted, before and while it waits', async () => {
      for (const abortsFirst of [true, false]) {
        const controller = new AbortController();
        if (abortsFirst) controller.abort();
        const asked = problemOf(ask(url, { signal: controller.signal }, connections));
        await sleep(stallMs / 5);
        controller.abort();
        expect(await asked).to.equal('the request was aborted');
      }
      expect(stalls).to.deep.equal([]);
    });
  });

  it('sends a body of many pieces as it is through a proxy that sees it', async () => {
    const heads: (readonly [string | undefined, string | undefined])[] = [];
    const bodies: Buffer[] = [];
    const url = await serve((request, response) => {
      heads.push([request.method, request.headers['content-length']]);
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        bodies.push(Buffer.concat(pieces));
        response.end();
      });
    });
    const proxy = await startForwardProxy();
    const environment = { http_proxy: `http://127.0.0.1:${proxy.port}` };
    const connections = openConnections({ folder: undefined, environment, runGit: runGitHere });
    try {
      const sent = body.subarray(0, 1024 * 1024);
      const elsewhere = url.replace('127.0.0.1', 'svc.test');
      for (const method of ['PUT', 'PUT', 'GET'] as const) {
        const answer = await ask(elsewhere, { method, body: method === 'PUT' ? sent : undefined }, connections);
        expect([answer.status, await received(answer)]).to.deep.equal([200, 0]);
      }
      expect(heads).to.deep.equal([
        ['PUT', String(sent.byteLength)],
        ['PUT', String(sent.byteLength)],
        ['GET', undefined],
      ]);
      expect(bodies.map((got) => got.equals(sent))).to.deep.equal([true, true, false]);
    } finally {
      connections.close();
      proxy.close();
    }
  });

  it('fails when the server answers that it speaks another protocol from now on', async () => {
    const answer = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n';
    const url = `http://127.0.0.1:${await portOf(createTcpServer((socket) => void socket.once('data', () => socket.write(answer))))}/`;
    expect(await problemOf(ask(url))).to.equal('the connection was closed without an answer');
  });

  it('gives up a connection that takes no more of a body', async () => {
    const url = await serve((request) => {
      request.once('data', () => request.pause());
    });
    await expectStall(url, ask(url, { method: 'PUT', body }));
  });

  it('gives up a connection on which no answer comes after the body', async () => {
    const url = await serve((request) => void request.resume());
    await expectStall(url, ask(url, { method: 'PUT', body: body.subarray(0, 1000) }));
  });

  it('gives up a connection on which an answer stops in the middle', async () => {
    const url = await serve((_request, response) => void response.writeHead(200).write('half'));
    await expectStall(url, ask(url).then(received));
  });

  it('waits longer where the service works before it answers', async () => {
    const url = await serve((request, response) => {
      request.resume().on('end', () => void sleep(3 * stallMs).then(() => response.end('done')));
    });
    const answer = await ask(url, { method: 'POST', body: body.subarray(0, 10), answersLate: true });
    expect(await received(answer)).to.equal(4);
    expect(stalls).to.deep.equal([]);
  });

  it('takes a slow line for no silence: bytes that move at all are enough, both ways', async () => {
    const url = await serve((request, response) => {
      request.on('data', () => {
        request.pause();
        setTimeout(() => request.resume(), 5);
      });
      request.on('end', () => {
        response.writeHead(200, { 'content-length': 8 });
        let left = 8;
        const drip = setInterval(() => {
          response.write('.');
          left -= 1;
          if (left === 0) clearInterval(drip);
        }, stallMs / 4);
      });
    });
    expect(await received(await ask(url, { method: 'PUT', body }))).to.equal(8);
    expect(stalls).to.deep.equal([]);
  });

  it('takes no pause for silence in which the buffers of a slow line empty', async () => {
    const pauses = [stallMs / 2, 1.5 * stallMs, 2 * stallMs];
    const pieceBytes = 16 * 1024;
    let taken = 0;
    const line = new Duplex({
      read: () => undefined,
      write(chunk: Buffer, _encoding, done) {
        const pieces = Math.floor(taken / pieceBytes);
        taken += chunk.byteLength;
        const pause = Math.floor(taken / pieceBytes) > pieces ? pauses[pieces - 1] : 0;
        setTimeout(done, pause);
        if (pieces === pauses.length) setTimeout(() => line.push('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'), 2 * stallMs);
      },
    });
    const agent = new Agent();
    agent.createConnection = () => line;
    const put = { method: 'PUT', body: body.subarray(0, 4 * pieceBytes) } as const;
    const answer = await ask('http://svc.test/', put, { agentFor: () => Promise.resolve(agent) });
    expect([answer.status, await received(answer)]).to.deep.equal([200, 0]);
    expect(stalls).to.deep.equal([]);
  });

  it('takes a reader that takes its time for no silence', async () => {
    const url = await serve((_request, response) => void response.end(body));
    const answer = await ask(url);
    let bytes = 0;
    for await (const piece of answer.body) {
      if (bytes === 0) await sleep(3 * stallMs);
      bytes += piece.byteLength;
    }
    expect(bytes).to.equal(body.byteLength);
    expect(stalls).to.deep.equal([]);
  });

  const readInto = async (url: string, target: Uint8Array): Promise<number> => {
    const answer = await ask(url);
    return answer.readInto?.(target) ?? expect.fail('this transport reads into memory');
  };

  it('reads a body into memory, and tells of one that is longer than the memory', async () => {
    const bytes = body.map((_, index) => (index * 31) >> 3);
    const url = await serve((_request, response) => void response.end(bytes));
    const target = new Uint8Array(new SharedArrayBuffer(bytes.byteLength + 3));
    expect(await readInto(url, target.subarray(3))).to.equal(bytes.byteLength);
    expect(Buffer.compare(target.subarray(3), bytes)).to.equal(0);
    const short = new Uint8Array(1_000_000);
    expect(await readInto(url, short)).to.be.greaterThan(short.byteLength);
  });

  it('fails when a body breaks off that is read into memory, or falls silent', async () => {
    const breaking = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('some', () => response.destroy());
    });
    expect(await problemOf(readInto(breaking, new Uint8Array(100)))).to.equal('aborted');
    const silent = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('some');
    });
    await expectStall(silent, readInto(silent, new Uint8Array(100)));
  });

  it('uses no connection again that was open beside one that has fallen silent', async () => {
    const ports: (number | undefined)[] = [];
    const url = await serve((request, response) => {
      if (request.url === '/silent') return;
      ports.push(request.socket.remotePort);
      response.end('here');
    });
    const kept = await Promise.all([ask(url), ask(url)]);
    for (const answer of kept) await received(answer);
    await problemOf(ask(`${url}silent`));
    await received(await ask(url));
    expect(new Set(ports).size).to.equal(3);
  });

  it('tells every server that it is svc, and of which version', async () => {
    const agents: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      agents.push(request.headers['user-agent']);
      response.end();
    });
    for (const method of ['GET', 'PUT', 'POST', 'HEAD'] as const) await received(await ask(url, { method }));
    expect(agents).to.have.length(4);
    for (const agent of agents) expect(agent).to.match(/^svc\/\d+\.\d+\.\d+/);
  });

  it('sends a body to its last byte, whatever its length is', async () => {
    const url = await serve((request, response) => {
      let bytes = 0;
      request.on('data', (piece: Buffer) => (bytes += piece.byteLength)).on('end', () => response.end(String(bytes)));
    });
    for (const length of [0, 1, 65_535, 65_536, 65_537, 131_072, body.byteLength]) {
      const answer = await ask(url, { method: 'PUT', body: body.subarray(0, length) });
      let text = '';
      for await (const piece of answer.body) text += Buffer.from(piece).toString();
      expect(text).to.equal(String(length));
    }
  });
});
