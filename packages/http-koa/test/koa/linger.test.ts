import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { MIB } from '@svc/core/model';
import { expect } from 'chai';
import { lingering, type LingerLimits } from '../../src/koa/linger.js';
import { sendRaw } from '../support/raw-request.js';

const endless = `PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 ** 40}\r\n\r\n`;

describe('a refused sender', () => {
  let servers: Server[] = [];
  afterEach(() => {
    for (const server of servers) server.close();
    servers = [];
  });

  /** The port of a server that refuses everything, and counts what it reads all the same. */
  const startRefusing = async (limits?: LingerLimits): Promise<{ readonly port: number; readonly readBytes: () => number }> => {
    let bytes = 0;
    const server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => (bytes += chunk.byteLength)).pause();
      response.writeHead(403, { connection: 'close', 'content-length': 2 });
      lingering('no', request, limits).pipe(response);
    });
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
    return { port: address.port, readBytes: () => bytes };
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
