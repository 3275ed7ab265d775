import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import type { Fault } from '../../src/koa/http-log.js';
import { createHttpHandler } from '../../src/koa/http-handler.js';
import { send } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld } from '../support/world.js';

describe('a request whose body somebody else has read', () => {
  let service: TestService;
  let server: Server;
  let origin: string;
  let token: string;
  let treeFile: string;
  const faults: Fault[] = [];
  before(async () => {
    service = await startService();
    const world = createWorld(service);
    const owner = await world.user('owner');
    token = owner.token;
    const repository = await world.repository(owner, await world.organization(owner, 'Acme'), { name: 'Models' });
    treeFile = `/api/v1/repositories/${repository}/lfs/meta/a.json`;
    const settings = { baseUrl: service.baseUrl, rateLimit: undefined };
    const log = { fault: (fault: Fault) => void faults.push(fault) };
    const listener = createHttpHandler({ application: service.application, settings, log }).callback();
    server = createServer((request, response) => {
      request.resume().once('end', () => listener(request, response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    origin = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
  });
  after(async () => {
    server.close();
    await service.close();
  });

  for (const [kind, method, pathOf, body] of [
    ['JSON', 'PATCH', () => '/api/v1/users/me', { name: 'Ann' }],
    ['no JSON', 'PATCH', () => '/api/v1/users/me', ''],
    ['bytes', 'PUT', () => treeFile, 'hello'],
    ['no bytes', 'PUT', () => treeFile, ''],
  ] as const) {
    it(`is a bug of the application around the service, and the log hears which one: ${kind}`, async () => {
      expect((await send(origin, method, pathOf(), { token, body })).status).to.equal(500);
      const [fault, ...others] = faults.splice(0);
      expect(fault?.error).to.be.instanceOf(Error).with.property('message').that.includes('in front of body parsers');
      expect(others).to.deep.equal([]);
    });
  }

  it('is answered where it needs no body', async () => {
    expect((await send(origin, 'GET', '/api/v1/users/me', { token })).status).to.equal(200);
    expect(faults).to.deep.equal([]);
  });
});
