import { expect } from 'chai';
import type { ResultAsync } from 'neverthrow';
import { isUint8Array } from 'node:util/types';
import { runInNewContext } from 'node:vm';
import type { ErrorCode, ErrorReason } from '../src/index.js';
import { type ClientRig, oidOf, repository, startClientRig } from './rigs/client-rig.js';
import { json } from './rigs/scripted-server.js';

const organization = {
  id: '0b6f3c0e-3a55-4b7c-8f47-0a3f0d9a1c11',
  name: 'Acme',
  slug: 'acme',
  plan_id: 'free',
  created_at: '2026-01-01T00:00:00Z',
};
const path = '/api/v1/organizations/{orgID}';

describe("the client's operations", () => {
  let rig: ClientRig;
  before(async () => {
    rig = await startClientRig();
  });
  after(() => rig.close());
  beforeEach(() => rig.forget());

  const organizationOf = (orgID: string) => rig.open().api.GET(path, { params: { path: { orgID } } });

  it('put parameters in their places, each value as one segment', async () => {
    rig.server.script = [json(200, { objects: [] })];
    const params = { path: { repoID: 'a/b c' }, query: { limit: 2, cursor: 'x&y=' } };
    const answer = await rig.open().api.GET('/api/v1/repositories/{repoID}/objects', { params });
    expect(answer._unsafeUnwrap().data.objects).to.deep.equal([]);
    const [seen] = rig.server.seen;
    expect(seen?.url).to.equal('/api/v1/repositories/a%2Fb%20c/objects?limit=2&cursor=x%26y%3D');
    expect(seen?.headers).not.to.include.keys('content-type', 'content-length');
  });

  it('send JSON as JSON, bytes as bytes, and the headers that they are given', async () => {
    rig.server.script = [json(201, { organization }), (response) => response.writeHead(201).end()];
    const { api } = rig.open();
    const made = (await api.POST('/api/v1/organizations', { body: { name: 'Acme' } }))._unsafeUnwrap();
    expect([made.status, made.data.organization.slug]).to.deep.equal([201, 'acme']);
    const put = await api.PUT('/api/v1/repositories/{repoID}/lfs/{path}', {
      params: { path: { repoID: repository, path: 'packs/a' }, header: { 'content-encoding': 'identity' } },
      headers: { 'x-request-id': 'mine' },
      body: Buffer.from('bytes'),
    });
    expect(put._unsafeUnwrap().data).to.equal(undefined);
    const [first, second] = rig.server.seen;
    expect(first).to.deep.include({ method: 'POST', url: '/api/v1/organizations', body: Buffer.from('{"name":"Acme"}') });
    expect(first?.headers).to.include({ 'content-type': 'application/json', authorization: 'Bearer svc_pat_secret' });
    expect(second).to.deep.include({ url: `/api/v1/repositories/${repository}/lfs/packs/a`, body: Buffer.from('bytes') });
    expect(second?.headers).to.include({
      'content-type': 'application/octet-stream',
      'content-encoding': 'identity',
      'x-request-id': 'mine',
    });
  });

  it('leave out a header that is undefined, and take no call for one with a key that has none', async () => {
    const header: { 'idempotency-key'?: string } = {};
    Object.assign(header, { 'idempotency-key': undefined });
    rig.server.script = [json(500, {})];
    const params = { path: { repoID: repository }, header };
    const opened = await rig.open().api.POST('/api/v1/repositories/{repoID}/uploads', { params, body: {} });
    expect(opened._unsafeUnwrapErr().status).to.equal(500);
    expect(rig.server.seen.map(({ headers }) => headers['idempotency-key'])).to.deep.equal([undefined]);
  });

  it('send bytes of another realm, such as those of a frame, as bytes', async () => {
    rig.server.script = [(response) => response.writeHead(201).end()];
    const body: unknown = runInNewContext('Uint8Array.of(98, 121)');
    if (!isUint8Array(body)) throw new Error('bytes are bytes in each realm');
    const path = { repoID: repository, path: 'packs/a' };
    (await rig.open().api.PUT('/api/v1/repositories/{repoID}/lfs/{path}', { params: { path }, body }))._unsafeUnwrap();
    expect(rig.server.seen[0]?.body).to.deep.equal(Buffer.from('by'));
  });

  it('tell statuses and headers, and take 304 for an answer', async () => {
    rig.server.script = [
      (response) => response.writeHead(200, { etag: '"1"' }).end('bytes'),
      (response) => response.writeHead(304, { etag: '"1"' }).end(),
    ];
    const get = (headers: Readonly<Record<string, string>>) =>
      rig
        .open()
        .api.GET('/api/v1/repositories/{repoID}/lfs/{path}', { params: { path: { repoID: repository, path: 'a' } }, headers });
    const whole = (await get({}))._unsafeUnwrap();
    expect([whole.status, whole.header('etag')]).to.deep.equal([200, '"1"']);
    expect(Buffer.from(whole.data ?? []).toString()).to.equal('bytes');
    const same = (await get({ 'if-none-match': '"1"' }))._unsafeUnwrap();
    expect([same.status, same.data]).to.deep.equal([304, undefined]);
  });

  const wrong: readonly (readonly [string, unknown, string])[] = [
    ['no object', [], 'body'],
    ['null', null, 'body'],
    ['an object without what it is about', {}, 'organization'],
    ['a field that is missing', { organization: { ...organization, slug: undefined } }, 'organization.slug'],
    ['a field of another kind', { organization: { ...organization, name: 1 } }, 'organization.name'],
  ];
  for (const [what, body, place] of wrong) {
    it(`take ${what} for no answer, and say where it is wrong`, async () => {
      rig.server.script = [json(200, body)];
      const error = (await organizationOf('acme'))._unsafeUnwrapErr();
      expect(error).to.include({ code: 'malformed_answer', message: `The service's answer has no valid ${place}.` });
    });
  }

  it('say which one of a list is wrong', async () => {
    rig.server.script = [
      json(200, {
        organizations: [
          { ...organization, role: 'OWNER' },
          { ...organization, role: null },
        ],
      }),
    ];
    const error = (await rig.open().api.GET('/api/v1/organizations'))._unsafeUnwrapErr();
    expect(error.message).to.equal("The service's answer has no valid organizations.1.role.");
  });

  it('take what a newer service adds: fields, and values of an enum', async () => {
    rig.server.script = [json(200, { organization: { ...organization, plan_id: 'enterprise', motto: 'More' }, etc: 1 })];
    expect((await organizationOf('acme'))._unsafeUnwrap().data.organization.name).to.equal('Acme');
  });

  it('take no status for an answer that the operation does not have', async () => {
    rig.server.script = [(response) => response.writeHead(204).end()];
    expect((await organizationOf('acme'))._unsafeUnwrapErr().message).to.include('no valid status');
  });

  it('read no more than they are told to', async () => {
    rig.server.script = [(response) => response.writeHead(200).end(Buffer.alloc(11))];
    const request = { params: { path: { repoID: repository, path: 'a' } }, maxBytes: 10 };
    const answer = await rig.open().api.GET('/api/v1/repositories/{repoID}/lfs/{path}', request);
    expect(answer._unsafeUnwrapErr().code).to.equal('malformed_answer');
  });

  it('repeat what may be done twice, and nothing else unless they are told to', async () => {
    rig.server.script = [(response) => response.writeHead(503).end()];
    const { api } = rig.open();
    const attempts = async (call: ResultAsync<unknown, unknown>): Promise<number> => {
      rig.server.seen.length = 0;
      expect((await call).isErr()).to.equal(true);
      return rig.server.seen.length;
    };
    const params = { path: { orgID: 'acme' } };
    expect(await attempts(api.GET(path, { params }))).to.equal(4);
    expect(await attempts(api.DELETE(path, { params }))).to.equal(4);
    expect(await attempts(api.PATCH(path, { params, body: {} }))).to.equal(1);
    expect(await attempts(api.POST('/api/v1/organizations', { body: { name: 'Acme' } }))).to.equal(1);
    expect(await attempts(api.POST('/api/v1/organizations', { body: { name: 'Acme' }, isRepeatable: true }))).to.equal(4);
    const uploads = { params: { path: { repoID: repository }, header: { 'idempotency-key': 'key' } } };
    expect(await attempts(api.POST('/api/v1/repositories/{repoID}/uploads', uploads))).to.equal(4);
    for (const name of ['idempotency-key', 'Idempotency-Key']) {
      const more = { params: { path: { repoID: repository } }, headers: { [name]: 'key' } };
      expect(await attempts(api.POST('/api/v1/repositories/{repoID}/uploads', more)), name).to.equal(4);
      expect(rig.server.seen[0]?.headers['idempotency-key']).to.equal('key');
    }
  });

  for (const id of ['', '.', '..', '\ud800']) {
    it(`call nothing else for the id ${JSON.stringify(id)}`, async () => {
      expect((await organizationOf(id))._unsafeUnwrapErr().code).to.equal('unsafe_url');
      expect(rig.server.seen).to.deep.equal([]);
    });
  }

  it('are typed: what the description does not have does not compile', () => {
    const { api } = rig.open();
    const wrongCalls = [
      // @ts-expect-error -- no such path
      () => api.GET('/api/v1/nothing'),
      // @ts-expect-error -- no such method on this path
      () => api.POST('/api/v1/plans'),
      // @ts-expect-error -- a parameter is missing
      () => api.GET(path),
      // @ts-expect-error -- a parameter of the query is missing, without which the service answers 400
      () => api.GET('/api/v1/search'),
      // @ts-expect-error -- a field is missing
      () => api.POST('/api/v1/organizations', { body: {} }),
      // @ts-expect-error -- a field has another type
      () => api.POST('/api/v1/organizations', { body: { name: 1 } }),
      // @ts-expect-error -- an id has another type
      () => api.GET(path, { params: { path: { orgID: 1 } } }),
    ];
    expect(wrongCalls).to.have.length(7);
  });

  it('know the codes and reasons of the service', () => {
    const code: ErrorCode = 'not_found';
    const reason: ErrorReason = 'duplicate_slug';
    // @ts-expect-error -- no such code
    const wrong: ErrorCode = 'not_fund';
    expect([code, reason, wrong]).to.have.length(3);
  });

  it('give the groups that are written by hand the oids of the answer, and nothing that is none', async () => {
    const refused = { error: { code: 'not_found', message: 'Not found.' } };
    rig.server.script = [
      json(200, { objects: [{ oid: oidOf('a'), ...refused }] }),
      json(200, { objects: [{ oid: '../a', ...refused }] }),
    ];
    const { downloads } = rig.open();
    expect((await downloads.authorize(repository, []))._unsafeUnwrap()).to.have.length(1);
    expect((await downloads.authorize(repository, []))._unsafeUnwrapErr().code).to.equal('malformed_answer');
  });
});
