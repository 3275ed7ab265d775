import { once } from 'node:events';
import { createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { createWebhookSender } from '@svc/webhook-sender-node';
import { testCertificate } from '@svc/test-services/certificate';
import { expect } from 'chai';

/** Some servers say nothing of their connections, and close each after one answer. */
const closeAfterMs = 50;
const deliveries = 30;

const answerOnce = (socket: Socket): void => {
  socket.on('error', () => socket.destroy());
  socket.once('data', () => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    setTimeout(() => socket.destroy(), closeAfterMs);
  });
};

const servers: Readonly<Record<string, () => Server>> = {
  http: () => createPlainServer(answerOnce),
  https: () => createTlsServer(testCertificate, answerOnce),
};

describe('receivers that reset the connection in the middle of their answer', () => {
  it('have answered what its head says', async () => {
    const server = createPlainServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nthe first bytes', () => socket.resetAndDestroy());
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server listens on a port');
    const sender = createWebhookSender({ allow: ['127.0.0.1'] });
    for (let delivery = 0; delivery < deliveries; delivery += 1) {
      const answer = await sender.send({ url: `http://127.0.0.1:${address.port}/`, headers: {}, body: '{}' });
      expect(answer).to.deep.equal({ kind: 'answered', status: 200 });
    }
    server.close();
  });
});

describe('receivers that close a connection after an answer without saying so', () => {
  for (const [scheme, createServer] of Object.entries(servers)) {
    it(`are told everything over ${scheme}, each time over another connection`, async () => {
      let connections = 0;
      const server = createServer().on('connection', () => (connections += 1));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('the server listens on a port');
      const sender = createWebhookSender({ allow: ['127.0.0.1'], rejectUnauthorized: false });
      const url = `${scheme}://127.0.0.1:${address.port}/`;
      for (let delivery = 0; delivery < deliveries; delivery += 1) {
        expect(await sender.send({ url, headers: {}, body: '{}' })).to.deep.equal({ kind: 'answered', status: 200 });
      }
      expect(connections).to.equal(deliveries);
      server.close();
    });
  }
});
