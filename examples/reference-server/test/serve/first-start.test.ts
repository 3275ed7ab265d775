import { expect } from 'chai';
import { startServer, type TestServer } from '../server/start-server.js';
import { statusOf } from './status-of.js';

const secretPattern = /svc_ses_[0-9A-Za-z]{36}/g;

describe('the first start', () => {
  let server: TestServer;
  afterEach(() => server.close());

  it('shows a credential of the first user once, as plain text, and it works', async () => {
    server = await startServer({ adminToken: false });
    const shown = server.output().match(secretPattern) ?? [];
    expect(shown).to.have.length(1);
    const [secret = ''] = shown;
    const line = server
      .output()
      .split('\n')
      .find((each) => each.includes(secret));
    expect(line?.trim()).to.equal(secret);
    expect(await statusOf(server, '/users/me', secret)).to.equal(200);

    await server.stop();
    await server.start();
    expect(server.output().match(secretPattern)).to.deep.equal([secret]);
    expect(await statusOf(server, '/users/me', secret)).to.equal(200);
  });

  it('prints the base URL when the server is ready', async () => {
    server = await startServer();
    expect(server.output()).to.contain(`Ready at ${server.baseUrl}\n`);
  });

  it('makes a configured credential valid and never shows it', async () => {
    server = await startServer({ environment: { ADMIN_EMAIL: 'ada@example.org' } });
    expect(await statusOf(server, '/users/me', server.adminToken)).to.equal(200);
    expect(server.output()).not.to.contain(server.adminToken);
    expect(server.output()).not.to.match(secretPattern);
  });

  it('makes a configured credential valid at every later start too', async () => {
    server = await startServer();
    const credential = 'another-credential-of-the-owner';
    expect(await statusOf(server, '/users/me', credential)).to.equal(401);
    await server.stop();
    await server.start({ ADMIN_TOKEN: credential });
    expect(await statusOf(server, '/users/me', credential)).to.equal(200);
  });

  it('ends a configured credential at the start after it was changed or taken away; commands do not', async () => {
    server = await startServer();
    const credential = 'another-credential-of-the-owner';
    expect(await server.command('user', 'add', 'ada@example.org')).to.include({ code: 0 });
    expect(await statusOf(server, '/users/me', server.adminToken)).to.equal(200);
    await server.stop();
    await server.start({ ADMIN_TOKEN: credential });
    expect(await statusOf(server, '/users/me', server.adminToken)).to.equal(401);
    expect(await statusOf(server, '/users/me', credential)).to.equal(200);
    await server.stop();
    await server.start({ ADMIN_TOKEN: '' });
    expect(await statusOf(server, '/users/me', credential)).to.equal(401);
  });
});
