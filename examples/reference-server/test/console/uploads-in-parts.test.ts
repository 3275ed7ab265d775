import { createConsole } from '@svc/console';
import { createApplication, type Settings, verifyingBlobStore } from '@svc/core';
import { createMemoryUnitOfWork } from '@svc/core/memory';
import type { BlobStore } from '@svc/core/ports';
import { configureServer, createHttpHandler } from '@svc/http-koa';
import { nodePorts } from '@svc/node';
import { createS3BlobStore, noCapabilities } from '@svc/storage-s3';
import { freePort } from '@svc/test-services/free-port';
import { s3ForTests } from '@svc/test-services/s3';
import { expect } from 'chai';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { signedUrls } from '../server/stack.js';
import { startBrowser, type TestBrowser } from './browser.js';
import { letBrowserInto } from './let-browser-in.js';
import { signIn } from './sign-in.js';

const mebibyte = 1024 * 1024;
/** As small as parts may be, in place of S3's 5 GiB: what is larger comes in parts. */
const maxSinglePutBytes = 5 * mebibyte;

/** A store whose URLs take less than they could. */
const withSmallPuts = (store: BlobStore): BlobStore => ({
  ...store,
  signer: (namespace) => store.signer(namespace).map((signer) => ({ ...signer, maxSinglePutBytes })),
});

/** Where the bundle of the server has its pages. */
const builtPages = async (): Promise<string> => {
  const dist = new URL('../../dist/', import.meta.url);
  const [, bundle = ''] = /import\(?\s*['"]\.\/([0-9a-f]+)\//.exec(await readFile(new URL('svc-server.js', dist), 'utf8')) ?? [];
  return new URL(`${bundle}/console`, dist).pathname;
};

// Files take everything by one URL: parts are for buckets.
if (signedUrls === 'external') {
  describe('multipart uploads from a browser', () => {
    let server: Server;
    let browser: TestBrowser;
    let page: Page;
    let close: () => Promise<void>;
    let folder: string;
    const parts: string[] = [];
    before(async () => {
      browser = await startBrowser();
      folder = await mkdtemp(join(tmpdir(), 'svc-parts-'));
      const s3 = await s3ForTests();
      const baseUrl = `http://127.0.0.1:${String(await freePort())}`;
      const place = { ...s3, pathStyle: true, bucket: await s3.newBucket(), credentials: s3, capabilities: noCapabilities };
      await letBrowserInto(place, baseUrl);
      const settings: Settings = { baseUrl, linkKeys: [{ id: 'k1', secret: randomBytes(32) }], defaultPlan: 'business' };
      const ports = await nodePorts();
      const blobs = verifyingBlobStore(withSmallPuts(createS3BlobStore(place)), ports.hasher);
      const application = createApplication({ ...ports, unitOfWork: createMemoryUnitOfWork(), blobs, settings });
      const svc = createHttpHandler({ application, settings: { baseUrl, rateLimit: { perSecond: 1000, burst: 2000 } } });
      const pages = createConsole({ baseUrl, storageOrigins: [s3.endpoint], pages: await builtPages() });
      server = configureServer(createServer(pages.before(svc.callback())));
      await new Promise<void>((resolve) => server.listen(Number(new URL(baseUrl).port), '127.0.0.1', resolve));
      const owner = (await application.operator.ensureOwner({ email: 'admin@localhost' }))._unsafeUnwrap().newSecret ?? '';
      ({ page } = await browser.newVisitor());
      page.on('request', (request: Request) => {
        const number = request.method() === 'PUT' ? new URL(request.url()).searchParams.get('partNumber') : null;
        if (number !== null) parts.push(number);
      });
      await signIn(page, baseUrl, owner);
      close = async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      };
    });
    after(async () => {
      await browser.close();
      await close();
      await rm(folder, { recursive: true });
    });

    it('send each part once, also over a pause, and the whole is what was chosen', async () => {
      await page.getByRole('button', { name: 'New organization' }).click();
      await page.getByLabel('Name of the organization').fill('Globex');
      await page.getByRole('button', { name: 'Create organization' }).click();
      await page.getByRole('button', { name: 'New repository' }).click();
      await page.getByLabel('Name of the repository').fill('Photos');
      await page.getByRole('button', { name: 'Create repository' }).click();
      await page.getByRole('link', { name: 'Upload' }).click();
      const bytes = randomBytes(40 * mebibyte + 1);
      await writeFile(join(folder, 'panorama.raw'), bytes);
      // One gets through: so not all are sent before they are paused.
      const isPart = ({ searchParams }: URL): boolean => searchParams.has('partNumber');
      let isFirst = true;
      await page.route(isPart, (route) => {
        if (!isFirst) return new Promise(() => undefined);
        isFirst = false;
        return route.continue();
      });
      const isSent = page.waitForResponse((answer) => answer.url().includes('partNumber=') && answer.ok());
      await page.getByLabel('Choose files').setInputFiles(join(folder, 'panorama.raw'));
      await isSent;
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('row', { name: /panorama\.raw.*Waiting/ }).waitFor();
      await page.unroute(isPart);
      const sentBefore = new Set(parts).size;
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByRole('heading', { name: '1 file stored' }).waitFor();
      expect(sentBefore).to.be.above(0);
      expect(new Set(parts).size).to.equal(9);
      // Those alone go twice that the pause has cut off.
      expect(parts.length).to.be.below(9 + sentBefore);
      await page.getByRole('link', { name: 'Storage', exact: true }).click();
      await page.getByRole('link', { name: createHash('sha256').update(bytes).digest('hex').slice(0, 10) }).waitFor();
    });
  });
}
