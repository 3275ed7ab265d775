import { createServer, type RequestListener, type Server } from 'node:http';
import { expect } from 'chai';
import Koa from 'koa';
import { ResultAsync } from 'neverthrow';
import { createHttpHandler, type HttpHandler } from '../../src/koa/http-handler.js';
import { sendRaw } from '../support/raw-request.js';
import { send, textAt } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld } from '../support/world.js';

/** What no answer and no header may ever hold. */
const secret = 'SECRET of the fault';

describe('a bug', () => {
  let service: TestService;
  let answerTo: (method: string, path: string) => ReturnType<typeof send>;
  before(async () => {
    service = await startService({
      checkOutputs: true,
      application: (application) => ({
        ...application,
        users: {
          ...application.users,
          me: () => {
            throw new Error(secret);
          },
        },
        organizations: { ...application.organizations, list: () => new ResultAsync(Promise.reject(new Error(secret))) },
      }),
    });
    const owner = await createWorld(service).user('owner');
    answerTo = (method, path) => send(service.baseUrl, method, path, { token: owner.token });
  });
  after(() => service.close());

  it('is answered 500 without a word of it, and handed to the log', async () => {
    for (const path of ['/api/v1/users/me', '/api/v1/organizations']) {
      const answer = await answerTo('GET', path);
      expect(answer.status).to.equal(500);
      expect(textAt(answer.json, 'error.code')).to.equal('internal');
      expect(JSON.stringify([answer.text, answer.headers])).not.to.include('SECRET');
      const [fault] = service.faults.splice(0);
      expect(fault?.error).to.be.instanceOf(Error).with.property('message', secret);
      expect(fault?.requestId).to.equal(answer.headers['x-request-id']);
    }
  });
});

const listen = (listener: RequestListener): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer(listener);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });

const originOf = (server: Server): string => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return `http://127.0.0.1:${address.port}`;
};

describe('the handler in an app of one’s own', () => {
  let service: TestService;
  const servers: Server[] = [];
  before(async () => {
    service = await startService();
  });
  after(async () => {
    for (const server of servers) server.close();
    await service.close();
  });

  const handlerAt = (baseUrl: string): HttpHandler =>
    createHttpHandler({
      application: service.application,
      settings: { baseUrl, rateLimit: undefined, internalCidrs: [], trustProxyHops: 0, checkOutputs: true },
    });

  const koaWith = async (handler: HttpHandler): Promise<string> => {
    const app = new Koa();
    app.use(handler.middleware);
    app.use((ctx) => {
      ctx.body = `mine: ${ctx.path}`;
    });
    const listener = app.callback();
    const server = await listen((request, response) => void listener(request, response));
    servers.push(server);
    return originOf(server);
  };

  it('answers its own paths and leaves all others to the next middleware', async () => {
    const origin = await koaWith(handlerAt('http://127.0.0.1'));
    for (const path of ['/', '/api', '/api/v1x', '/api/v2/plans', '/storages/x', '/elsewhere']) {
      const answer = await send(origin, 'GET', path);
      expect(answer.text, path).to.equal(`mine: ${path}`);
    }
    expect((await send(origin, 'GET', '/api/v1/plans')).status).to.equal(200);
    expect((await send(origin, 'GET', '/api/v1/nowhere')).status).to.equal(404);
    expect((await send(origin, 'GET', '/readyz')).status).to.equal(200);
  });

  it('answers below the path of its base URL, whether or not something in front has stripped it', async () => {
    const origin = await koaWith(handlerAt('https://host.test/files'));
    for (const prefix of ['', '/files']) {
      expect((await send(origin, 'GET', `${prefix}/api/v1/plans`)).status, prefix).to.equal(200);
      expect((await send(origin, 'GET', `${prefix}/readyz`)).status, prefix).to.equal(200);
      expect((await send(origin, 'GET', `${prefix}/storage/x`)).status, prefix).to.equal(403);
    }
    expect((await send(origin, 'GET', '/filesystem/api/v1/plans')).text).to.include('mine');
  });

  it('does so too where the path of its base URL is the beginning of a path of its own', async () => {
    const expected = { '/api/v1/users/me': 401, '/storage/x': 403, '/readyz': 200 };
    for (const base of ['/api', '/api/v1', '/storage', '/readyz']) {
      const origin = await koaWith(handlerAt(`https://host.test${base}`));
      for (const [path, status] of Object.entries(expected)) {
        for (const prefix of ['', base]) {
          expect((await send(origin, 'GET', prefix + path)).status, `${prefix + path} below ${base}`).to.equal(status);
        }
      }
    }
    const origin = await koaWith(handlerAt('https://host.test/acme'));
    expect((await send(origin, 'GET', '/acme/models.git/info/lfs')).status).to.equal(401);
  });

  it('answers every path when it is the whole server', async () => {
    const server = await listen(handlerAt('http://127.0.0.1').callback());
    servers.push(server);
    const answer = await send(originOf(server), 'GET', '/elsewhere');
    expect(answer.status).to.equal(404);
    expect(textAt(answer.json, 'error.code')).to.equal('not_found');
  });
});

