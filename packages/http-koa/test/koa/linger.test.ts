import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { MIB } from '@svc/core/model';
import { expect } from 'chai';
import Koa from 'koa';
import { lingering, type LingerLimits } from '../../src/koa/linger.js';
import { sendJson } from '../../src/koa/send.js';
import { sendRaw } from '../support/raw-request.js';

const endless = `PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 ** 40}\r\n\r\n`;

describe('a refused sender', () => {
  let servers: Server[] = [];
  afterEach(() => {
    for (const server of servers) server.close();
    servers = [];
  });

  const listen = async (server: Server): Promise<number> => {
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
    return address.port;
  };

  /** The port of a server that refuses everything, and counts what it reads all the same. */
  const startRefusing = async (limits?: LingerLimits): Promise<{ readonly port: number; readonly readBytes: () => number }> => {
    let bytes = 0;
    const server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => (bytes += chunk.byteLength)).pause();
      response.writeHead(403, { connection: 'close', 'content-length': 2 });
      lingering('no', request, limits).pipe(response);
    });
    return { port: await listen(server), readBytes: () => bytes };
  };

  /** Sends until the connection is closed, and resolves then. A reset is no failure here: these senders do not stop. */
  const sendUntilClosed = async (port: number, send: (socket: Socket) => void): Promise<void> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(endless);
    socket.resume();
    send(socket);
    await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  };

  it('that sends the longest file of a chunk tree at once gets the answer, and no reset', async () => {
    const { port } = await startRefusing();
    const head = `PUT / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${64 * MIB}\r\n\r\n`;
    const request = Buffer.concat([Buffer.from(head), Buffer.alloc(64 * MIB)]);
    for (let round = 0; round < 3; round += 1) expect(await sendRaw(port, request)).to.include({ status: 403, body: 'no' });
  });

  it('that ends the connection with the answer may send the rest of a short body after it', async () => {
    const refuse = new Koa().use((ctx) => sendJson(ctx, 403, 'application/json', 'no')).callback();
    const port = await listen(createServer((request, response) => void refuse(request, response)));
    for (const connection of ['HTTP/1.1\r\nConnection: close', 'HTTP/1.0']) {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      const closed = new Promise<void>((resolve, reject) => socket.once('error', reject).once('close', () => resolve()));
      const send = (bytes: number): Promise<void> =>
        new Promise((resolve) => socket.write(Buffer.alloc(bytes), () => setTimeout(resolve, 20)));
      socket.write(`PUT / ${connection}\r\nHost: x\r\nContent-Length: 200000\r\n\r\n`);
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk));
      await once(socket, 'data');
      await Promise.race([closed, send(100_000).then(() => send(100_000))]);
      socket.end();
      await closed;
      expect(Buffer.concat(chunks).toString(), connection).to.match(/^HTTP\/1.1 403 [^]*"no"$/);
    }
  });

  it('that goes on sending is cut off after so many bytes', async () => {
    const { port, readBytes } = await startRefusing({ quietMs: 60_000, totalMs: 60_000, bytes: MIB });
    await sendUntilClosed(port, (socket) => {
      const more = (): void => void socket.write(Buffer.alloc(MIB), (fault) => (fault ? undefined : more()));
      more();
    });
    expect(readBytes()).to.be.within(MIB, 16 * MIB);
  });

  it('that has fallen silent is cut off', async () => {
    const { port } = await startRefusing({ quietMs: 50, totalMs: 60_000, bytes: MIB });
    await sendUntilClosed(port, () => undefined);
  });

  it('that sends a little from time to time is cut off in the end', async () => {
    const { port } = await startRefusing({ quietMs: 60_000, totalMs: 200, bytes: MIB });
    let drip: NodeJS.Timeout | undefined;
    await sendUntilClosed(port, (socket) => (drip = setInterval(() => socket.write('x'), 20)));
    clearInterval(drip);
  });

  it('is heard for longer than it may be silent, for as long as it sends', async () => {
    const { port, readBytes } = await startRefusing({ quietMs: 1500, totalMs: 60_000, bytes: MIB });
    let drip: NodeJS.Timeout | undefined;
    await sendUntilClosed(port, (socket) => {
      let left = 10;
      drip = setInterval(() => {
        left -= 1;
        if (left >= 0) socket.write('x');
      }, 250);
    });
    clearInterval(drip);
    expect(readBytes()).to.equal(10);
  });
});
