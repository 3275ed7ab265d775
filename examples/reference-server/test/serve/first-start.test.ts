import { expect } from 'chai';
import { version } from '../../src/version.js';
import { createApiClient } from '../client/api-client.js';
import { startServer, type TestServer } from '../server/start-server.js';
import { statusOf } from './status-of.js';

const secretPattern = /svc_ses_[0-9A-Za-z]{36}/g;

describe('the first start', () => {
  describe('without a configured credential', () => {
    let server: TestServer;
    let secret: string;
    before(async () => {
      server = await startServer({ adminToken: false });
    });
    after(() => server.close());

    it('shows a credential of the first user once, as plain text, and it works', async () => {
      const shown = server.output().match(secretPattern) ?? [];
      expect(shown).to.have.length(1);
      [secret = ''] = shown;
      const line = server
        .output()
        .split('\n')
        .find((each) => each.includes(secret));
      expect(line?.trim()).to.equal(secret);
      expect(await statusOf(server, '/users/me', secret)).to.equal(200);
    });

    it('is followed by starts that show none, and the first one still works', async () => {
      await server.stop();
      await server.start();
      expect(server.output().match(secretPattern)).to.deep.equal([secret]);
      expect(await statusOf(server, '/users/me', secret)).to.equal(200);
    });

    it('is followed by starts that tell how to make another one, until there is an organization', async () => {
      const line = 'If the credential was not seen, svc-server session create admin@localhost makes another one.\n';
      const told = () => server.output().split(line).length - 1;
      const before = told();
      expect(before, 'the first start shows the credential itself').to.equal(1);
      const api = createApiClient(server.baseUrl, secret);
      await api.createRepository('first');
      api.close();
      await server.stop();
      await server.start();
      expect(told()).to.equal(before);
    });
  });

  describe('with a configured credential', () => {
    const another = 'another-credential-of-the-owner';
    let server: TestServer;
    before(async () => {
      server = await startServer({ environment: { ADMIN_EMAIL: 'ada@example.org' } });
    });
    after(() => server.close());

    it('prints the base URL when the server is ready', () => {
      expect(server.output()).to.contain(`Ready at ${server.baseUrl} (svc-server ${version})\n`);
    });

    it('makes it valid and never shows it', async () => {
      expect(await statusOf(server, '/users/me', server.adminToken)).to.equal(200);
      expect(await statusOf(server, '/users/me', another)).to.equal(401);
      expect(server.output()).not.to.contain(server.adminToken);
      expect(server.output()).not.to.match(secretPattern);
    });

    it('is followed by commands that leave it valid', async () => {
      expect(await server.command('user', 'add', 'bob@example.org')).to.include({ code: 0 });
      expect(await statusOf(server, '/users/me', server.adminToken)).to.equal(200);
    });

    it('is followed by starts that make another one valid, and end the one before', async () => {
      await server.stop();
      await server.start({ ADMIN_TOKEN: another });
      expect(await statusOf(server, '/users/me', another)).to.equal(200);
      expect(await statusOf(server, '/users/me', server.adminToken)).to.equal(401);
    });

    it('is followed by starts without one, which end the one before', async () => {
      await server.stop();
      await server.start({ ADMIN_TOKEN: '' });
      expect(await statusOf(server, '/users/me', another)).to.equal(401);
    });
  });
});
