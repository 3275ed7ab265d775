import { expect } from 'chai';
import { join } from 'node:path';
import { readdirSync, statSync } from 'node:fs';
import { freePort } from '@svc/test-services/free-port';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';
import { statusOf } from './status-of.js';

describe('the data directory', () => {
  let server: TestServerProcess;
  before(async () => {
    server = await startServerProcess();
  });
  after(() => server.close());

  it('is for the server’s user alone, with everything in it', () => {
    const inside = readdirSync(server.dataDir, { recursive: true, encoding: 'utf8' }).map((name) => join(server.dataDir, name));
    expect(inside).to.include.members(['svc.db', 'encryption-keys', 'blobs'].map((name) => join(server.dataDir, name)));
    for (const path of [server.dataDir, ...inside]) expect(statSync(path).mode & 0o077, path).to.equal(0);
  });

  it('is refused to a second server on another port', async () => {
    const { code, stderr } = await server.commandWith({ PORT: String(await freePort()) }, 'serve');
    expect(code).to.equal(1);
    expect(stderr).to.match(/^svc-server: the database [^\n]* is open in another process[^\n]*\n$/);
    expect(await statusOf(server, '/plans')).to.equal(200);
  });

  it('is not even touched by a second server on the same port', async () => {
    const { code, stderr } = await server.command('serve');
    expect(code).to.equal(1);
    expect(stderr).to.match(/^svc-server: HOST and PORT cannot be used: listen EADDRINUSE[^\n]*\n$/);
    expect(await statusOf(server, '/plans')).to.equal(200);
  });

  it('is free again after a server was killed', async () => {
    await server.kill();
    await server.start();
    expect(await statusOf(server, '/plans')).to.equal(200);
  });
});
