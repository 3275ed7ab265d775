import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiClient, createApiClient } from '../client/api-client.js';
import { read } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { objectNamed } from '../client/test-object.js';
import { authorizeAnswer, sessionAnswer } from '../client/wire.js';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';

const object = objectNamed('a slow upload', 4_000_000);

/** A PUT whose body comes by hand. */
const beginUpload = (url: string): { readonly upload: ClientRequest; readonly status: Promise<number | string> } => {
  const upload = request(url, { method: 'PUT', headers: { 'Content-Length': String(object.size) } });
  const status = new Promise<number | string>((resolve) => {
    upload.once('response', (response) => response.resume().once('end', () => resolve(response.statusCode ?? 0)));
    upload.once('error', (fault: NodeJS.ErrnoException) => resolve(fault.code ?? fault.message));
  });
  return { upload, status };
};

describe('a server that is told to stop', () => {
  let server: TestServerProcess;
  let api: ApiClient;
  let repository: RepositoryClient;
  beforeEach(async () => {
    server = await startServerProcess({ environment: { DEFAULT_PLAN: 'business' } });
    api = createApiClient(server.baseUrl, server.adminToken);
    repository = await api.createRepository('Slow uploads');
  });
  afterEach(async () => {
    api.close();
    await server.close();
  });

  const authorizeUpload = async () => {
    const { session } = read(await repository.open(), 201, sessionAnswer);
    const [entry] = read(await repository.authorize(session.id, [object]), 200, authorizeAnswer).objects;
    return { sessionId: session.id, url: entry?.upload_url ?? '' };
  };

  /** Until the server has begun to keep what comes. */
  const sendSome = async (upload: ClientRequest): Promise<void> => {
    const before = await server.place.blobBytes();
    upload.write(object.bytes.subarray(0, 1_000_000));
    await waitUntil('some of it is kept', async () => (await server.place.blobBytes()) > before);
  };

  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    it(`lets an upload under way finish after ${signal}, takes no new connection, and ends with 0`, async () => {
      const { sessionId, url } = await authorizeUpload();
      const { upload, status } = beginUpload(url);
      await sendSome(upload);
      const ended = server.stop(signal);
      await waitUntil('connections are refused', () =>
        fetch(`${server.baseUrl}/readyz`).then(
          (response) => response.arrayBuffer().then(() => false),
          () => true,
        ),
      );
      upload.end(object.bytes.subarray(1_000_000));
      expect(await status).to.equal(200);
      expect(await ended).to.include({ code: 0 });

      await server.start();
      expect((await repository.complete(sessionId, object)).status).to.equal(204);
      expect((await repository.finalize(sessionId)).status).to.equal(200);
      await repository.expectDownload(object);
    });
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    it(`ends by itself after ${signal} when nobody waits for anything, idle connections notwithstanding`, async () => {
      expect((await api.call('GET', '/users/me')).status).to.equal(200);
      // Who has to cut off a connection ends with 1.
      expect(await server.stop(signal)).to.include({ code: 0 });
    });
  }

  it('ends at once at a second signal, but not at one that was passed on twice', async () => {
    const { url } = await authorizeUpload();
    const { upload, status } = beginUpload(url);
    await sendSome(upload);
    process.kill(server.pid(), 'SIGINT');
    process.kill(server.pid(), 'SIGTERM');
    await waitUntil('the server stops', () => server.output().includes('"stopping"'));
    // From then on another signal is a second one.
    await sleep(500);
    expect(server.output()).to.not.contain('"stopped"');
    expect(await server.stop('SIGTERM')).to.include({ code: 1 });
    expect(await status).to.be.oneOf(['ECONNRESET', 'EPIPE']);
  });
});
