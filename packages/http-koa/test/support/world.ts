import { createHash } from 'node:crypto';
import type { Role } from '@svc/core/model';
import { isSlug, type Slug } from '@svc/core';
import { send, textAt, type Answer, type TestRequest, valueAt } from './request.js';
import type { TestService } from './service.js';

const api = '/api/v1';
const sessionLifetimeMs = 365 * 24 * 3_600_000;

export const slugOf = (text: string): Slug => {
  if (!isSlug(text)) throw new Error(`${text} is no slug`);
  return text;
};

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

export interface TestOrganization {
  readonly id: string;
  readonly slug: string;
}

/** Things that tests need before their own request: made through the service itself. */
export const createWorld = (service: TestService) => {
  let buckets = 0;
  const call = (method: string, path: string, request?: TestRequest): Promise<Answer> =>
    send(service.baseUrl, method, api + path, request);

  const expectStatus = async (status: number, answer: Promise<Answer>): Promise<unknown> => {
    const { status: actual, json, text } = await answer;
    if (actual !== status) throw new Error(`expected ${status}, got ${actual}: ${text}`);
    return json;
  };

  return {
    call,
    async user(name: string): Promise<TestUser> {
      const email = `${name}@example.test`;
      const { operator } = service.application;
      (await operator.addUser({ email }))._unsafeUnwrap();
      const { secret, user } = (await operator.createSession({ email, lifetimeMs: sessionLifetimeMs }))._unsafeUnwrap();
      return { id: user.id, email, token: secret };
    },
    async organization(owner: TestUser, name: string): Promise<TestOrganization> {
      const json = await expectStatus(201, call('POST', '/organizations', { token: owner.token, body: { name } }));
      return { id: textAt(json, 'organization.id'), slug: textAt(json, 'organization.slug') };
    },
    async member(organization: { readonly slug: string }, user: TestUser, role: Role): Promise<void> {
      const command = { email: user.email, organization: slugOf(organization.slug), role };
      (await service.application.operator.setMember(command))._unsafeUnwrap();
    },
    async repository(
      owner: TestUser,
      organization: { readonly id: string },
      body: Readonly<Record<string, unknown>>,
    ): Promise<string> {
      const path = `/organizations/${organization.id}/repositories`;
      return textAt(await expectStatus(201, call('POST', path, { token: owner.token, body })), 'repository.id');
    },
    async apiToken(
      maker: TestUser,
      organization: { readonly id: string },
      body: Readonly<Record<string, unknown>>,
    ): Promise<{ id: string; secret: string }> {
      const path = `/organizations/${organization.id}/tokens`;
      const json = await expectStatus(201, call('POST', path, { token: maker.token, body: { name: 'token', ...body } }));
      return { id: textAt(json, 'token.id'), secret: textAt(json, 'secret') };
    },
    /** Opens an upload session that has one object. */
    async session(
      pusher: TestUser,
      repositoryId: string,
      object: { readonly oid: string; readonly size: number },
    ): Promise<string> {
      const uploads = `/repositories/${repositoryId}/uploads`;
      const { token } = pusher;
      const session = textAt(await expectStatus(201, call('POST', uploads, { token })), 'session.id');
      await expectStatus(200, call('POST', `${uploads}/${session}/objects`, { token, body: { objects: [object] } }));
      return session;
    },
    /** A connection to a bucket in memory, which is made with it. */
    async connection(
      owner: TestUser,
      organization: { readonly id: string },
      body: Readonly<Record<string, unknown>> = {},
    ): Promise<string> {
      const bucket = `bucket-${(buckets += 1)}`;
      const keys = { access_key_id: 'AKID', secret_access_key: 'wJalrXUtnFEMI/K7MDENG' };
      const endpoint = 'https://s3.example.test';
      service.buckets.add({ endpoint, bucket, accessKeyId: keys.access_key_id, secretAccessKey: keys.secret_access_key });
      const connection = { name: 'Ours', provider: 'minio', endpoint, bucket, auth_method: 'access_keys', ...keys, ...body };
      const path = `/organizations/${organization.id}/storage/connections`;
      return textAt(await expectStatus(201, call('POST', path, { token: owner.token, body: connection })), 'connection.id');
    },
    async storageGroup(owner: TestUser, organization: { readonly id: string }, name: string): Promise<string> {
      const path = `/organizations/${organization.id}/storage-groups`;
      const created = await expectStatus(201, call('POST', path, { token: owner.token, body: { name } }));
      return textAt(created, 'storage_group.id');
    },
    /** A webhook for everything. */
    async webhook(
      owner: TestUser,
      organization: { readonly id: string },
      url: string,
      events: readonly string[] = ['*'],
    ): Promise<{ id: string; secret: string }> {
      const path = `/organizations/${organization.id}/webhooks`;
      const json = await expectStatus(201, call('POST', path, { token: owner.token, body: { url, events } }));
      return { id: textAt(json, 'webhook.id'), secret: textAt(json, 'webhook.secret') };
    },
    /** Uploads texts through one session, by the names that they are given. */
    async namedObjects(
      pusher: TestUser,
      repositoryId: string,
      texts: readonly (readonly [name: string, text: string])[],
    ): Promise<void> {
      const uploads = `/repositories/${repositoryId}/uploads`;
      const { token } = pusher;
      const session = textAt(await expectStatus(201, call('POST', uploads, { token })), 'session.id');
      const objects = texts.map(([name, text]) => ({ oid: sha256(text), size: Buffer.byteLength(text), name }));
      const authorized = await expectStatus(200, call('POST', `${uploads}/${session}/objects`, { token, body: { objects } }));
      for (const [at, [, text]] of texts.entries()) {
        const url = new URL(textAt(authorized, `objects.${at}.upload_url`));
        await expectStatus(200, send(url.origin, 'PUT', url.pathname + url.search, { body: Buffer.from(text) }));
        const complete = `${uploads}/${session}/objects/${sha256(text)}/complete`;
        await expectStatus(204, call('POST', complete, { token, body: { size: Buffer.byteLength(text) } }));
      }
      await expectStatus(200, call('POST', `${uploads}/${session}/finalize`, { token }));
    },
    /** Uploads an object through a session, and returns its oid. */
    async object(pusher: TestUser, repositoryId: string, bytes: Uint8Array): Promise<string> {
      const uploads = `/repositories/${repositoryId}/uploads`;
      const oid = sha256(bytes);
      const size = bytes.byteLength;
      const { token } = pusher;
      const session = textAt(await expectStatus(201, call('POST', uploads, { token })), 'session.id');
      const authorized = call('POST', `${uploads}/${session}/objects`, { token, body: { objects: [{ oid, size }] } });
      const json = await expectStatus(200, authorized);
      if (valueAt(json, 'objects.0.stored') !== true) {
        const url = new URL(textAt(json, 'objects.0.upload_url'));
        await expectStatus(200, send(url.origin, 'PUT', url.pathname + url.search, { body: bytes }));
      }
      const complete = `${uploads}/${session}/objects/${oid}/complete`;
      await expectStatus(204, call('POST', complete, { token, body: { size } }));
      await expectStatus(200, call('POST', `${uploads}/${session}/finalize`, { token }));
      return oid;
    },
  };
};

export type World = ReturnType<typeof createWorld>;
