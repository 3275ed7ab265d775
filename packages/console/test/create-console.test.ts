import { createConsole, type ConsoleOptions } from '@svc/console';
import { expect } from 'chai';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';

const page = '<base href="/" /><meta name="svc-console" content="svc-console-settings" />';
const script = 'export const answer = 42;';

describe('createConsole', () => {
  let pages: string;
  const servers: Server[] = [];
  before(() => {
    pages = mkdtempSync(join(tmpdir(), 'svc-console-'));
    mkdirSync(join(pages, 'assets'));
    writeFileSync(join(pages, 'index.html'), page);
    writeFileSync(join(pages, 'assets/main-abc.js'), script);
    writeFileSync(join(pages, 'assets/main-abc.js.br'), brotliCompressSync(script));
    writeFileSync(join(pages, 'assets/notes.txt'), 'not a page');
    mkdirSync(join(pages, 'docs'));
    writeFileSync(join(pages, 'docs/index.html'), '<base href="/" />the reference');
    writeFileSync(join(pages, 'docs/openapi-abc.json'), '{}');
  });
  after(async () => {
    for (const server of servers) await new Promise((resolve) => server.close(resolve));
    rmSync(pages, { recursive: true });
  });

  /** Where a console runs before a listener that says "next". */
  const serve = async (options: Partial<ConsoleOptions> = {}): Promise<string> => {
    const console = createConsole({ baseUrl: 'http://localhost', pages, ...options });
    const server = createServer(console.before((_request, response) => void response.end('next')));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
  };
  const textAt = async (url: string, init?: RequestInit): Promise<string> => (await fetch(url, init)).text();

  it('answers GET and HEAD of its own paths, and leaves all others to the listener', async () => {
    const url = await serve();
    for (const path of ['/', '/organizations/acme', '/repositories/1/files?path=a', '/sign-in']) {
      expect(await textAt(`${url}${path}`), path).to.contain('svc-console');
    }
    for (const path of ['/api/v1/users/me', '/storage/x', '/readyz', '/acme/models.git/info/lfs', '/favicon.ico']) {
      expect(await textAt(`${url}${path}`), path).to.equal('next');
    }
    expect(await textAt(url, { method: 'POST' })).to.equal('next');
    expect(await textAt(`${url}/organizations/models.git/info/lfs/locks`)).to.equal('next');
    expect(await textAt(url, { method: 'HEAD' })).to.equal('');
  });

  it('takes a whole URL for its path, and no other path for one of a page', async () => {
    const url = await serve();
    const { port } = new URL(url);
    const answerTo = (path: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const asked = request(
          { host: '127.0.0.1', port, path, agent: false },
          (response) => void text(response).then(resolve, reject),
        );
        asked.on('error', reject);
        asked.end();
      });
    for (const target of ['http://example.org', 'HTTPS://example.org:1/search?q=a', 'http://example.org/organizations/acme']) {
      expect(await answerTo(target), target).to.contain('svc-console');
    }
    expect(await answerTo('http://example.org/assets/main-abc.js')).to.equal(script);
    for (const target of ['http://example.org/api/v1/plans', '//api/v1/plans', '//', '*', 'ftp://example.org/search']) {
      expect(await answerTo(target), target).to.equal('next');
    }
  });

  it('leaves the page of the HTTP API to the listener while its files are replaced, and has it again afterwards', async () => {
    const url = await serve();
    const [docs, aside] = [join(pages, 'docs'), join(pages, 'replaced')];
    renameSync(docs, aside);
    expect(await textAt(`${url}/docs`)).to.equal('next');
    expect(await textAt(`${url}/docs/openapi-abc.json`)).to.equal('next');
    renameSync(aside, docs);
    expect(await textAt(`${url}/docs`)).to.contain('the reference');
  });

  it('has the page of the HTTP API at /docs, under a policy of its own, unless it is left out', async () => {
    const url = await serve({ baseUrl: 'http://localhost/below' });
    const answer = await fetch(`${url}/below/docs`);
    expect(await answer.text()).to.equal('<base href="/below/" />the reference');
    expect(answer.headers.get('content-security-policy')).to.contain("script-src 'self'").and.not.contain('unsafe');
    const seen = await fetch(`${url}/docs`, { headers: { 'If-None-Match': answer.headers.get('etag') ?? '' } });
    expect(seen.status).to.equal(304);
    const description = await fetch(`${url}/docs/openapi-abc.json`);
    expect([description.headers.get('content-type'), await description.text()]).to.deep.equal(['application/json', '{}']);
    expect(description.headers.get('cache-control')).to.contain('immutable');
    for (const path of ['/docs/', '/docs/nothing.js', '/docs/models.git/info/lfs', '/docs/index.html']) {
      expect(await textAt(`${url}${path}`), path).to.equal('next');
    }
    expect(await textAt(`${await serve({ apiReference: false })}/docs`)).to.equal('next');
  });

  it('sends files in an encoding that the browser takes, to be kept for ever', async () => {
    const url = await serve();
    const packed = await fetch(`${url}/assets/main-abc.js`, { headers: { 'Accept-Encoding': 'br' } });
    expect([packed.headers.get('content-encoding'), await packed.text()]).to.deep.equal(['br', script]);
    const plain = await fetch(`${url}/assets/main-abc.js`, { headers: { 'Accept-Encoding': 'identity' } });
    expect([plain.headers.get('content-encoding'), await plain.text()]).to.deep.equal([null, script]);
    expect(plain.headers.get('cache-control')).to.contain('immutable');
    const refused = await fetch(`${url}/assets/main-abc.js`, { headers: { 'Accept-Encoding': 'gzip;q=0.5, br; q=0.000' } });
    expect([refused.headers.get('content-encoding'), await refused.text()]).to.deep.equal([null, script]);
    const weighed = await fetch(`${url}/assets/main-abc.js`, { headers: { 'Accept-Encoding': 'gzip, BR;q=0.1' } });
    expect([weighed.headers.get('content-encoding'), await weighed.text()]).to.deep.equal(['br', script]);
    expect(await textAt(`${url}/assets/notes.txt`)).to.equal('next');
    expect(await textAt(`${url}/assets/../index.html`)).to.equal('next');
  });

  it('works below a path, whether or not a proxy has stripped it', async () => {
    const url = await serve({ baseUrl: 'https://example.org/files/' });
    expect(await textAt(`${url}/files/organizations/acme`)).to.contain('<base href="/files/" />');
    expect(await textAt(`${url}/organizations/acme`)).to.contain('&quot;basePath&quot;:&quot;/files&quot;');
    expect(await textAt(`${url}/files/api/v1/plans`)).to.equal('next');
  });

  it('leaves what is not below its path to an application that says that nothing strips it', async () => {
    const url = await serve({ baseUrl: 'https://example.org/files', pathMayBeStripped: false });
    for (const path of ['/files', '/files/', '/files/organizations/acme']) {
      expect(await textAt(`${url}${path}`), path).to.contain('svc-console');
    }
    for (const path of ['/', '/docs', '/search', '/organizations/acme', '/assets/main-abc.js', '/filesystem']) {
      expect(await textAt(`${url}${path}`), path).to.equal('next');
    }
    const root = await serve({ pathMayBeStripped: false });
    expect(await textAt(`${root}/search`)).to.contain('svc-console');
  });

  it('lets pages reach the service, the buckets and the issuer, and nobody else', async () => {
    const issuer = 'https://accounts.example.org/realm';
    const url = await serve({
      storageOrigins: ['https://bucket.example.org'],
      signIn: { issuer, clientId: '"<console>', audience: 'svc' },
    });
    const { headers } = await fetch(url);
    expect(headers.get('content-security-policy')).to.contain(
      "connect-src 'self' https://bucket.example.org https://accounts.example.org;",
    );
    expect(await textAt(url)).to.contain('&quot;\\&quot;&lt;console&gt;&quot;');
  });
});
