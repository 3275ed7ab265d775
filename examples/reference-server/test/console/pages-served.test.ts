import { expect } from 'chai';
import { request, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** The first load of the console, in gzip. */
const budgetBytes = 120_000;

describe('the pages of the console', () => {
  let server: TestServerProcess;
  before(async () => {
    server = await startServerProcess();
  });
  after(() => server.close());

  /** As it comes, whatever its encoding. */
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> =>
    new Promise((resolve, reject) => {
      request(`${server.baseUrl}${path}`, { method, headers }, (answer) => {
        buffer(answer).then((bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes }), reject);
      })
        .on('error', reject)
        .end();
    });

  const assetsOf = (page: Answer): readonly string[] =>
    [...page.bytes.toString().matchAll(/(?:src|href)="\.(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path);

  it('come under a policy that lets in their own files alone', async () => {
    const page = await ask('/');
    expect(page.status).to.equal(200);
    expect(page.headers['content-security-policy'])
      .to.contain("script-src 'self';")
      .and.contain("style-src 'self';")
      .and.contain("require-trusted-types-for 'script'")
      .and.contain("frame-ancestors 'none'");
    expect(page.headers['cache-control']).to.equal('no-cache');
    expect((await ask('/', { 'If-None-Match': page.headers.etag ?? '' })).status).to.equal(304);
    expect((await ask('/organizations/acme/repositories')).bytes.equals(page.bytes)).to.equal(true);
  });

  it(`are at most ${String(budgetBytes)} bytes to begin with, and their files are kept for ever`, async () => {
    const page = await ask('/');
    const assets = assetsOf(page);
    expect(assets.filter((path) => path.endsWith('.js'))).to.not.deep.equal([]);
    let sum = page.bytes.length;
    for (const path of assets) {
      const { status, headers, bytes } = await ask(path, { 'Accept-Encoding': 'gzip' });
      expect(status).to.equal(200);
      expect(headers['content-encoding']).to.equal('gzip');
      expect(headers['cache-control']).to.equal('public, max-age=31536000, immutable');
      sum += bytes.length;
    }
    expect(sum).to.be.below(budgetBytes);
    console.log(`      first load: ${String(sum)} bytes in gzip, ${String(assets.length)} files`);
  });

  it('take no path from the API', async () => {
    for (const [method, path] of [
      ['GET', '/api/v1/nothing'],
      ['GET', '/nothing'],
      ['POST', '/'],
      ['GET', '/assets/nothing.js'],
      ['GET', '/organizations/models.git/info/lfs/locks'],
    ] as const) {
      const { status, headers } = await ask(path, {}, method);
      expect(headers['content-type'], path).to.match(/json/);
      expect(status, path).to.be.at.least(401);
    }
    expect((await ask('/readyz')).status).to.equal(200);
  });
});
