import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addressCertificate, testCertificate } from '@svc/test-services/certificate';
import { expect } from 'chai';
import { openConnections } from '../src/connections.js';
import { createHttpTransport } from '../src/http-transport.js';
import { runAgent } from './rigs/agent-process.js';
import { type ForwardProxy, startForwardProxy } from './rigs/forward-proxy.js';
import { makeScratchHome, type ScratchHome } from './rigs/scratch-home.js';

const repository = '0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a';

const portOf = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
};

describe('a proxy on the way to the service', () => {
  let scratch: ScratchHome;
  let proxy: ForwardProxy;
  const servers: Server[] = [];
  let http: string;
  let https: string;
  let requests = 0;
  before(async () => {
    const answer: Parameters<typeof createServer>[1] = (_request, response) => {
      requests += 1;
      response.writeHead(404).end();
    };
    const plain = createServer(answer);
    const secure = createHttpsServer(testCertificate, answer);
    servers.push(plain, secure);
    // Nothing but the proxy knows where that host is.
    http = `http://bucket.test:${await portOf(plain)}`;
    https = `https://bucket.test:${await portOf(secure)}`;
  });
  after(() => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  });
  beforeEach(async () => {
    requests = 0;
    proxy = await startForwardProxy();
    scratch = await makeScratchHome();
    await writeFile(join(scratch.home, 'ca.pem'), testCertificate.cert);
    await scratch.git(['config', 'http.sslCAInfo', '~/ca.pem']);
  });
  afterEach(async () => {
    proxy.close();
    await scratch.remove();
  });

  const svc = (command: string, env: Readonly<Record<string, string>>) =>
    runAgent(scratch, [command], { env: { SVC_REPOSITORY: repository, SVC_TOKEN: 'secret', SVC_ALLOW_HTTP: '1', ...env } });
  const address = (): string => `http://127.0.0.1:${proxy.port}`;

  it('is asked for each URL by HTTP, and sees no more than the host by HTTPS', async () => {
    expect((await svc('ls', { SVC_URL: http, HTTP_PROXY: address() })).stderr).to.match(/^svc: [^\n]*404/);
    expect(proxy.asked.splice(0)).to.satisfy((asked: readonly string[]) =>
      asked.every((line) => line.startsWith(`GET ${http}/`)),
    );
    expect((await svc('ls', { SVC_URL: https, https_proxy: address() })).stderr).to.match(/^svc: [^\n]*404/);
    expect(proxy.asked).to.deep.equal([`CONNECT ${https.slice('https://'.length)}`]);
  });

  it('is the one that git has for the URL, before that of the environment, and none where git says so', async () => {
    const env = { SVC_URL: https, HTTPS_PROXY: 'http://127.0.0.1:1' };
    expect((await svc('ls', env)).stderr).to.match(/ECONNREFUSED/);
    await scratch.git(['config', 'http.proxy', 'http://127.0.0.1:1']);
    await scratch.git(['config', `http.${https}/.proxy`, `127.0.0.1:${proxy.port}`]);
    expect((await svc('ls', env)).stderr).to.match(/^svc: [^\n]*404/);
    await scratch.git(['config', `http.${https}/.proxy`, '']);
    expect((await svc('ls', env)).stderr).to.match(/ENOTFOUND|EAI_AGAIN/);
  });

  it('is not asked for this machine, or for what NO_PROXY lists', async () => {
    const here = http.replace('bucket.test', '127.0.0.1');
    expect((await svc('ls', { SVC_URL: here, HTTP_PROXY: address() })).stderr).to.match(/^svc: [^\n]*404/);
    expect((await svc('ls', { SVC_URL: http, HTTP_PROXY: address(), NO_PROXY: '.test' })).stderr).to.match(/ENOTFOUND|EAI_AGAIN/);
    expect(proxy.asked).to.deep.equal([]);
    expect(requests).to.equal(1);
  });

  it('keeps the connections that lead through it', async () => {
    const environment = { ...scratch.environment, HTTPS_PROXY: address(), HTTP_PROXY: address() };
    const connections = openConnections({ folder: scratch.clone, environment, runGit: scratch.git });
    const ask = createHttpTransport({ stallMs: 5_000, connections });
    for (const url of [http, https, http, https]) {
      const { status, body } = await ask({ method: 'GET', url, headers: {}, body: undefined, signal: undefined });
      expect(status).to.equal(404);
      for await (const piece of body) expect(piece).to.have.length(0);
    }
    connections.close();
    expect(requests).to.equal(4);
    expect(proxy.connections()).to.equal(2);
  });

  it('is no way around the certificate of an address', async () => {
    const ownCertificate = createHttpsServer(addressCertificate, (_request, response) => response.writeHead(404).end());
    servers.push(ownCertificate);
    const port = await portOf(ownCertificate);
    await writeFile(join(scratch.home, 'ca.pem'), testCertificate.cert + addressCertificate.cert);
    for (const host of ['192.0.2.9', '[2001:db8::5]']) {
      const ask = async (at: number | string): Promise<string> =>
        (await svc('ls', { SVC_URL: `https://${host}:${at}`, HTTPS_PROXY: address() })).stderr;
      expect(await ask(port)).to.match(/^svc: [^\n]*404/);
      // It is good for `localhost`.
      expect(await ask(new URL(https).port)).to.match(/^svc: [^\n]*does not match certificate's altnames/);
    }
    expect(requests).to.equal(0);
  });

  it('may be reached by HTTPS, with a certificate of an authority that git trusts', async () => {
    proxy.close();
    proxy = await startForwardProxy({ certificate: testCertificate });
    const secured = address().replace('http:', 'https:');
    for (const url of [http, https]) {
      expect((await svc('ls', { SVC_URL: url, HTTPS_PROXY: secured, HTTP_PROXY: secured })).stderr).to.match(/^svc: [^\n]*404/);
    }
    expect(proxy.asked).to.have.length(2);
  });

  it('is named as what refuses, or does not answer', async () => {
    const ask = async (url: string, through: string): Promise<string> =>
      (await svc('ls', { SVC_URL: url, HTTPS_PROXY: through, HTTP_PROXY: through })).stderr;
    const forbidden = https.replace('bucket', 'forbidden');
    expect(await ask(forbidden, address())).to.match(
      /^svc: [^\n]*the proxy does not connect to forbidden\.test:\d+ \(403\)[^\n]*\n$/,
    );
    for (const url of [http, https])
      expect(await ask(url, 'http://ada:secret@127.0.0.1:1')).to.match(
        /^svc: [^\n]*through the proxy 127\.0\.0\.1:1: [^\n]*ECONNREFUSED[^\n]*\n$/,
      );
    expect(await ask(https, 'http://ada:100%@127.0.0.1:1')).to.equal(
      'svc: the user or the password of the proxy 127.0.0.1:1 has a % that must be written %25\n',
    );
  });

  it('is told the credential that its URL has, and is named where it wants another', async () => {
    proxy.close();
    proxy = await startForwardProxy({ credential: 'ada:pass word' });
    for (const url of [http, https]) {
      const known = address().replace('//', '//ada:pass%20word@');
      expect((await svc('ls', { SVC_URL: url, HTTPS_PROXY: known, HTTP_PROXY: known })).stderr).to.match(/^svc: [^\n]*404/);
      const { code, stderr } = await svc('ls', { SVC_URL: url, HTTPS_PROXY: address(), HTTP_PROXY: address() });
      expect(code).to.equal(1);
      expect(stderr).to.match(/^svc: [^\n]*the proxy wants a credential[^\n]*\n$/);
    }
  });

  it('is refused in one line where it speaks no HTTP', async () => {
    const { code, stderr } = await svc('ls', { SVC_URL: https, HTTPS_PROXY: 'socks5://ada:secret@127.0.0.1:1080' });
    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr: 'svc: the proxy socks5://127.0.0.1:1080 cannot be used: svc speaks to proxies by HTTP or HTTPS\n',
    });
  });
});
