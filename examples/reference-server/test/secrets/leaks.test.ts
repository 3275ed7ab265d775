import { type StandIn, startStandIn } from '@svc/test-services/s3';
import { startSmtpServer, type TestSmtpServer } from '@svc/test-services/smtp';
import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unlimitedRate } from '../bytes/byte-server.js';
import type { ServerPlace } from '../server/server-place.js';
import { newPlace } from '../server/stack.js';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';
import { createListener, type Listener } from './listener.js';
import { misuseSecrets, misuseSettings } from './misuse-secrets.js';
import { type DatabaseOwner, newDatabaseOwner } from './own-password.js';
import { createSecretBook, type Finding, type Haystack, type SecretBook } from './secret-book.js';
import { spellingsOf } from './spellings.js';
import { tracesInAnswers, tracesInDatabase, tracesInFiles, tracesInLines } from './traces.js';
import { type Surroundings, type Used, useSecrets } from './use-secrets.js';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.js';

const countsOf = (findings: readonly Finding[]): readonly string[] => [
  ...new Set(findings.map(({ secret, where }) => `${secret} in ${where}`)),
];

/** Of a Stripe that does not answer. */
const stripe = {
  STRIPE_SECRET_KEY: `sk_test_${randomBytes(16).toString('hex')}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(16).toString('hex')}`,
  STRIPE_PRICE_TEAM: 'price_team',
  STRIPE_API_URL: 'http://127.0.0.1:9',
};

describe('secrets that went through a server', () => {
  const book: SecretBook = createSecretBook();
  const listener: Listener = createListener(book);
  const folder = mkdtempSync(join(tmpdir(), 'svc-leaks-'));
  const dataDir = join(folder, 'data');
  let place: ServerPlace;
  let databaseOwner: DatabaseOwner | undefined;
  let server: TestServerProcess;
  let standIn: StandIn;
  let receiver: WebhookReceiver;
  let smtp: TestSmtpServer;
  let surroundings: Surroundings;
  let used: Used;
  let failedStarts: string;

  before('start everything', async () => {
    standIn = await startStandIn({ mode: 'strict' });
    receiver = await startWebhookReceiver();
    const login = { user: 'mailer', password: book.add('password of SMTP_URL', randomBytes(24).toString('base64')) };
    smtp = await startSmtpServer({ login, security: 'none' });
    place = await newPlace(dataDir);
    databaseOwner = await newDatabaseOwner(place);
    const settings = {
      ...place.settings,
      ...(databaseOwner && { DATABASE_URL: databaseOwner.url, RATE_LIMIT_STORE: 'database' }),
    };
    server = await startServerProcess({
      place,
      environment: {
        DATA_DIR: dataDir,
        DEFAULT_PLAN: 'business',
        LOG_LEVEL: 'trace',
        EGRESS_ALLOW: '127.0.0.0/8',
        ...unlimitedRate,
        ...stripe,
        SMTP_URL: smtp.url,
        MAIL_FROM: 'mail@example.org',
        ...settings,
      },
    });
    surroundings = { server, settings, book, listener, standIn, bucket: await standIn.newBucket(), receiver, smtp };
    const keys = place.settings['ENCRYPTION_KEYS'] ?? readFileSync(join(dataDir, 'encryption-keys'), 'utf8');
    for (const key of keys.trim().split(',')) book.add('encryption key', key.replace(/^[^:]*:/, ''));
    if (databaseOwner !== undefined) book.add('password of the database', new URL(databaseOwner.url).password);
    const { S3_SECRET_ACCESS_KEY: s3Secret } = place.settings;
    if (s3Secret !== undefined) book.add('S3_SECRET_ACCESS_KEY', s3Secret);
    book.add('STRIPE_SECRET_KEY', stripe.STRIPE_SECRET_KEY);
    book.add('STRIPE_WEBHOOK_SECRET', stripe.STRIPE_WEBHOOK_SECRET);
  });
  before('use each secret', async () => {
    used = await useSecrets(surroundings);
  });
  before('misuse each secret', () => misuseSecrets(surroundings, used));
  before('start with wrong settings', async () => {
    failedStarts = await misuseSettings(surroundings);
  });
  after(async () => {
    await server.close();
    await place.drop();
    await databaseOwner?.drop();
    await standIn.stop();
    await receiver.stop();
    await smtp.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** All that is left of them anywhere. */
  const traces = async (): Promise<readonly Haystack[]> => [
    ...tracesInAnswers(listener.heard),
    ...tracesInLines('the log', server.output()),
    ...tracesInLines('what a start said that failed', failedStarts),
    ...(await tracesInDatabase(place)),
    ...tracesInFiles(dataDir),
    ...receiver.received,
  ];

  it('are of every kind', () => {
    expect(book.names()).to.include.members([
      ...['ADMIN_TOKEN', 'session', 'session of the command line', 'PAT token', 'REPO token', 'CI token'],
      ...[
        'signed URL',
        'verify link',
        'link of an invitation',
        'password of SMTP_URL',
        'secret of a bucket',
        'secret of a webhook',
        'encryption key',
      ],
    ]);
  });

  it('are in no answer but the one that shows them, in no log, no table and no file', async () => {
    expect(countsOf(book.search(await traces()))).to.deep.equal([]);
  });

  it('would be found in each of them, in whatever spelling', async () => {
    const planted = createSecretBook();
    const secret = planted.add('planted', `planted-${randomBytes(20).toString('hex')}`);
    const { owner } = used;
    for (const spelling of spellingsOf(secret)) {
      await owner.call('POST', '/organizations', { name: spelling.slice(0, 100) });
      await owner.call('GET', '/users/me', undefined, { 'X-Request-Id': spelling });
    }
    const found = planted.search(await traces()).map(({ where }) => where);
    expect(found).to.include.members(['organizations.name', 'the answer 201 to POST /organizations']);
    expect(found.some((where) => where.startsWith('a header of the answer'))).to.equal(true);
    expect(found.some((where) => where.startsWith('the log'))).to.equal(true);
    if (databaseOwner === undefined) expect(found.some((where) => where.startsWith('the file svc.db'))).to.equal(true);
    for (const spelling of spellingsOf(secret)) {
      expect(planted.search([{ name: 'alone', bytes: Buffer.from(`before ${spelling} after`) }]), spelling).to.have.length(1);
    }
  });
});
