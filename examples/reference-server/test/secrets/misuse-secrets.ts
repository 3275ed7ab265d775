import { createApiClient } from '../client/api-client.js';
import type { SecretBook } from './secret-book.js';
import type { Surroundings, Used } from './use-secrets.js';

/** The same characters with another one at the end. */
const mistyped = (secret: string): string => secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x');

/** Sends each secret, and each with a slip of the pen, to wherever it does not belong. */
export const misuseSecrets = async (
  { server, book, listener }: Surroundings,
  { owner, repository, secrets }: Used,
): Promise<void> => {
  const base = `/repositories/${repository.id}`;
  const slips = secrets.map((secret, at) => book.add(`mistyped secret ${at}`, mistyped(secret)));
  const nobody = listener.listenTo(createApiClient(server.baseUrl, 'nobody-at-all'));
  await owner.call('POST', `/organizations/${repository.organizationId}/billing/checkout`, { plan_id: 'team' });
  for (const secret of [...secrets, ...slips]) {
    await nobody.call('POST', '/billing/webhook', { id: 'evt_1' }, { 'Stripe-Signature': `t=1,v1=${secret}` });
    const encoded = encodeURIComponent(secret);
    for (const Authorization of [`Bearer ${secret}`, `Bearer ${secret} `, `Basic ${secret}`, `Token ${secret}`, secret]) {
      await nobody.call('GET', '/users/me', undefined, { Authorization });
    }
    for (const pair of [`ada:${secret}`, `${secret}:`]) {
      const Authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
      await nobody.call('POST', `${base}/lfs/objects/batch`, { operation: 'upload', objects: [] }, { Authorization });
    }
    for (const query of [`token=${encoded}`, `limit=${encoded}`, `cursor=${encoded}`, encoded]) {
      await owner.call('GET', `${base}/objects?${query}`);
      await nobody.exchange({
        method: 'POST',
        url: `${server.baseUrl}/api/v1${base}/lfs/objects/${'0'.repeat(64)}/verify?${query}`,
      });
    }
    for (const path of [`/organizations/${encoded}`, `/repositories/${encoded}`, `${base}/lfs/${encoded}/x`, `/${encoded}`]) {
      await owner.call('GET', path);
    }
    for (const body of [
      { name: 'x', [`a${secret.length}`]: secret },
      { name: { secret } },
      { name: 'x', visibility: secret },
      `{"name": "${secret}`,
    ]) {
      await owner.call('POST', `/organizations/${repository.organizationId}/repositories`, body);
    }
    await owner.call('POST', `/organizations/${repository.organizationId}/tokens`, { name: 'x', scopes: [secret], kind: secret });
    await owner.call('POST', `${base}/downloads/authorize`, { objects: [{ oid: secret }] });
    await owner.call('POST', `${base}/uploads`, {}, { 'Content-Type': `application/${secret.replace(/\W/g, '')}` });
    await owner.call('GET', `${base}/lfs/index.json`, undefined, { Range: secret });
  }
};

const wrongDatabases = (given: string, book: SecretBook): readonly Readonly<Record<string, string>>[] => {
  const url = new URL(given);
  url.password = book.add('wrong password of the database', mistyped(url.password));
  return [url.href, url.href.replace('postgres:', 'mysql:')].map((wrong) => ({ DATABASE_URL: wrong }));
};

/** Starts and commands that fail because of a secret; what they say. */
export const misuseSettings = async ({ server, settings, book }: Surroundings): Promise<string> => {
  const wrong = (name: string): Readonly<Record<string, string>> => {
    const value = settings[name];
    return value === undefined ? {} : { [name]: book.add(`wrong ${name}`, mistyped(value)) };
  };
  const mistakes: readonly Readonly<Record<string, string>>[] = [
    ...(settings['DATABASE_URL'] === undefined ? [] : wrongDatabases(settings['DATABASE_URL'], book)),
    ...['S3_SECRET_ACCESS_KEY', 'ENCRYPTION_KEYS'].map(wrong).filter((mistake) => Object.keys(mistake).length > 0),
    { ENCRYPTION_KEYS: `k1:${book.add('malformed key', 'c2VjcmV0LWJ1dC10b28tc2hvcnQ=')}` },
    { SMTP_URL: `smtp://mailer:${book.add('password of a malformed SMTP_URL', 'c2VjcmV0LW9mLW1haWw')}@mail.example.org/inbox` },
    { ADMIN_TOKEN: book.add('malformed ADMIN_TOKEN', 'svc_pat_malformed-admin-token') },
  ];
  const said: string[] = [];
  for (const mistake of mistakes) {
    const { stdout, stderr } = await server.commandWith({ PORT: '1', ...mistake }, 'serve');
    said.push(stdout, stderr);
  }
  return said.join('');
};
