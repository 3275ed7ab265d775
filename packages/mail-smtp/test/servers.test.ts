import type { Mail } from '@svc/core/ports';
import type { SmtpServerOptions } from '@svc/test-services/smtp';
import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { mailerFor, startSmtpWorld } from './smtp-world.js';

const password = 'correct-horse-battery';
const secret = 'svc_inv_0123456789';
const login = { user: 'mailer@example.org', password };
const mail: Mail = {
  to: 'ada@example.com',
  subject: 'Come in',
  text: `https://svc.example/invitations?token=${secret}`,
  html: `<a href="https://svc.example/invitations?token=${secret}">Come in</a>`,
};

/** A server on loopback that is no mail server. */
const startPlainServer = async (onSocket: (socket: Socket) => void) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on TCP');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

describe('an SMTP server', () => {
  const worlds: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const world of worlds.splice(0)) await world.close();
  });
  const start = async (...parameters: Parameters<typeof startSmtpWorld>) => {
    const world = await startSmtpWorld(...parameters);
    worlds.push(world);
    return world;
  };
  /** What a mail to such a server has come to, with all that was said of it. */
  const sendTo = async (...parameters: Parameters<typeof startSmtpWorld>) => {
    const { mailer, faults, server } = await start(...parameters);
    const result = await mailer.send(mail);
    const said = inspect([result, faults], { depth: 10 });
    for (const each of [password, secret, mail.to]) expect(said).to.not.include(each);
    return { isTaken: result.isOk(), faults, server };
  };

  it('is given the sender, one recipient, and headers that keep answering machines quiet', async () => {
    const { server, mailer } = await start();
    expect((await mailer.send({ ...mail, to: 'Ada@Example.com' })).isOk()).to.equal(true);
    const [received] = server.received();
    expect(received).to.deep.include({ sender: 'mail@example.org', recipients: ['ada@example.com'] });
    expect(received?.headers.get('from')).to.equal('"Example, Inc." <mail@example.org>');
    expect(received?.headers.get('to')).to.equal('ada@example.com');
    expect(received?.headers.get('auto-submitted')).to.equal('auto-generated');
    expect(received?.headers.has('bcc')).to.equal(false);
  });

  for (const options of [
    { security: 'starttls', login },
    { security: 'tls', login },
    { security: 'starttls' },
  ] satisfies readonly SmtpServerOptions[]) {
    it(`with ${options.security} is spoken to over it, ${'login' in options ? 'with' : 'without'} a password`, async () => {
      const { isTaken, server } = await sendTo(options);
      expect(isTaken).to.equal(true);
      expect(server.received()).to.have.length(1);
      expect(server.received()[0]).to.deep.include({ isSecure: true, user: 'login' in options ? login.user : undefined });
    });
  }

  for (const security of ['starttls', 'tls'] as const) {
    it(`with ${security} and a certificate that nobody vouches for gets neither mail nor password`, async () => {
      const other = await start();
      const { isTaken, server } = await sendTo({ security, login }, { ca: other.server.certificate });
      expect(isTaken).to.equal(false);
      expect(server.received()).to.deep.equal([]);
    });
  }

  it('on another machine is sent no password without TLS', async () => {
    const said: string[] = [];
    const plain = await startPlainServer((socket) => {
      socket.write('220 mail.example.org ESMTP\r\n');
      socket.on('data', (bytes) => {
        said.push(String(bytes));
        const isGreeting = String(bytes).startsWith('EHLO');
        socket.write(isGreeting ? '250-mail.example.org\r\n250 AUTH PLAIN LOGIN\r\n' : '502 5.5.1 Not here\r\n');
      });
    });
    worlds.push({ close: plain.stop });
    // The address of all interfaces leads here, and is not loopback.
    const url = plain.url.replace('127.0.0.1', `mailer:${password}@0.0.0.0`);
    const { mailer, faults } = mailerFor({ url });
    expect((await mailer.send(mail)).isErr()).to.equal(true);
    mailer.close();
    expect(faults.map(({ code }) => code)).to.deep.equal(['ETLS']);
    expect(said.join('')).to.match(/EHLO/).and.not.match(/AUTH/);
  });

  it('that does not know the password gets no mail', async () => {
    const { isTaken, faults, server } = await sendTo({ login }, {});
    expect(isTaken).to.equal(true);
    const wrong = server.url.replace(password, 'wrong-horse-battery');
    const { mailer, faults: ofWrong } = mailerFor({ url: wrong, ca: server.certificate });
    const result = await mailer.send(mail);
    mailer.close();
    expect(inspect([result, ofWrong], { depth: 10 })).to.not.include('wrong-horse');
    expect(result.isErr() && result.error).to.deep.include({ kind: 'unavailable', part: 'mail' });
    expect([faults, ofWrong]).to.deep.equal([[], [{ code: 'EAUTH', status: 535 }]]);
    expect(server.received()).to.have.length(1);
  });

  for (const mood of ['refuses recipients', 'refuses mails'] as const) {
    it(`that ${mood} is heard of by its status alone, and gets the next mail`, async () => {
      const { mailer, server, faults } = await start();
      server.setMood(mood);
      const refused = await mailer.send(mail);
      expect(refused.isErr() && refused.error).to.deep.equal({ kind: 'mail_refused' });
      expect(faults.map(({ status }) => status)).to.deep.equal([550]);
      server.setMood('well');
      expect((await mailer.send(mail)).isOk()).to.equal(true);
      expect(server.received()).to.have.length(1);
    });
  }

  it('that falls silent is given up after the timeout', async () => {
    const { mailer, server, faults } = await start({}, { timeoutMs: 300 });
    server.setMood('silent');
    expect((await mailer.send(mail)).isErr()).to.equal(true);
    expect(faults.map(({ code }) => code)).to.deep.equal(['ETIMEDOUT']);
  });

  it('that never greets is given up after the timeout', async () => {
    const plain = await startPlainServer(() => undefined);
    worlds.push({ close: plain.stop });
    const { mailer, faults } = mailerFor({ url: plain.url, timeoutMs: 300 });
    expect((await mailer.send(mail)).isErr()).to.equal(true);
    mailer.close();
    expect(faults.map(({ code }) => code)).to.deep.equal(['ETIMEDOUT']);
  });

  it('that never comes to an end is given up at the deadline', async () => {
    const plain = await startPlainServer((socket) => {
      socket.write('220 mail.example.org ESMTP\r\n');
      const drip = setInterval(() => socket.write('250-and another thing\r\n'), 50);
      socket.on('close', () => clearInterval(drip));
    });
    worlds.push({ close: plain.stop });
    const { mailer, faults } = mailerFor({ url: plain.url, timeoutMs: 300, deadlineMs: 600 });
    expect((await mailer.send(mail)).isErr()).to.equal(true);
    mailer.close();
    expect(faults).to.have.length(1);
  });

  it('that closes connections as they are used again gets each mail all the same', async () => {
    const { mailer, server } = await start();
    expect((await mailer.send(mail)).isOk()).to.equal(true);
    server.hangUp();
    expect((await mailer.send({ ...mail, subject: 'Again' })).isOk()).to.equal(true);
    expect(server.received().map(({ subject }) => subject)).to.deep.equal(['Come in', 'Again']);
  });

  it('is sent nothing by a mailer that was closed', async () => {
    const { mailer, server } = await start();
    mailer.close();
    mailer.close();
    expect((await mailer.send(mail)).isErr()).to.equal(true);
    expect(server.received()).to.deep.equal([]);
  });
});
