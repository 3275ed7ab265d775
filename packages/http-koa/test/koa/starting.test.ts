import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { configureServer } from '../../src/koa/configure-server.js';
import { answerStarting } from '../../src/koa/starting.js';
import type { Fault } from '../../src/koa/http-log.js';
import { errorSchema, lfsErrorSchema } from '../../src/schemas/error.js';
import { sendRaw, unreadableTargets } from '../support/raw-request.js';

describe('answerStarting', () => {
  let server: Server;
  let origin: string;
  const faults: Fault[] = [];
  before(async () => {
    const settings = { baseUrl: 'http://files.example/storage', internalCidrs: [], trustProxyHops: 0 };
    server = configureServer(createServer(answerStarting(settings, { fault: (fault) => void faults.push(fault) })));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
    origin = `http://127.0.0.1:${address.port}`;
  });
  after(() => new Promise((resolve) => server.close(resolve)));

  const ask = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${origin}${path}`, init);

  const expectStarting = (response: Response): void => {
    expect(response.status).to.equal(503);
    expect(response.headers.get('retry-after')).to.equal('1');
    expect(response.headers.get('connection')).to.equal('close');
    expect(response.headers.get('cache-control')).to.equal('no-store');
  };

  it('answers every path with an error object and when to ask again', async () => {
    for (const path of ['/api/v1/users/me', '/storage/api/v1/plans', '/readyz', '/nowhere']) {
      const response = await ask(path, { headers: { 'X-Request-Id': 'seen-again' } });
      expectStarting(response);
      expect(response.headers.get('content-type')).to.match(/^application\/json/);
      expect(response.headers.get('x-request-id')).to.equal('seen-again');
      const { error } = errorSchema.parse(await response.json());
      expect(error).to.include({ code: 'unavailable', request_id: 'seen-again' });
    }
  });

  it('answers a Git LFS client in its own type, below the base path too', async () => {
    for (const prefix of ['', '/storage']) {
      const path = `${prefix}/api/v1/repositories/00000000-0000-4000-8000-000000000000/lfs/objects/batch`;
      const response = await ask(path, { method: 'POST', body: '{}' });
      expectStarting(response);
      expect(response.headers.get('content-type')).to.match(/^application\/vnd\.git-lfs\+json/);
      const body = lfsErrorSchema.parse(await response.json());
      expect(body.message).to.equal(body.error.message);
    }
  });

  it('reaches a sender who is still sending a large body', async () => {
    const response = await ask('/api/v1/uploads', { method: 'PUT', body: new Uint8Array(8 * 1024 * 1024) });
    expectStarting(response);
    expect(errorSchema.parse(await response.json()).error.code).to.equal('unavailable');
  });

  it('says nothing of a sender who leaves in the middle', async () => {
    const said: unknown[] = [];
    const { error: before } = console;
    console.error = (...words: unknown[]) => void said.push(words);
    try {
      const { port } = new URL(origin);
      const sender = connect(Number(port), '127.0.0.1');
      sender.write('PUT /api/v1/uploads HTTP/1.1\r\nHost: x\r\nContent-Length: 900000000\r\n\r\nbytes');
      await once(sender, 'data');
      sender.resetAndDestroy();
      await once(sender, 'close');
      expect((await ask('/readyz')).status).to.equal(503);
      expect(said).to.deep.equal([]);
    } finally {
      console.error = before;
    }
  });

  it('answers 400 to a target that is no URL, or has no path', async () => {
    for (const target of unreadableTargets) {
      const { port } = new URL(origin);
      const answer = await sendRaw(Number(port), `GET ${target} HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine\r\n\r\n`);
      expect(answer.status, target).to.equal(400);
      const { error } = errorSchema.parse(JSON.parse(answer.body));
      expect(error).to.include({ code: 'bad_request', request_id: 'mine' });
    }
    expect(faults).to.deep.equal([]);
  });

  it('tells of a bug and goes on', async () => {
    const bug = new Error('broken');
    const listener = answerStarting({ baseUrl: 'http://files.example' }, { fault: (fault) => void faults.push(fault) });
    const breaking = createServer((request, response) => {
      const { setHeader } = response;
      response.setHeader = () => {
        response.setHeader = setHeader;
        throw bug;
      };
      listener(request, response);
    });
    await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve));
    const address = breaking.address();
    if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
    expect((await fetch(`http://127.0.0.1:${address.port}/readyz`)).status).to.equal(500);
    expect(faults.splice(0).map(({ error }) => error)).to.deep.equal([bug]);
    await new Promise((resolve) => breaking.close(resolve));
  });

  it('answers HEAD without a body', async () => {
    const response = await ask('/readyz', { method: 'HEAD' });
    expectStarting(response);
    expect(await response.text()).to.equal('');
  });

  it('says on /healthz that the process lives, and nothing to the world behind a proxy', async () => {
    const inside = await ask('/healthz');
    expect(inside.status).to.equal(200);
    expect(await inside.json()).to.deep.equal({ status: 'ok' });
    const outside = await ask('/healthz', { headers: { 'X-Forwarded-For': '203.0.113.7' } });
    expect(outside.status).to.equal(404);
    expect(errorSchema.parse(await outside.json()).error.code).to.equal('not_found');
  });
});
