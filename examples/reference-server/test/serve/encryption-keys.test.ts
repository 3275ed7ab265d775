import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { startServer, type TestServer } from '../server/start-server.js';
import { statusOf } from './status-of.js';

const keyOf = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

describe('the keys of a server', () => {
  // Each step is a process of its own, on a machine that may be busy.

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
});
