import { connect, type Socket } from 'node:net';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { ResultAsync } from 'neverthrow';
import { startService } from '../support/service.js';
import { createWorld } from '../support/world.js';

const body = '{"chunks":[]}';

/** What the service has noted of a look-up whose sender was killed while its credential was looked at, after so many bytes of the body. */
const noteOfKilledSender = async (sentBytes: number) => {
  let isHeld = false;
  const service = await startService({
    application: (application) => ({
      ...application,
      authenticate: (...given) => {
        if (!isHeld) return application.authenticate(...given);
        const left = Promise.all([...sockets].map((socket) => new Promise<void>((gone) => socket.once('close', () => gone()))));
        client.resetAndDestroy();
        return ResultAsync.fromSafePromise(left).andThen(() => application.authenticate(...given));
      },
    }),
  });
  const sockets = new Set<Socket>();
  let client: Socket;
  try {
    const world = createWorld(service);
    const owner = await world.user('owner');
    const repository = await world.repository(owner, await world.organization(owner, 'Acme'), { name: 'Models' });
    service.answered.length = 0;
    service.server.on('connection', (socket) => sockets.add(socket));
    isHeld = true;
    client = connect(service.port, '127.0.0.1', () =>
      client.write(
        `POST /api/v1/repositories/${repository}/lfs/objects/chunks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, sentBytes)}`,
      ),
    );
    client.on('error', () => undefined);
    await waitUntil('the request is noted', () => service.answered.length > 0);
    const [note] = service.answered;
    isHeld = false;
    // By then the service has done what was left to do of the other one.
    expect((await world.call('GET', '/users/me', { token: owner.token })).status).to.equal(200);
    return note;
  } finally {
    // Fails when the service took it for a bug of its own.
    await service.close();
  }
};

describe('a client that left before its body was asked for', () => {
  for (const sentBytes of [0, 5, body.length]) {
    it(`is noted as one that left, and is no fault of the service, when it had sent ${sentBytes} bytes of it`, async () => {
      const note = await noteOfKilledSender(sentBytes);
      expect(note).to.include({ endpoint: 'tree.lookUp', status: 499, isComplete: false });
    });
  }
});
