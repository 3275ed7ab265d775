import { createServer } from 'node:http';
import { expect } from 'chai';
import { routeParts } from '../../src/endpoint/route.js';
import { endpoints } from '../../src/endpoints/index.js';
import { answerStarting } from '../../src/koa/starting.js';
import { type Acme, startAcme } from '../support/acme.js';
import { send, textAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256 } from '../support/world.js';

const app = 'https://app.example.org';
const corsOrigins = ['http://localhost:5173', app];

const preflight = (method: string, headers: string, origin = app): Readonly<Record<string, string>> => ({
  origin,
  'access-control-request-method': method,
  'access-control-request-headers': headers,
});

/** Any path of a row: a preflight asks before anybody looks at what the path names. */
const pathOf = (path: string): string => path.replace(/\{\w+\}/g, 'x').replace(/\*$/, 'a/b');

const listOf = (header: string | undefined): readonly string[] => (header ?? '').split(',').map((each) => each.trim());

describe('a page of an origin that is listed', () => {
  let acme: Acme;
  let service: TestService;
  let repository: string;
  before(async () => {
    acme = await startAcme({ corsOrigins });
    ({ service } = acme);
    repository = await acme.world.repository(acme.owner, acme.organization, { name: 'Models' });
  });
  after(() => service.close());

  for (const { name, route, base } of endpoints) {
    const { method, path } = routeParts(route, base ?? 'api');
    it(`may ask for ${name}, with any header`, async () => {
      const answer = await send(service.baseUrl, 'OPTIONS', pathOf(path), {
        headers: preflight(method, 'authorization,content-type,idempotency-key'),
      });
      expect([answer.status, answer.text]).to.deep.equal([204, '']);
      expect(answer.headers['access-control-allow-origin']).to.equal(app);
      expect(listOf(answer.headers['access-control-allow-methods'])).to.include(method);
      expect(answer.headers['access-control-allow-headers']).to.equal('authorization,content-type,idempotency-key');
      expect(answer.headers['access-control-max-age']).to.equal('7200');
      expect(answer.headers).to.have.property('x-request-id');
    });
  }

  it('reads answers and errors, and the header fields that clients act on', async () => {
    for (const [path, status] of [
      ['/api/v1/users/me', 200],
      [`/api/v1/repositories/${repository}/lfs/not/there`, 404],
      ['/nowhere', 404],
    ] as const) {
      const answer = await send(service.baseUrl, 'GET', path, { token: acme.owner.token, headers: { origin: app } });
      expect([answer.status, answer.headers['access-control-allow-origin'], answer.headers.vary], path).to.deep.equal([
        status,
        app,
        'Origin',
      ]);
      expect(listOf(answer.headers['access-control-expose-headers'])).to.include.members([
        'ETag',
        'X-SVC-State',
        'X-Request-Id',
        'Retry-After',
        'Content-Range',
        'Accept-Ranges',
        'Allow',
        'WWW-Authenticate',
        'Content-Length',
      ]);
    }
  });

  it('sends and gets bytes by signed URLs that the service serves itself', async () => {
    const { world, owner } = acme;
    const bytes = Buffer.from('weights of a model');
    const object = { oid: sha256(bytes), size: bytes.byteLength };
    const session = await world.session(owner, repository, object);
    const uploads = `/repositories/${repository}/uploads/${session}`;
    const { token } = owner;
    const authorized = await world.call('POST', `${uploads}/objects`, { token, body: { objects: [object] } });
    const upload = new URL(textAt(authorized.json, 'objects.0.upload_url'));
    const place = upload.pathname + upload.search;
    const asked = await send(upload.origin, 'OPTIONS', place, { headers: preflight('PUT', 'content-type') });
    expect([asked.status, asked.headers['access-control-allow-origin']]).to.deep.equal([204, app]);
    const put = await send(upload.origin, 'PUT', place, { body: bytes, headers: { origin: app } });
    expect([put.status, put.headers['access-control-allow-origin']]).to.deep.equal([200, app]);
    await world.call('POST', `${uploads}/objects/${object.oid}/complete`, { token, body: { size: object.size } });
    await world.call('POST', `${uploads}/finalize`, { token });

    const body = { objects: [{ oid: object.oid }] };
    const { json } = await world.call('POST', `/repositories/${repository}/downloads/authorize`, { token, body });
    const download = new URL(textAt(json, 'objects.0.download_url'));
    const headers = { origin: app, range: 'bytes=0-6' };
    const got = await send(download.origin, 'GET', download.pathname + download.search, { headers });
    expect([got.status, got.text, got.headers['access-control-allow-origin']]).to.deep.equal([206, 'weights', app]);
  });

  it('is told by no answer to send cookies, for there are none', async () => {
    for (const method of ['GET', 'OPTIONS'])
      expect((await send(service.baseUrl, method, '/readyz', { headers: preflight('GET', '') })).headers).not.to.have.property(
        'access-control-allow-credentials',
      );
  });

  it('is told of a service that starts, too', async () => {
    const server = createServer(answerStarting({ baseUrl: 'http://localhost', corsOrigins }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
    const ask = (method: string) =>
      fetch(`http://127.0.0.1:${address.port}/api/v1/plans`, {
        method,
        headers: { Origin: app, 'Access-Control-Request-Method': 'GET' },
      });
    const answers = [await ask('OPTIONS'), await ask('GET')];
    server.close();
    server.closeAllConnections();
    expect(answers.map(({ status, headers }) => [status, headers.get('access-control-allow-origin')])).to.deep.equal([
      [204, app],
      [503, app],
    ]);
  });
});

describe('a page of any other origin', () => {
  const strangers = ['https://evil.example.org', 'http://app.example.org', `${app}:8443`, `${app}.evil.org`, 'null', '*', ''];

  it('is allowed nothing', async () => {
    const { service, owner } = await startAcme({ corsOrigins });
    for (const origin of strangers) {
      const got = await send(service.baseUrl, 'GET', '/api/v1/users/me', { token: owner.token, headers: { origin } });
      expect([got.status, got.headers.vary], origin).to.deep.equal([200, 'Origin']);
      expect(Object.keys(got.headers).filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
      const asked = await fetch(`${service.baseUrl}/api/v1/users/me`, {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
      });
      expect([asked.status, asked.headers.get('access-control-allow-origin')], origin).to.deep.equal([405, null]);
    }
    await service.close();
  });

  it('is allowed nothing where no origin is listed, and answers are the same for all', async () => {
    const { service, owner } = await startAcme();
    const got = await send(service.baseUrl, 'GET', '/api/v1/users/me', { token: owner.token, headers: { origin: app } });
    expect(Object.keys(got.headers).filter((name) => name === 'vary' || name.startsWith('access-control'))).to.deep.equal([]);
    const asked = await fetch(`${service.baseUrl}/api/v1/users/me`, {
      method: 'OPTIONS',
      headers: { Origin: app, 'Access-Control-Request-Method': 'GET' },
    });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).to.deep.equal([405, null]);
    await service.close();
  });
});
