import { expect } from 'chai';
import { version } from '../../src/version.js';
import { startServer, type TestServer } from '../server/start-server.js';

describe('the probes', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  const probe = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> => {
    const response = await fetch(`${server.baseUrl}${path}`, { headers });
    await response.arrayBuffer();
    return response.status;
  };

  it('say that the server is ready and alive, without a credential', async () => {
    expect(await probe('/readyz')).to.equal(200);
    expect(await probe('/healthz')).to.equal(200);
  });

  it('say which version the server is', async () => {
    const response = await fetch(`${server.baseUrl}/readyz`);
    expect(await response.json()).to.deep.equal({ status: 'ok', version });
  });

  it('do not tell somebody behind a proxy that there is a /healthz', async () => {
    expect(await probe('/healthz', { 'X-Forwarded-For': '203.0.113.7' })).to.equal(404);
    expect(await probe('/readyz', { 'X-Forwarded-For': '203.0.113.7' })).to.equal(200);
  });

  it('tell a network that was configured as internal', async () => {
    const behindProxy = await startServer({ environment: { TRUST_PROXY_HOPS: '1', INTERNAL_CIDRS: '203.0.113.0/24' } });
    try {
      const aliveFor = async (address: string): Promise<number> => {
        const response = await fetch(`${behindProxy.baseUrl}/healthz`, { headers: { 'X-Forwarded-For': address } });
        return response.status;
      };
      expect(await aliveFor('203.0.113.7')).to.equal(200);
      expect(await aliveFor('198.51.100.7')).to.equal(404);
    } finally {
      await behindProxy.close();
    }
  });
});
