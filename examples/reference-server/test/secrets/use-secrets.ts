import type { StandIn } from '@svc/test-services/s3';
import type { TestSmtpServer } from '@svc/test-services/smtp';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { waitUntil } from '@svc/test-services/wait-until';
import { type ApiClient, createApiClient } from '../client/api-client.js';
import { type Answer, expectStatus, read } from '../client/exchange.js';
import { createRepositoryClient, type RepositoryClient } from '../client/repository-client.js';
import { objectNamed } from '../client/test-object.js';
import { authorizeAnswer, organizationAnswer, repositoryAnswer, sessionAnswer } from '../client/wire.js';
import type { TestServer } from '../server/start-server.js';
import type { Listener } from './listener.js';
import type { SecretBook } from './secret-book.js';
import type { WebhookReceiver } from './webhook-receiver.js';

export interface Surroundings {
  readonly server: TestServer;
  /** Those that the place and its secrets have made. */
  readonly settings: Readonly<Record<string, string>>;
  readonly book: SecretBook;
  readonly listener: Listener;
  /** A customer's bucket. */
  readonly standIn: StandIn;
  readonly bucket: string;
  readonly receiver: WebhookReceiver;
  /** Where the server's mails go. */
  readonly smtp: TestSmtpServer;
}

/** What the rest of the run goes on with. */
export interface Used {
  readonly owner: ApiClient;
  readonly repository: RepositoryClient;
  /** Those that a client could send to the wrong place. */
  readonly secrets: readonly string[];
}

const sessionSecret = z.object({ session: z.object({ token: z.string() }) });
const tokenSecret = z.object({ secret: z.string() });
const webhookAnswer = z.object({ webhook: z.object({ id: z.string(), secret: z.string() }) });
const invitationAnswer = z.object({ invitation: z.object({ id: z.string() }) });
const linkAnswer = z.object({ url: z.string() });
const connectionAnswer = z.object({ connection: z.object({ id: z.string() }) });

const transfer = async (repository: RepositoryClient, name: string): Promise<void> => {
  const [first, second] = [objectNamed(`${name} first`, 9000), objectNamed(`${name} second`, 9000)];
  const { session } = read(await repository.open(), 201, sessionAnswer);
  const [entry] = read(await repository.authorize(session.id, [first]), 200, authorizeAnswer).objects;
  expectStatus(await repository.put(entry?.upload_url ?? '', first.bytes), 200);
  expectStatus(await repository.complete(session.id, first), 204);
  expectStatus(await repository.finalize(session.id), 200);
  const { actions } = await repository.entry('upload', second);
  expectStatus(await repository.put(actions?.upload?.href ?? '', second.bytes, actions?.upload?.header), 200);
  expectStatus(await repository.verify(actions?.verify?.href ?? '', second), 200);
  for (const object of [first, second]) await repository.expectDownload(object);
};

/** A connection with the right secret, one with a wrong one, and bytes in the bucket. */
const useBucket = async ({ book, standIn, bucket }: Surroundings, owner: ApiClient, organizationId: string) => {
  const path = `/organizations/${organizationId}/storage/connections`;
  const secret = book.add('secret of a bucket', standIn.secretAccessKey);
  const wrong = book.add('wrong secret of a bucket', randomBytes(30).toString('base64'));
  const connection = {
    name: 'Ours',
    provider: 'minio',
    endpoint: standIn.endpoint,
    region: standIn.region,
    bucket,
    prefix: 'models',
    auth_method: 'access_keys',
    access_key_id: standIn.accessKeyId,
  };
  const { id } = read(
    await owner.call('POST', path, { ...connection, secret_access_key: secret }),
    201,
    connectionAnswer,
  ).connection;
  await owner.call('POST', path, { ...connection, name: 'Wrong', secret_access_key: wrong });
  await owner.call('POST', path, { ...connection, provider: 'other', secret_access_key: wrong });
  await owner.call('POST', path, { ...connection, secret_key: wrong });
  const given = { name: 'Theirs', storage_mode: 'byos', storage_connection_id: id };
  const made = read(await owner.call('POST', `/organizations/${organizationId}/repositories`, given), 201, repositoryAnswer);
  await transfer(createRepositoryClient(owner, made.repository.id, organizationId), 'of a customer');
  await owner.call('PATCH', `${path}/${id}`, { secret_access_key: wrong });
  await owner.call('PATCH', `${path}/${id}`, { secret_access_key: secret });
  await owner.call('POST', `${path}/${id}/test`);
  for (const shown of [path, `${path}/${id}`]) await owner.call('GET', shown);
  return [secret, wrong];
};

