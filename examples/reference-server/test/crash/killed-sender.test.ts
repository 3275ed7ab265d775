import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { request } from 'node:http';
import { createApiClient } from '../client/api-client.js';
import { expectStatus } from '../client/exchange.js';
import { createRepositoryClient } from '../client/repository-client.js';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';

const declaredBytes = 1_000_000;

describe('a server that is killed while a changeable file of the tree comes', () => {
  let server: TestServerProcess;
  before(async () => {
    server = await startServerProcess({ environment: { DEFAULT_PLAN: 'business' } });
  });
  after(() => server.close());

  it('charges the file for what it is as soon as it was sent again', async () => {
    const first = createApiClient(server.baseUrl, server.adminToken);
    const { id, organizationId } = await first.createRepository('notes');
    const url = `${server.baseUrl}/api/v1/repositories/${id}/lfs/meta/notes.txt`;
    const headers = { Authorization: `Bearer ${server.adminToken}` };
    const chargedBytes = async (api = first): Promise<number> =>
      (await createRepositoryClient(api, id, organizationId).usage()).physical_bytes;

    const cutOff = request(url, { method: 'PUT', headers: { ...headers, 'Content-Length': declaredBytes } });
    cutOff.on('error', () => undefined);
    cutOff.write(Buffer.alloc(1000));
    await waitUntil('the file is charged', async () => (await chargedBytes()) === declaredBytes);
    await server.kill();
    first.close();
    await server.start();

    const api = createApiClient(server.baseUrl, server.adminToken);
    expect(await chargedBytes(api), 'nothing has settled it meanwhile').to.equal(declaredBytes);
    expectStatus(await api.exchange({ method: 'PUT', url, headers, body: Buffer.alloc(300) }), 201);
    expect(await chargedBytes(api)).to.equal(300);
    api.close();
  });
});
