import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { createApiClient } from '../client/api-client.js';
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