/** A webhook that is told of something, once refused and once taken. */
const useWebhook = async ({ book, receiver }: Surroundings, owner: ApiClient, organizationId: string): Promise<string> => {
  const path = `/organizations/${organizationId}/webhooks`;
  const made = await owner.call('POST', path, { url: receiver.url, events: ['*'] });
  const { webhook } = read(made, 201, webhookAnswer);
  const { secret } = webhook;
  book.add('secret of a webhook', secret, made);
  await owner.call('POST', `/organizations/${organizationId}/repositories`, { name: 'Announced' });
  await waitUntil('the webhook is told', () => receiver.received.length > 1);
  await owner.call('PATCH', `${path}/${webhook.id}`, { events: ['repository.created'], secret });
  for (const shown of [path, `${path}/${webhook.id}/deliveries`, '/notifications']) await owner.call('GET', shown);
  return secret;
};

const linkSecret = (text: string): string | undefined => /#token=(\w+)/.exec(text)?.[1];

/** Somebody who is invited by mail, gets another link from the inviter, and comes in by that; and a mail that nobody takes. */
const useInvitation = async (
  { book, smtp }: Surroundings,
  owner: ApiClient,
  invited: ApiClient,
  organizationId: string,
): Promise<readonly string[]> => {
  const path = `/organizations/${organizationId}/invitations`;
  const sent = await owner.call('POST', path, { email: 'grace@example.org', role: 'DEVELOPER' });
  const { id } = read(sent, 201, invitationAnswer).invitation;
  const mailed = book.add('link of an invitation', linkSecret(smtp.received()[0]?.text ?? ''));
  const renewed = await owner.call('POST', `${path}/${id}/link`);
  const shown = book.add('renewed link of an invitation', linkSecret(read(renewed, 200, linkAnswer).url), renewed);
  await owner.call('GET', path);
  expectStatus(await invited.call('POST', '/invitations/accept', { token: mailed }), 404);
  expectStatus(await invited.call('POST', '/invitations/accept', { token: shown }), 200);
  smtp.setMood('refuses mails');
  expectStatus(await owner.call('POST', path, { email: 'nobody@example.org', role: 'DEVELOPER' }), 201);
  smtp.setMood('well');
  return [mailed, shown];
};

/** Does with each kind of secret what it is there for. */
export const useSecrets = async (surroundings: Surroundings): Promise<Used> => {
  const { server, book, listener } = surroundings;
  const signedIn = (credential: string): ApiClient => listener.listenTo(createApiClient(server.baseUrl, credential));
  const owner = signedIn(book.add('ADMIN_TOKEN', server.adminToken));

  const exchanged = await owner.call('POST', '/auth/session');
  const session = book.add('session', read(exchanged, 201, sessionSecret).session.token, exchanged);
  expectStatus(await signedIn(session).call('GET', '/users/me'), 200);
  await server.command('user', 'add', 'ada@example.org');
  const ofCommand = book.add(
    'session of the command line',
    (await server.command('session', 'create', 'ada@example.org')).stdout.trim(),
  );
  expectStatus(await signedIn(ofCommand).call('GET', '/users/me'), 200);

  const { organization } = read(await owner.call('POST', '/organizations', { name: 'Acme' }), 201, organizationAnswer);
  const made = await owner.call('POST', `/organizations/${organization.id}/repositories`, { name: 'Models' });
  const { id } = read(made, 201, repositoryAnswer).repository;
  const repository = createRepositoryClient(owner, id, organization.id);
  const tokens: string[] = [];
  for (const kind of ['PAT', 'REPO', 'CI']) {
    const body = { name: kind, kind, scopes: ['repo:write'], ...(kind === 'REPO' ? { repository_id: id } : {}) };
    const shown: Answer = await owner.call('POST', `/organizations/${organization.id}/tokens`, body);
    const secret = book.add(`${kind} token`, read(shown, 201, tokenSecret).secret, shown);
    await transfer(createRepositoryClient(signedIn(secret), id, organization.id), kind);
    const basic = book.add(`Basic with a ${kind} token`, Buffer.from(`ada:${secret}`).toString('base64'));
    await owner.call('POST', `/repositories/${id}/lfs/locks/verify`, {}, { Authorization: `Basic ${basic}` });
    tokens.push(secret);
  }
  const ofBucket = await useBucket(surroundings, owner, organization.id);
  const ofWebhook = await useWebhook(surroundings, owner, organization.id);
  const ofInvitation = await useInvitation(surroundings, owner, signedIn(ofCommand), organization.id);
  for (const path of ['', '/tokens', '/repositories', '/members', '/audit', '/usage', '/storage/connections']) {
    await owner.call('GET', `/organizations/${organization.id}${path}`);
  }
  for (const path of ['', '/usage', '/objects', '/connect']) await owner.call('GET', `/repositories/${id}${path}`);
  return {
    owner,
    repository,
    secrets: [server.adminToken, session, ofCommand, ...tokens, ...ofBucket, ofWebhook, ...ofInvitation],
  };
};
