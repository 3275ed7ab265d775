import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient } from '../client/api-client.js';
import { sqliteFsPlace } from '../server/sqlite-fs-place.js';
import { startServer, type TestServer } from '../server/start-server.js';
import { webhookClientOf } from '../webhooks/webhook-client.js';
import { statusOf } from './status-of.js';

const keyOf = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

describe('the keys of a server', () => {
  const first = keyOf('first');
  let server: TestServer;
  before(async () => {
    server = await startServer({ environment: { ENCRYPTION_KEYS: first } });
    await server.stop();
  });
  after(() => server.close());

  it('are refused, in one line that does not show them, when the database knows another one under the same id', async () => {
    for (const keys of [keyOf('first'), `${keyOf('second')},${keyOf('first')}`]) {
      const { code, stderr } = await server.commandWith({ ENCRYPTION_KEYS: keys }, 'serve');
      expect(code).to.equal(1);
      expect(stderr).to.match(/^svc-server: ENCRYPTION_KEYS must be those of all servers [^\n]* under the id first;[^\n]*\n$/);
      for (const key of keys.split(',')) expect(stderr).to.not.contain(key.split(':')[1]);
    }
  });

  it('may be followed by others with ids of their own, and the refused ones have left nothing', async () => {
    const second = keyOf('second');
    for (const keys of [first, `${second},${first}`, second]) {
      await server.start({ ENCRYPTION_KEYS: keys });
      expect(await statusOf(server, '/users/me', server.adminToken)).to.equal(200);
      await server.stop();
    }
  });

  it('seal the secrets of webhooks anew at once when another one comes first, and it is told at once when they open none', async () => {
    const [third, fourth] = [keyOf('third'), keyOf('fourth')];
    const restart = async (keys: string): Promise<string> => {
      await server.stop();
      const before = server.output().length;
      await server.start({ ENCRYPTION_KEYS: keys });
      await waitUntil('the log speaks of webhooks', () => /webhooks (?:sealed|cannot)/.test(server.output().slice(before)));
      return server.output().slice(before);
    };
    await server.start({ ENCRYPTION_KEYS: third });
    const api = createApiClient(server.baseUrl, server.adminToken);
    const { organizationId } = await api.createRepository('sealed');
    await webhookClientOf(api, organizationId).create('https://example.org/hook');
    api.close();

    expect(await restart(`${fourth},${third}`)).to.contain('"resealed":1,"msg":"webhooks sealed anew"');
    expect(await restart(third)).to.contain('"unreadable":1,"msg":"secrets of webhooks cannot be opened"');
    await server.stop();
  });
});

describe('the keys that a server keeps in its data directory', () => {
  let folder: string;
  let server: TestServer;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-kept-keys-'));
    server = await startServer({ place: sqliteFsPlace(folder) });
    await server.stop();
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  for (const command of ['serve', 'fsck']) {
    it(`are asked for in one line by ${command} when their file is gone, and no others are made`, async () => {
      const path = join(server.dataDir, 'encryption-keys');
      renameSync(path, `${path}.away`);
      try {
        const { code, stderr } = await server.command(command);
        expect(code).to.equal(command === 'serve' ? 1 : 2);
        expect(stderr).to.match(
          /^svc-server: [^\n]* is missing, and the database knows the keys of its servers: bring it back[^\n]*\n$/,
        );
        expect(stderr).to.contain(path);
        expect(existsSync(path)).to.equal(false);
      } finally {
        renameSync(`${path}.away`, path);
      }
    });
  }

  it('are read again when the file is back, and are not needed beside ENCRYPTION_KEYS', async () => {
    await server.start();
    expect(await statusOf(server, '/users/me', server.adminToken)).to.equal(200);
    await server.stop();
    const path = join(server.dataDir, 'encryption-keys');
    rmSync(path);
    await server.start({ ENCRYPTION_KEYS: keyOf('k2') });
    expect(await statusOf(server, '/users/me', server.adminToken)).to.equal(200);
    expect(existsSync(path)).to.equal(false);
    await server.stop();
  });
});
