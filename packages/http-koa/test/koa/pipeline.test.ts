import { expect } from 'chai';
import { endpoints } from '../../src/endpoints/index.js';
import { send, textAt, valueAt } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld, type TestOrganization, type TestUser, type World } from '../support/world.js';

const nobodysId = 'ffffffff-0000-4000-8000-000000000000';

describe('the order of checks', () => {
  let service: TestService;
  let world: World;
  let owner: TestUser;
  let viewer: TestUser;
  let stranger: TestUser;
  let organization: TestOrganization;
  let repository: string;
  before(async () => {
    service = await startService();
    world = createWorld(service);
    [owner, viewer, stranger] = [await world.user('owner'), await world.user('viewer'), await world.user('stranger')];
    organization = await world.organization(owner, 'Acme');
    await world.member(organization, viewer, 'VIEWER');
    repository = await world.repository(owner, organization, { name: 'Models' });
  });
  after(() => service.close());
  afterEach(() => expect(service.faults).to.deep.equal([]));

  const statusOf = async (method: string, path: string, token?: string, body?: unknown): Promise<number> =>
    (await world.call(method, path, { token, body })).status;

  it('looks for the route before it looks at the credential', async () => {
    expect(await statusOf('GET', '/nowhere')).to.equal(404);
    expect(await statusOf('DELETE', '/users/me')).to.equal(405);
  });

  it('asks for a credential before it says whether the path is well-formed', async () => {
    expect(await statusOf('GET', '/repositories/not-an-id')).to.equal(401);
    expect(await statusOf('GET', '/repositories/not-an-id', 'nonsense')).to.equal(401);
    expect(await statusOf('GET', '/repositories/not-an-id', owner.token)).to.equal(400);
  });

  it('refuses a malformed path before it looks for the thing', async () => {
    const locks = `/repositories/${nobodysId}/lfs/locks`;
    expect(await statusOf('POST', `${locks}/not-an-id/unlock`, owner.token, {})).to.equal(400);
  });

  it('accepts a slug for an organization and not for a repository', async () => {
    expect(await statusOf('GET', '/organizations/acme', owner.token)).to.equal(200);
    expect(await statusOf('GET', '/organizations/ACME', owner.token)).to.equal(400);
    expect(await statusOf('GET', '/repositories/models', owner.token)).to.equal(400);
    expect(await statusOf('GET', `/repositories/${nobodysId}`, owner.token)).to.equal(404);
  });

  it('takes a UUID with capitals for the same without, in paths, queries and bodies', async () => {
    const shout = repository.toUpperCase();
    const { json, status } = await world.call('GET', `/repositories/${shout}`, { token: owner.token });
    expect([status, valueAt(json, 'repository.id')]).to.deep.equal([200, repository]);
    expect(await statusOf('GET', `/organizations/${organization.id.toUpperCase()}`, owner.token)).to.equal(200);
    expect(await statusOf('GET', `/repositories/${shout}`, stranger.token)).to.equal(404);
    expect(await statusOf('GET', `/organizations/acme/artifacts?repo=${shout}`, owner.token)).to.equal(200);
    const member = { user_id: viewer.id.toUpperCase(), level: 'READ' };
    expect(await statusOf('POST', `/repositories/${repository}/members`, owner.token, member)).to.equal(201);
  });

  it('says 404 to a stranger and 403 to a member without the permission, both before it reads the body', async () => {
    const uploads = `/repositories/${repository}/uploads`;
    for (const body of [{}, { unknown: 1 }, 'not json']) {
      expect(await statusOf('POST', uploads, stranger.token, body)).to.equal(404);
      expect(await statusOf('POST', uploads, viewer.token, body)).to.equal(403);
    }
    expect(await statusOf('POST', uploads, owner.token, { unknown: 1 })).to.equal(400);
  });

  it('refuses an API token for what takes a session before it reads the body, and after it has looked for the thing', async () => {
    const scopes = ['repo:admin', 'org:read', 'usage:read'];
    const { secret } = await world.apiToken(owner, organization, { kind: 'CI', scopes });
    const other = await world.organization(stranger, 'Elsewhere');
    const sessionOnly = endpoints.filter(({ access }) => access.kind === 'organization' && access.isSessionOnly === true);
    expect(sessionOnly.map(({ name }) => name)).to.include('members.leave');
    for (const { name, route } of sessionOnly) {
      const [method = '', path = ''] = route.split(' ');
      for (const body of [{ unknown: 1 }, 'not json']) {
        const answer = await world.call(method, path.replace('{orgID}', 'acme'), { token: secret, body });
        expect([answer.status, textAt(answer.json, 'error.message')], name).to.deep.equal([
          403,
          'An API token cannot do this: sign in.',
        ]);
        expect(await statusOf(method, path.replace('{orgID}', other.id), secret, body), name).to.equal(404);
        expect(await statusOf(method, path.replace('{orgID}', 'acme'), owner.token, body), name).to.equal(400);
      }
    }
  });

  it('names the permission that is missing', async () => {
    const { json } = await world.call('DELETE', `/repositories/${repository}`, { token: viewer.token });
    expect(textAt(json, 'error.message')).to.include('repository.admin');
  });

  it('answers "not yours", "not there" and "no such path" with the same bytes, but for the request id', async () => {
    const answers = await Promise.all([
      world.call('GET', `/repositories/${repository}`, { token: stranger.token }),
      world.call('GET', `/repositories/${nobodysId}`, { token: stranger.token }),
      world.call('GET', '/organizations/acme', { token: stranger.token }),
      world.call('GET', '/organizations/nobody', { token: stranger.token }),
      world.call('GET', '/nowhere', { token: stranger.token }),
      world.call('GET', '/nowhere'),
      send(service.baseUrl, 'GET', '/somewhere/else'),
    ]);
    const [first] = answers;
    const faceOf = ({ text, headers }: { text: string; headers: object }, id: string): unknown => {
      const { 'x-request-id': _id, date: _date, ...others } = Object.fromEntries(Object.entries(headers));
      return { text: text.replace(id, '<id>'), headers: others };
    };
    for (const answer of answers) {
      expect(answer.status).to.equal(404);
      const id = textAt(answer.json, 'error.request_id');
      expect(faceOf(answer, id)).to.deep.equal(faceOf(first, textAt(first.json, 'error.request_id')));
    }
  });

  it('gives the LFS form of the same 404 on LFS paths', async () => {
    const batch = { token: stranger.token, body: { operation: 'download', objects: [] } };
    const hidden = await world.call('POST', `/repositories/${repository}/lfs/objects/batch`, batch);
    const absent = await world.call('POST', `/repositories/${nobodysId}/lfs/objects/batch`, batch);
    expect(hidden.status).to.equal(404);
    expect(hidden.headers['content-type']).to.equal('application/vnd.git-lfs+json');
    expect(valueAt(hidden.json, 'message')).to.equal(valueAt(absent.json, 'message'));
    expect(hidden.text.length).to.equal(absent.text.length);
  });

  it('keeps a harmless request id and makes a new one in place of any other', async () => {
    const idOf = async (id: string): Promise<string> => {
      const { headers, json } = await world.call('GET', '/nowhere', { headers: { 'X-Request-Id': id } });
      expect(textAt(json, 'error.request_id')).to.equal(headers['x-request-id']);
      return textAt(json, 'error.request_id');
    };
    for (const id of ['a', 'A-1._z', 'x'.repeat(64)]) expect(await idOf(id)).to.equal(id);
    for (const id of ['x'.repeat(65), 'a b', 'a/b', '<b>', 'a,b', 'é', '"']) expect(await idOf(id)).to.match(/^[0-9a-f-]{36}$/);
  });

  it('gives every answer the request id and the same careful headers', async () => {
    const { headers } = await world.call('GET', '/users/me', { token: owner.token });
    expect(headers).to.include({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json',
    });
    expect(headers['x-request-id']).to.match(/^[0-9a-f-]{36}$/);
  });

  it('answers HEAD as GET without the body', async () => {
    const [head, get] = [
      await world.call('HEAD', '/users/me', { token: owner.token }),
      await world.call('GET', '/users/me', { token: owner.token }),
    ];
    expect(head.status).to.equal(200);
    expect(head.text).to.equal('');
    expect(head.headers['content-length']).to.equal(get.headers['content-length']);
    expect((await world.call('HEAD', '/nowhere')).status).to.equal(404);
  });

  it('tells which methods a path has', async () => {
    const { headers, json } = await world.call('PUT', '/organizations', { token: owner.token });
    expect(headers.allow).to.equal('GET, HEAD, POST');
    expect(textAt(json, 'error.code')).to.equal('method_not_allowed');
    for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'LINK']) expect(await statusOf(method, '/plans'), method).to.equal(405);
  });

  it('accepts a password as the token on LFS paths alone', async () => {
    const headers = { authorization: `Basic ${Buffer.from(`git:${owner.token}`).toString('base64')}` };
    expect((await world.call('GET', `/repositories/${repository}/lfs/locks`, { headers })).status).to.equal(200);
    const refused = await world.call('GET', `/repositories/${repository}`, { headers });
    expect(refused.status).to.equal(401);
    expect(refused.headers['www-authenticate']).to.equal('Bearer realm="svc"');
    expect(refused.headers['lfs-authenticate']).to.equal(undefined);
  });

  it('challenges Git LFS clients for a password', async () => {
    const { status, headers } = await world.call('GET', `/repositories/${repository}/lfs/locks`);
    expect(status).to.equal(401);
    expect(headers['lfs-authenticate']).to.equal('Basic realm="svc"');
    expect(headers['www-authenticate']).to.equal('Basic realm="svc"');
  });

  it('refuses the token of a suspended user with 403, on LFS paths too', async () => {
    const user = await world.user('suspended');
    (await service.application.operator.suspendUser({ email: user.email }))._unsafeUnwrap();
    const { status, json } = await world.call('GET', '/users/me', { token: user.token });
    expect(status).to.equal(403);
    expect(textAt(json, 'error.message')).to.match(/suspended/);
    expect(await statusOf('GET', `/repositories/${repository}/lfs/locks`, user.token)).to.equal(403);
  });

  it('leaves the reserved LFS paths and those that are not deployed unrouted (spec 4.14)', async () => {
    const lfs = `/repositories/${repository}/lfs`;
    const unrouted = [
      ['GET', '/resolve?uri=x'],
      ['GET', '/artifacts/1'],
      ['GET', '/artifacts/1/versions'],
      ['POST', `${lfs}/verify`],
      ['GET', `/repositories/${repository}/runs`],
      ['GET', `/repositories/${repository}/runs/1`],
      ['GET', `/organizations/acme/service-accounts`],
      ['POST', `/organizations/acme/service-accounts`],
      ['GET', `${lfs}/objects/x`],
      ['PUT', `${lfs}/objects`],
      ['GET', `${lfs}/objects/batch`],
      ['PUT', `${lfs}/locks/verify`],
    ] as const;
    for (const [method, path] of unrouted) {
      expect(await statusOf(method, path, owner.token, {}), `${method} ${path}`).to.be.oneOf([404, 405]);
    }
  });
});