describe('a request without Host', () => {
  let service: TestService;
  before(async () => (service = await startService()));
  after(() => service.close());

  it('is refused with the error object, and its connection ends', async () => {
    for (const path of ['/readyz', '/api/v1/users/me', '/nowhere']) {
      const { status, head, body } = await sendRaw(service.port, `GET ${path} HTTP/1.1\r\nX-Request-Id: mine\r\n\r\n`);
      expect(status, path).to.equal(400);
      expect(head).to.match(/^x-request-id: mine$/im);
      const json: unknown = JSON.parse(body);
      expect([textAt(json, 'error.code'), textAt(json, 'error.request_id')]).to.deep.equal(['bad_request', 'mine']);
    }
  });

  it('is answered when it is of HTTP/1.0, which knows no Host', async () => {
    expect((await sendRaw(service.port, 'GET /readyz HTTP/1.0\r\n\r\n')).status).to.equal(200);
  });
});

describe('/healthz', () => {
  const statusOf = async (
    settings: Parameters<typeof startService>[0],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<number> => {
    const service = await startService(settings);
    const { status } = await send(service.baseUrl, 'GET', '/healthz', { headers });
    await service.close();
    return status;
  };

  it('answers this machine, and the networks that are named', async () => {
    expect(await statusOf({})).to.equal(200);
    const trusting = { trustProxyHops: 1, internalCidrs: ['10.0.0.0/8'] };
    expect(await statusOf(trusting, { 'x-forwarded-for': '10.1.2.3' })).to.equal(200);
    expect(await statusOf(trusting)).to.equal(200);
  });

  it('does not exist for anybody else', async () => {
    expect(await statusOf({ trustProxyHops: 1, internalCidrs: ['10.0.0.0/8'] }, { 'x-forwarded-for': '192.0.2.1' })).to.equal(
      404,
    );
    expect(await statusOf({ trustProxyHops: 1 }, { 'x-forwarded-for': '127.0.0.1, 192.0.2.1' })).to.equal(404);
  });

  it('does not exist for what a proxy passes on that nobody said to trust, even from this machine', async () => {
    expect(await statusOf({}, { 'x-forwarded-for': '127.0.0.1' })).to.equal(404);
    expect(await statusOf({}, { forwarded: 'for=127.0.0.1' })).to.equal(404);
  });
});

describe('/metrics', () => {
  const metricsToken = 'mon-0123456789abcdef';
  const outside = { 'x-forwarded-for': '192.0.2.1' };
  const bearing = (token: string) => ({ authorization: `Bearer ${token}` });
  let service: TestService;
  before(async () => {
    service = await startService({ metricsToken });
  });
  after(() => service.close());

  const ask = (headers: Readonly<Record<string, string>>) => send(service.baseUrl, 'GET', '/metrics', { headers });

  it('are a text for this machine, and for those who have the token', async () => {
    for (const headers of [{}, { ...outside, ...bearing(metricsToken) }]) {
      const answer = await fetch(`${service.baseUrl}/metrics`, { headers });
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('content-type')).to.equal('text/plain; charset=utf-8');
      expect(answer.headers.get('cache-control')).to.equal('no-store');
      expect(await answer.text()).to.equal('svc_test 1\n');
    }
  });

  it('count guesses of the token against the address of the guesser', async () => {
    const limited = await startService({ metricsToken, rateLimit: { perSecond: 1, burst: 1 } });
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1) {
      const headers = { ...outside, ...bearing(`guess-${String(guess)}`) };
      statuses.push((await send(limited.baseUrl, 'GET', '/metrics', { headers })).status);
    }
    expect(statuses).to.deep.equal([...Array.from({ length: 10 }, () => 404), 429]);
    await limited.close();
  });

  it('do not exist for anybody else', async () => {
    for (const headers of [{}, bearing('another'), bearing(`${metricsToken}0`), { authorization: metricsToken }]) {
      expect((await ask({ ...outside, ...headers })).status).to.equal(404);
    }
    const withoutToken = await startService();
    for (const token of ['undefined', 'x']) {
      const answer = await send(withoutToken.baseUrl, 'GET', '/metrics', { headers: { ...outside, ...bearing(token) } });
      expect(answer.status).to.equal(404);
    }
    await withoutToken.close();
  });
});

describe('the log of requests', () => {
  it('tells of each answer once, without a query or a credential', async () => {
    const service = await startService();
    const { token } = await createWorld(service).user('owner');
    await send(service.baseUrl, 'GET', `/api/v1/organizations?unknown=${token}`, { token });
    await send(service.baseUrl, 'GET', '/nowhere', { token });
    await service.close();
    expect(
      service.answered.map(({ endpoint, method, status, error, isComplete }) => ({
        endpoint,
        method,
        status,
        error,
        isComplete,
      })),
    ).to.deep.equal([
      { endpoint: 'organizations.list', method: 'GET', status: 200, error: undefined, isComplete: true },
      { endpoint: undefined, method: 'GET', status: 404, error: 'not_found', isComplete: true },
    ]);
    expect(JSON.stringify(service.answered)).not.to.include(token);
  });
});
