import { expect } from 'chai';
import { parse } from 'dotenv';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readConfig } from '../../src/config/config.js';
import { createApiClient } from '../client/api-client.js';
import { read } from '../client/exchange.js';
import { organizationAnswer } from '../client/wire.js';
import { startServer, type TestServer } from '../server/start-server.js';

const refusal = z.object({ error: z.object({ message: z.string() }) });

/** Makes two repositories, and gives what the second one is answered. */
const secondRepository = async (server: TestServer) => {
  const api = createApiClient(server.baseUrl, server.adminToken);
  const { organization } = read(await api.call('POST', '/organizations', { name: 'Acme' }), 201, organizationAnswer);
  const path = `/organizations/${organization.id}/repositories`;
  expect((await api.call('POST', path, { name: 'First' })).status).to.equal(201);
  const answer = await api.call('POST', path, { name: 'Second' });
  api.close();
  return answer;
};

describe('a server that somebody runs for themselves', () => {
  describe('with nothing set', () => {
    let server: TestServer;
    before(async () => {
      server = await startServer({ environment: { HOST: '0.0.0.0' } });
    });
    after(() => server.close());

    it('says at the start which setting gives organizations more than one repository', () => {
      expect(server.output()).to.match(/^Note: .*DEFAULT_PLAN=business/m);
    });

    it('names the setting when it refuses the second repository', async () => {
      const { error } = read(await secondRepository(server), 402, refusal);
      expect(error.message).to.contain('DEFAULT_PLAN');
    });

    it('warns that its URLs lead to this machine alone, when others can connect', () => {
      expect(server.output()).to.match(/^Note: .*http:\/\/localhost:\d+; set BASE_URL/m);
      expect(server.output()).to.match(/"level":"warn".*"setting":"BASE_URL"/);
    });
  });

  describe('with the example of a .env file', () => {
    const example = parse(readFileSync(new URL('../../.env.example', import.meta.url)));
    let server: TestServer;
    before(async () => {
      server = await startServer({ environment: example });
    });
    after(() => server.close());

    it('takes what stands there as a comment, too', () => {
      const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').replace(/^#(?=[A-Z_]+=)/gm, '');
      expect(Object.keys(parse(text))).to.have.length.above(Object.keys(example).length);
      expect(readConfig(parse(text), '/srv/svc').isOk()).to.equal(true);
    });

    it('gives no hints, and makes the second repository', async () => {
      expect(server.output()).not.to.contain('Note:');
      expect((await secondRepository(server)).status).to.equal(201);
    });
  });
});
