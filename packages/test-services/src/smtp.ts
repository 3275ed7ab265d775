import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type ReadMessage, readMessage } from './smtp/read-message.js';

export interface SmtpServerOptions {
  /** Who alone may send; anybody when absent. */
  readonly login?: { readonly user: string; readonly password: string };
  /** `starttls` when absent: offered to clients that want it. `none` takes passwords in the clear. */
  readonly security?: 'none' | 'starttls' | 'tls';
}

/** `refuses recipients` and `refuses mails` answer 550; `silent` takes commands and does not answer any that names a recipient. */
type SmtpMood = 'well' | 'refuses recipients' | 'refuses mails' | 'silent';

export interface ReceivedMessage extends ReadMessage {
  /** The sender and all recipients of the envelope. */
  readonly sender: string;
  readonly recipients: readonly string[];
  /** Whether it came over TLS. */
  readonly isSecure: boolean;
  /** Who was signed in. */
  readonly user: string | undefined;
  /** As it came, with a character for each byte. */
  readonly raw: string;
}

export interface TestSmtpServer {
  readonly port: number;
  /** With the login, if there is one. */
  readonly url: string;
  /** PEM of the certificate, which is its own authority. */
  readonly certificate: string;
  /** What was taken over so far, oldest first. */
  received(): readonly ReceivedMessage[];
  setMood(mood: SmtpMood): void;
  /** Nothing for this address is taken over any more. */
  refuse(address: string): void;
  /** Cuts all connections; the next are welcome. */
  hangUp(): void;
  /** Cuts all connections; nobody answers at the port any more. */
  stop(): Promise<void>;
}

/** Key and certificate for 127.0.0.1 and localhost, one after the other. */
const newCertificate = (): string =>
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', '-', '-out', '-'],
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );

const refusal = (): Error => Object.assign(new Error('5.7.1 Not here'), { responseCode: 550 });

/** A real SMTP server on loopback that keeps what it is sent. */
export const startSmtpServer = async ({ login, security = 'starttls' }: SmtpServerOptions = {}): Promise<TestSmtpServer> => {
  const pem = newCertificate();
  const messages: ReceivedMessage[] = [];
  const refused = new Set<string>();
  let mood: SmtpMood = 'well';
  const options: SMTPServerOptions = {
    key: pem,
    cert: pem,
    secure: security === 'tls',
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 1,
    authOptional: login === undefined,
    allowInsecureAuth: security === 'none',
    disabledCommands: [...(login === undefined ? ['AUTH'] : []), ...(security === 'none' ? ['STARTTLS'] : [])],
    onAuth: ({ username, password }, _session, done) => {
      const isKnown = username === login?.user && password === login?.password;
      // Servers quote what they were given more often than they should.
      if (!isKnown) done(new Error(`${username ?? ''} with ${password ?? ''} may not send`));
      else done(null, { user: username });
    },
    onRcptTo: ({ address }, _session, done) => {
      if (mood !== 'silent') done(mood === 'refuses recipients' || refused.has(address) ? refusal() : null);
    },
    onData: (stream, { envelope: { mailFrom, rcptTo }, secure, user }, done) => {
      void text(stream.setEncoding('latin1')).then((raw) => {
        const isRefused = mood === 'refuses mails';
        if (!isRefused) {
          messages.push({
            ...readMessage(raw),
            sender: mailFrom === false ? '' : mailFrom.address,
            recipients: rcptTo.map(({ address }) => address),
            isSecure: secure,
            user: typeof user === 'string' ? user : undefined,
            raw,
          });
        }
        done(isRefused ? refusal() : null);
      });
    },
  };
  const server = new SMTPServer(options);
  // Clients that break off are a part of the tests.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on TCP');
  const { port } = address;
  const credentials = login === undefined ? '' : `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`;
  return {
    port,
    url: `${security === 'tls' ? 'smtps' : 'smtp'}://${credentials}127.0.0.1:${port}`,
    certificate: pem.slice(pem.indexOf('-----BEGIN CERTIFICATE')),
    received: () => messages,
    setMood: (next) => {
      mood = next;
    },
    refuse: (address) => void refused.add(address),
    hangUp: () => {
      for (const connection of server.connections) connection.close();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
};
