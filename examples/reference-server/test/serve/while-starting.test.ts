import { freePort } from '@svc/test-services/free-port';
import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerProcess, spawnServer } from '../server/server-process.js';

const POLL_MS = 20;

/** What PostgreSQL says to somebody whom it lets in: then it may take its time for a query. A connection that does not come is given up after seconds. */
const welcome = Buffer.concat([Buffer.from('R\0\0\0\x08\0\0\0\0'), Buffer.from('Z\0\0\0\x05I')]);

describe('a server that waits for its database', () => {
  let folder: string;
  let silentDatabase: Server;
  const sockets: Socket[] = [];
  let server: ServerProcess;
  let baseUrl: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-starting-'));
    silentDatabase = createServer((socket) => {
      sockets.push(socket);
      socket.once('data', () => socket.write(welcome));
    });
    const [databasePort, port] = [await freePort(), await freePort()];
    await new Promise<void>((resolve) => silentDatabase.listen(databasePort, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${port}`;
    server = spawnServer(['serve'], folder, {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: `postgres://somebody@127.0.0.1:${databasePort}/nothing`,
    });
  });
  after(async () => {
    server.child.kill('SIGKILL');
    await server.end;
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silentDatabase.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  const firstAnswer = async (path: string): Promise<Response> => {
    for (;;) {
      const response = await fetch(`${baseUrl}${path}`).catch(() => undefined);
      if (response !== undefined) return response;
      if (server.ended()) throw new Error(`the server ended:\n${server.stderr()}`);
      await sleep(POLL_MS);
    }
  };

  it('answers the API with the error object, says when to ask again, and lives', async () => {
    const response = await firstAnswer('/api/v1/users/me');
    expect(response.status).to.equal(503);
    expect(response.headers.get('retry-after')).to.equal('1');
    const requestId = response.headers.get('x-request-id');
    const message = 'The service is starting.';
    expect(await response.json()).to.deep.equal({ error: { code: 'unavailable', message, request_id: requestId } });

    const ready = await fetch(`${baseUrl}/readyz`);
    expect(ready.status).to.equal(503);
    await ready.arrayBuffer();
    const alive = await fetch(`${baseUrl}/healthz`);
    expect(alive.status).to.equal(200);
    await alive.arrayBuffer();
  });
});
