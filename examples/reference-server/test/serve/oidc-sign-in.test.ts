import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { z } from 'zod';
import { type Issuer, startIssuer } from '../../../../packages/identity-oidc/test/issuer/start-issuer.js';
import { startServer, type TestServer } from '../server/start-server.js';
import { statusOf } from './status-of.js';

const me = z.object({ user: z.object({ id: z.string(), email: z.string().optional(), name: z.string() }) });
const exchanged = z.object({
  session: z.object({ token: z.string(), expires_at: z.string() }),
  user: z.object({ id: z.string() }),
});

describe('sign-in by an OpenID Connect issuer', () => {
  let issuer: Issuer;
  let server: TestServer;
  before(async () => {
    issuer = await startIssuer();
    server = await startServer({ environment: { OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: issuer.clientId } });
  });
  after(async () => {
    await server.close();
    await issuer.stop();
  });

  const ask = async <T>(schema: z.ZodType<T>, method: string, path: string, credential: string): Promise<T> => {
    const response = await fetch(`${server.baseUrl}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${credential}` },
    });
    return schema.parse(await response.json());
  };
  const idTokenOf = (subject: string): Promise<string> =>
    issuer.idToken({ sub: subject, email: `${subject}@example.org`, email_verified: true, name: subject });

  it('makes a user of somebody who is seen for the first time, and finds them again', async () => {
    const first = await ask(me, 'GET', '/users/me', await idTokenOf('ada'));
    expect(first.user).to.include({ email: 'ada@example.org', name: 'ada' });
    expect(await ask(me, 'GET', '/users/me', await idTokenOf('ada'))).to.deep.equal(first);
  });

  it('takes the token of somebody in two hundred groups', async () => {
    const groups = Array.from({ length: 200 }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
    const exp = Math.floor(Date.now() / 1000) + 600;
    const token = await issuer.sign({ iss: issuer.url, aud: issuer.clientId, exp, sub: 'joiner', name: 'Joiner', groups });
    expect((await ask(me, 'GET', '/users/me', token)).user.name).to.equal('Joiner');
  });

  it('exchanges an ID token for a session that works without the issuer', async () => {
    const { session, user } = await ask(exchanged, 'POST', '/auth/session', await idTokenOf('bob'));
    expect(session.token).to.match(/^svc_ses_/);
    expect(Date.parse(session.expires_at)).to.be.above(Date.now());
    await issuer.pause();
    try {
      expect((await ask(me, 'GET', '/users/me', session.token)).user.id).to.equal(user.id);
    } finally {
      await issuer.resume();
    }
  });

  it('finds the user whom an operator has added under the verified e-mail', async () => {
    expect(await server.command('user', 'add', 'Cleo@example.org')).to.include({ code: 0 });
    const created = await server.command('session', 'create', 'cleo@example.org');
    const bySession = await ask(me, 'GET', '/users/me', created.stdout.trim());
    const byIssuer = await ask(me, 'GET', '/users/me', await idTokenOf('cleo'));
    expect(byIssuer.user.id).to.equal(bySession.user.id);
  });

  it('does not find that user by an e-mail that nobody has verified', async () => {
    expect(await server.command('user', 'add', 'dan@example.org')).to.include({ code: 0 });
    const created = await server.command('session', 'create', 'dan@example.org');
    const dan = await ask(me, 'GET', '/users/me', created.stdout.trim());
    const impostor = await issuer.idToken({ sub: 'impostor', email: 'dan@example.org', email_verified: false });
    expect((await ask(me, 'GET', '/users/me', impostor)).user.id).not.to.equal(dan.user.id);
  });

  it('leads the next owner of a mailbox to an account of their own', async () => {
    const tokenOf = (sub: string, email: string) => issuer.idToken({ sub, email, email_verified: true });
    const first = await ask(me, 'GET', '/users/me', await tokenOf('fay', 'fay@example.org'));
    const moved = await ask(me, 'GET', '/users/me', await tokenOf('fay', 'new@example.org'));
    expect(moved.user).to.deep.equal({ ...first.user, email: 'new@example.org' });
    const next = await ask(me, 'GET', '/users/me', await tokenOf('zoe', 'fay@example.org'));
    expect(next.user.id).not.to.equal(first.user.id);
  });

  it('refuses a suspended user every time, whatever they present', async () => {
    const token = await idTokenOf('eve');
    const { session } = await ask(exchanged, 'POST', '/auth/session', token);
    expect(await server.command('user', 'suspend', 'eve@example.org')).to.include({ code: 0 });
    for (const credential of [token, session.token, await idTokenOf('eve')]) {
      expect(await statusOf(server, '/users/me', credential)).to.equal(403);
    }
    expect(await server.command('user', 'resume', 'eve@example.org')).to.include({ code: 0 });
    expect(await statusOf(server, '/users/me', token)).to.equal(200);
  });

  it('lets an operator name a user without a verified e-mail by id, and says which ids there are', async () => {
    const token = await issuer.idToken({ sub: 'mallory', email: 'mallory@example.org', email_verified: false });
    const { user } = await ask(me, 'GET', '/users/me', token);
    const line = `svc-server: nobody has verified mallory@example.org; name one of those who claim it by id: ${user.id}\n`;
    expect(await server.command('user', 'suspend', 'mallory@example.org')).to.include({ code: 1, stderr: line });
    expect(await statusOf(server, '/users/me', token)).to.equal(200);
    expect(await server.command('user', 'suspend', user.id)).to.include({ code: 0, stdout: `suspended ${user.id}\n` });
    expect(await statusOf(server, '/users/me', token)).to.equal(403);
  });

  it('refuses a token of the same issuer for another audience, and one of another issuer', async () => {
    expect(await statusOf(server, '/users/me', await issuer.accessToken())).to.equal(401);
    const other = await startIssuer();
    try {
      expect(await statusOf(server, '/users/me', await other.idToken({ sub: 'ada' }))).to.equal(401);
    } finally {
      await other.stop();
    }
  });

  it('is unavailable, not unauthorized, while the issuer cannot be asked', async () => {
    const token = await idTokenOf('ada');
    await server.stop();
    await issuer.pause();
    try {
      await server.start();
      const response = await fetch(`${server.baseUrl}/api/v1/users/me`, { headers: { Authorization: `Bearer ${token}` } });
      expect(response.status).to.equal(503);
      expect(response.headers.get('retry-after')).to.equal('5');
      expect(await response.text()).not.to.contain('127.0.0.1');
    } finally {
      await issuer.resume();
    }
    await waitUntil('the issuer is asked again', async () => (await statusOf(server, '/users/me', token)) === 200);
    expect(server.output()).to.contain('identity provider unavailable').and.not.contain(token);
  });
});
