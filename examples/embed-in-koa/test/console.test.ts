import { createConsole } from '@svc/console';
import { freePort } from '@svc/test-services/free-port';
import { expect } from 'chai';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createApiClient } from '../../reference-server/test/client/api-client.js';
import { objectOf } from '../../reference-server/test/client/test-object.js';
import { createApp, mountPath } from '../src/app.js';
import { inMemory } from '../src/storage.js';

describe('the console in front of the Koa example, as its README adds it', () => {
  let pages: string;
  let port: number;
  let server: Server;
  let app: Awaited<ReturnType<typeof createApp>>;
  before(async () => {
    pages = mkdtempSync(join(tmpdir(), 'svc-embedded-console-'));
    mkdirSync(join(pages, 'assets'));
    mkdirSync(join(pages, 'docs'));
    writeFileSync(join(pages, 'index.html'), 'a page of the console');
    writeFileSync(join(pages, 'docs/index.html'), 'the reference');
    port = await freePort();
    app = await createApp(`http://127.0.0.1:${port}`, inMemory);
    const baseUrl = `http://127.0.0.1:${port}${mountPath}`;
    const listener = app.app.callback();
    const console = createConsole({ baseUrl, pages, pathMayBeStripped: false });
    server = createServer(console.before((asked, response) => void listener(asked, response)));
    await once(server.listen(port, '127.0.0.1'), 'listening');
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await app.stop();
    rmSync(pages, { recursive: true });
  });

  /** What a request with this very target is answered, whether or not it is one that `fetch` can send. */
  const ask = async (target: string): Promise<readonly [status: number | undefined, body: string]> => {
    const asked = request({ port, host: '127.0.0.1', path: target, agent: false });
    const answered = new Promise<readonly [number | undefined, string]>((resolve, reject) => {
      asked.on('response', (response) => void text(response).then((body) => resolve([response.statusCode, body]), reject));
      asked.on('error', reject);
    });
    asked.end();
    return answered;
  };

  it('has its pages below the path of the service, and leaves all others to the application', async () => {
    for (const path of ['', '/', '/organizations/acme', '/search']) {
      expect(await ask(`${mountPath}${path}`), path).to.deep.equal([200, 'a page of the console']);
    }
    expect(await ask(`${mountPath}/docs`)).to.deep.equal([200, 'the reference']);
    expect(await ask('/')).to.deep.equal([200, 'An application of your own']);
    for (const path of ['/docs', '/search', '/account', '/organizations/acme', '/assets/main.js', `${mountPath}s`]) {
      expect(await ask(path), path).to.deep.equal([404, 'Not Found']);
    }
  });

  it('answers a whole URL as a target, as clients of a proxy send it, with what lies at its path', async () => {
    // The authority may be any name that has led here.
    const at = `http://svc.example.org${mountPath}`;
    expect(await ask(`${at}/search?q=a`)).to.deep.equal([200, 'a page of the console']);
    expect(await ask('http://svc.example.org')).to.deep.equal([200, 'An application of your own']);
    const [status, body] = await ask(`${at}/api/v1/plans`);
    expect(status).to.equal(200);
    expect(JSON.parse(body)).to.have.property('plans');
  });

  it('has no page at a path whose first segment is empty', async () => {
    expect(await ask(`${mountPath}//api/v1/plans`)).to.deep.equal([404, 'Not Found']);
  });

  it('gives the bytes of a signed URL that is asked for through a proxy', async () => {
    const owner = (await app.operator.ensureOwner({ email: 'admin@localhost' }))._unsafeUnwrap();
    const api = createApiClient(`http://127.0.0.1:${port}${mountPath}`, owner.newSecret ?? '');
    const repository = await api.createRepository('Models');
    const bytes = 'weights';
    const object = objectOf(Buffer.from(bytes));
    const upload = (await repository.entry('upload', object)).actions;
    expect((await repository.put(upload?.upload?.href ?? '', object.bytes)).status).to.equal(200);
    expect((await repository.verify(upload?.verify?.href ?? '', object)).status).to.equal(200);
    const download = (await repository.entry('download', object)).actions?.download;
    api.close();
    expect(await ask(download?.href ?? '')).to.deep.equal([200, bytes]);
  });
});
