import { startSmtpServer, type TestSmtpServer } from '@svc/test-services/smtp';
import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type ApiClient, createApiClient } from '../client/api-client.js';
import { expectStatus, read } from '../client/exchange.js';
import { organizationAnswer } from '../client/wire.js';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';

const login = { user: 'mailer@example.org', password: 'correct-horse-battery' };
const invited = 'ada@example.org';

const sentAnswer = z.object({ invitation: z.object({ id: z.string() }), email_sent: z.boolean(), url: z.string().optional() });
const invitationsAnswer = z.object({ invitations: z.array(z.object({ status: z.string() })) });
const linkPattern = /http:\/\/127\.0\.0\.1:\d+\/invitations\/accept#token=(svc_inv_[0-9A-Za-z]{36})/;

describe('invitations of a server', () => {
  let smtp: TestSmtpServer;
  let server: TestServerProcess;
  let owner: ApiClient;
  let path: string;
  const secrets: string[] = [];
  const signIn = async (email: string): Promise<ApiClient> => {
    await server.command('user', 'add', email);
    return createApiClient(server.baseUrl, (await server.command('session', 'create', email)).stdout.trim());
  };
  const invite = async (email: string) =>
    read(await owner.call('POST', `${path}/invitations`, { email, role: 'DEVELOPER' }), 201, sentAnswer);
  /** The secret of the link that stands in a text, which is never to be seen again. */
  const secretIn = (text: string): string => {
    const secret = linkPattern.exec(text)?.[1];
    if (secret === undefined) throw new Error('there is no link');
    secrets.push(secret);
    return secret;
  };
  const acceptBy = async (client: ApiClient, token: string): Promise<void> => {
    expectStatus(await client.call('POST', '/invitations/accept', { token }), 200);
    expectStatus(await client.call('GET', path), 200);
    client.close();
  };

  before(async () => {
    smtp = await startSmtpServer({ login });
    server = await startServerProcess({ environment: { LOG_LEVEL: 'trace', DEFAULT_PLAN: 'business' } });
    owner = createApiClient(server.baseUrl, server.adminToken);
    const { organization } = read(await owner.call('POST', '/organizations', { name: 'Acme' }), 201, organizationAnswer);
    path = `/organizations/${organization.id}`;
  });
  after(async () => {
    owner.close();
    await server.close();
    await smtp.stop();
  });

  it('are links for the inviter to pass on, where no mail is sent', async () => {
    const { url, email_sent } = await invite('first@example.org');
    expect(email_sent).to.equal(false);
    await acceptBy(await signIn('first@example.org'), secretIn(url ?? ''));
  });

  it('are mails to the invited person alone, whose link lets in the person who signs in with it', async () => {
    const certificate = join(server.dataDir, 'mail-server.pem');
    writeFileSync(certificate, smtp.certificate);
    await server.stop();
    await server.start({
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Acme Storage <storage@example.org>',
      NODE_EXTRA_CA_CERTS: certificate,
    });
    const { url, email_sent } = await invite(invited);
    expect({ url, email_sent }).to.deep.equal({ url: undefined, email_sent: true });
    const [mail] = smtp.received();
    expect(mail).to.deep.include({ sender: 'storage@example.org', recipients: [invited], isSecure: true, user: login.user });
    expect(mail?.subject).to.match(/ invites you to Acme$/);
    const secret = secretIn(mail?.text ?? '');
    expect(secretIn(mail?.html ?? '')).to.equal(secret);
    await acceptBy(await signIn('grace@example.org'), secret);
    const other = await signIn('eve@example.org');
    expectStatus(await other.call('POST', '/invitations/accept', { token: secret }), 404);
    other.close();
  });

  it('wait while the mail server is out, and say that no mail was sent', async () => {
    smtp.setMood('refuses recipients');
    const { url, email_sent } = await invite('later@example.org');
    smtp.setMood('well');
    expect({ url, email_sent }).to.deep.equal({ url: undefined, email_sent: false });
    const { invitations } = read(await owner.call('GET', `${path}/invitations`), 200, invitationsAnswer);
    expect(invitations.map(({ status }) => status)).to.deep.equal(['PENDING']);
    expect(server.output()).to.contain('mail not sent');
  });

  it('leave neither the password of the mail server nor a secret of a link in the log', async () => {
    const { code } = await server.stop();
    expect(code).to.equal(0);
    expect(secrets).to.have.length(3);
    for (const secret of [...secrets, login.password]) expect(server.output()).to.not.contain(secret);
  });

  it('are not begun with half of the settings, or wrong ones', async () => {
    const half = await server.commandWith({ SMTP_URL: smtp.url }, 'serve');
    expect(half).to.deep.include({ code: 1, stderr: 'svc-server: MAIL_FROM must be set too when SMTP_URL is\n' });
    const wrong = await server.commandWith({ SMTP_URL: `${smtp.url}/inbox`, MAIL_FROM: 'storage@example.org' }, 'serve');
    expect(wrong.code).to.equal(1);
    expect(wrong.stderr)
      .to.match(/^svc-server: SMTP_URL must be [^\n]+\n$/)
      .and.not.contain(login.password);
  });
});
