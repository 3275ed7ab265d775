import { createApplication } from '@svc/core';
import { createMemoryBlobStore, createMemoryUnitOfWork } from '@svc/core/memory';
import { createHttpHandler } from '@svc/http-koa';
import { nodePorts } from '@svc/node';
import { expect } from 'chai';
import express from 'express';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createApiClient } from '../../reference-server/test/client/api-client.js';

describe('a service behind express.json()', () => {
  const faults: unknown[] = [];
  let server: Server;
  let origin: string;
  let credential: string;
  before(async () => {
    const app = express();
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    origin = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
    const baseUrl = `${origin}/files`;
    const settings = { baseUrl, linkKeys: [{ id: 'k1', secret: randomBytes(32) }], defaultPlan: 'developer' } as const;
    const application = createApplication({
      ...(await nodePorts()),
      unitOfWork: createMemoryUnitOfWork(),
      blobs: createMemoryBlobStore(settings),
      settings,
    });
    const owner = await application.operator.ensureOwner({ email: 'admin@localhost' });
    credential = (owner.isOk() && owner.value.newSecret) || expect.fail('there is an owner');
    const svc = createHttpHandler({
      application,
      settings: { baseUrl, rateLimit: undefined },
      log: { fault: ({ error }) => void faults.push(error) },
    });
    app.use('/files', svc.callback());
    app.use(express.json());
    app.use('/behind', svc.callback());
  });
  after(() => server.close());

  it('says so where the parser has taken a body, and takes what the parser has left', async () => {
    const api = createApiClient(`${origin}/files`, credential);
    const repository = await api.createRepository('Models');
    api.close();
    const write = async (method: string, path: string, type: string): Promise<number> => {
      const headers = { authorization: `Bearer ${credential}`, 'content-type': type };
      const { status } = await fetch(`${origin}/behind/api/v1${path}`, { method, headers, body: '{"name":"Acme"}' });
      return status;
    };
    const file = `/repositories/${repository.id}/lfs/meta/a.json`;
    for (const [method, path] of [
      ['POST', '/organizations'],
      ['PUT', file],
    ] as const) {
      expect(await write(method, path, 'application/json'), path).to.equal(500);
      expect(String(faults.splice(0)), path).to.equal(
        "Error: The request's body was read before the service got it: mount the service in front of body parsers.",
      );
    }
    expect(await write('PUT', file, 'application/octet-stream')).to.equal(201);
    expect(faults).to.deep.equal([]);
  });
});
