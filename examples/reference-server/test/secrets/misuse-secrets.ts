import { type ApiClient, createApiClient } from '../client/api-client.js';
import { type Answer, expectStatus } from '../client/exchange.js';
import { mistyped } from './mistyped.js';
import type { SecretBook } from './secret-book.js';
import type { Surroundings, Used } from './use-secrets.js';

/** Presents it as a credential, which it is for something else or was until somebody mistyped it. */
const present = (nobody: ApiClient, base: string, secret: string): readonly Promise<Answer>[] => [
  nobody.call('POST', '/billing/webhook', { id: 'evt_1' }, { 'Stripe-Signature': `t=1,v1=${secret}` }),
  ...[`Bearer ${secret}`, `Bearer ${secret} `, `Basic ${secret}`, `Token ${secret}`, secret].map((Authorization) =>
    nobody.call('GET', '/users/me', undefined, { Authorization }),
  ),
  ...[`ada:${secret}`, `${secret}:`].map((pair) => {
    const Authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    return nobody.call('POST', `${base}/lfs/objects/batch`, { operation: 'upload', objects: [] }, { Authorization });
  }),
];

/** Writes it into paths, queries, bodies and headers that are there for something else. */
const misplace = (owner: ApiClient, base: string, organization: string, secret: string): readonly Promise<Answer>[] => {
  const encoded = encodeURIComponent(secret);
  return [
    ...[`token=${encoded}`, `limit=${encoded}`, `cursor=${encoded}`, encoded].map((query) =>
      owner.call('GET', `${base}/objects?${query}`),
    ),
    ...[`/organizations/${encoded}`, `/repositories/${encoded}`, `${base}/lfs/${encoded}/x`, `/${encoded}`].map((path) =>
      owner.call('GET', path),
    ),
    ...[
      { name: 'x', [`a${secret.length}`]: secret },
      { name: { secret } },
      { name: 'x', visibility: secret },
      `{"name": "${secret}`,
    ].map((body) => owner.call('POST', `${organization}/repositories`, body)),
    owner.call('POST', `${organization}/tokens`, { name: 'x', scopes: [secret], kind: secret }),
    owner.call('POST', `${base}/downloads/authorize`, { objects: [{ oid: secret }] }),
    owner.call('POST', `${base}/uploads`, {}, { 'Content-Type': `application/${secret.replace(/\W/g, '')}` }),
    owner.call('GET', `${base}/lfs/index.json`, undefined, { Range: secret }),
  ];
};

/** Sends each secret, and each with a slip of the pen, to wherever it does not belong. */
export const misuseSecrets = async (
  { server, book, listener }: Surroundings,
  { owner, repository, secrets }: Used,
): Promise<void> => {
  const base = `/repositories/${repository.id}`;
  const organization = `/organizations/${repository.organizationId}`;
  const slips = secrets.map((secret, at) => book.add(`mistyped secret ${at}`, mistyped(secret)));
  const api = createApiClient(server.baseUrl, 'nobody-at-all');
  const nobody = listener.listenTo(api);
  const verify = (secret: string): readonly Promise<Answer>[] => {
    const url = `${server.baseUrl}/api/v1${base}/lfs/objects/${'0'.repeat(64)}/verify`;
    const encoded = encodeURIComponent(secret);
    return [`token=${encoded}`, `limit=${encoded}`, `cursor=${encoded}`, encoded].map((query) =>
      nobody.exchange({ method: 'POST', url: `${url}?${query}` }),
    );
  };
  // Its Stripe never answers, so it would be put off again and again.
  const impatient = createApiClient(server.baseUrl, server.adminToken, { isPatient: false });
  const checkout = await listener.listenTo(impatient).call('POST', `${organization}/billing/checkout`, { plan_id: 'team' });
  expectStatus(checkout, 503);
  impatient.close();
  for (const secret of [...secrets, ...slips]) {
    await Promise.all([...present(nobody, base, secret), ...verify(secret), ...misplace(owner, base, organization, secret)]);
  }
  api.close();
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
  const outcomes = await Promise.all(mistakes.map((mistake) => server.commandWith({ PORT: '1', ...mistake }, 'serve')));
  return outcomes.map(({ stdout, stderr }) => stdout + stderr).join('');
};
