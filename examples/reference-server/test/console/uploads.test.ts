import { expect } from 'chai';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { createLfsWorldWithPages, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { startBrowser, type TestBrowser, type Visitor } from './browser.js';
import { denyStorage } from './deny-storage.js';
import { letBrowserIn } from './let-browser-in.js';
import { lookAtPage } from './look-at-page.js';
import { signIn } from './sign-in.js';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('uploads from a browser', () => {
  let world: LfsWorld;
  let browser: TestBrowser;
  let visitor: Visitor;
  let page: Page;
  let repository: RepositoryName;
  let folder: string;
  before(async () => {
    browser = await startBrowser();
    folder = await mkdtemp(join(tmpdir(), 'svc-drop-'));
    world = await createLfsWorldWithPages({ BASE_URL: '' });
    await letBrowserIn(world.server);
    repository = await world.createRepository('Street photos');
    visitor = await browser.newVisitor();
    ({ page } = visitor);
    await signIn(page, world.server.baseUrl, world.owner, `${world.server.baseUrl}/repositories/${repository.id}/uploads`);
    await page.getByRole('heading', { name: 'Drop files or folders here' }).waitFor();
  });
  after(async () => {
    await browser.close();
    await world.close();
    await rm(folder, { recursive: true });
  });

  const choose = (files: readonly { readonly name: string; readonly bytes: Buffer }[]): Promise<void> =>
    page.getByLabel('Choose files').setInputFiles(files.map(({ name, bytes }) => ({ name, mimeType: '', buffer: bytes })));

  it('bring files into the repository, byte for byte', async () => {
    await lookAtPage(visitor, 'uploads-empty');
    const files = [
      { name: 'bridge.raw', bytes: randomBytes(3_000_000) },
      { name: 'harbour.raw', bytes: randomBytes(1_000_000) },
      { name: 'empty.raw', bytes: Buffer.alloc(0) },
      { name: 'night\u202egpj.raw', bytes: randomBytes(1000) },
    ];
    await choose(files);
    await page.getByRole('heading', { name: '4 files stored' }).waitFor();
    await page.getByRole('status').getByText('All files are stored').waitFor();
    expect(await page.getByText('4 files stored').count(), 'how often it is said').to.equal(1);
    await lookAtPage(visitor, 'uploads');
    expect(await world.listedOids(repository)).to.have.members(files.map(({ bytes }) => sha256(bytes)));
  });

  it('are paused, and go on', async () => {
    const bytes = randomBytes(40_000_000);
    await writeFile(join(folder, 'panorama.raw'), bytes);
    // So that they are not stored before they are paused.
    const isStorage = () => true;
    await page.route(isStorage, (route) =>
      route.request().method() === 'PUT' ? new Promise(() => undefined) : route.fallback(),
    );
    await page.getByLabel('Choose files').setInputFiles(join(folder, 'panorama.raw'));
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    await page.getByRole('row', { name: /panorama\.raw.*Waiting/ }).waitFor();
    await page.unroute(isStorage);
    await lookAtPage(visitor, 'uploads-paused');
    expect(await world.listedOids(repository)).to.not.contain(sha256(bytes));
    await page.getByRole('button', { name: 'Go on' }).press('Enter');
    await page.getByRole('heading', { name: '5 files stored' }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent'), 'after the button has gone').to.equal('panorama.raw');
    expect(await world.listedOids(repository)).to.contain(sha256(bytes));
  });

  it('are begun again with a file that is chosen again', async () => {
    const path = join(folder, 'again.raw');
    await writeFile(path, randomBytes(1000));
    const devtools = await page.context().newCDPSession(page);
    const { root } = await devtools.send('DOM.getDocument');
    const input = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'input[type=file]' });
    for (const stored of ['6 files stored', '7 files stored']) {
      // As the browser does it, which tells of no change where there is none.
      await devtools.send('DOM.setFileInputFiles', { ...input, files: [path] });
      await page.getByRole('heading', { name: stored }).waitFor();
    }
    await devtools.detach();
  });

  it('say of a file that has changed since it was hashed that it has, and send it when it is chosen again', async () => {
    const other = await browser.newVisitor();
    await signIn(other.page, world.server.baseUrl, world.owner, page.url());
    const path = join(folder, 'changed.raw');
    await writeFile(path, 'before');
    await other.page.route('**/uploads/*/objects', async (route) => {
      await writeFile(path, 'and afterwards');
      await route.continue();
    });
    await other.page.getByLabel('Choose files').setInputFiles(path);
    const row = other.page.getByRole('row', { name: /^changed\.raw/ });
    await row.getByText('It may have changed since it was chosen: choose it again.').waitFor();
    await other.page.unroute('**/uploads/*/objects');
    await row.getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    await other.page.getByLabel('Choose files').setInputFiles(path);
    await other.page.getByRole('heading', { name: '1 file stored' }).waitFor();
    expect(await world.listedOids(repository)).to.contain(sha256(Buffer.from('and afterwards')));
    await other.close();
  });

  it('come by drag and drop, folders with all that is in them', async () => {
    const files = [
      { path: 'trip/day one/bridge.jpg', bytes: randomBytes(300_000) },
      { path: 'trip/day two/harbour.jpg', bytes: randomBytes(200_000) },
      { path: 'alone.jpg', bytes: randomBytes(100_000) },
    ];
    for (const { path, bytes } of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
    await page.reload();
    const place = page.getByRole('region', { name: 'Drop files here' });
    const box = await place.boundingBox();
    const at = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 20 };
    const data = { items: [], files: ['trip', 'alone.jpg'].map((name) => join(folder, name)), dragOperationsMask: 1 };
    // As the browser is told of a drag from the desktop.
    const devtools = await page.context().newCDPSession(page);
    for (const type of ['dragEnter', 'dragOver'] as const) await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
    await page.locator('.drop.over').waitFor();
    await lookAtPage(visitor, 'uploads-drop');
    await devtools.send('Input.dispatchDragEvent', { type: 'drop', ...at, data });
    await page.getByRole('heading', { name: '3 files stored' }).waitFor();
    await page.getByRole('row', { name: /^trip\/day one\/bridge\.jpg/ }).waitFor();
    expect(await world.listedOids(repository)).to.include.members(files.map(({ bytes }) => sha256(bytes)));
  });

  it('say which of the files that were dropped cannot be read, and take the others', async () => {
    await page.reload();
    await page.getByRole('region', { name: 'Drop files here' }).waitFor();
    // As a browser hands out an entry whose file has gone since it was dragged.
    await page.evaluate(`(() => {
      const gone = {
        isFile: true,
        fullPath: '/trip/gone.raw',
        file: (_found, fail) => fail(new DOMException('not there', 'NotFoundError')),
      };
      const kept = { isFile: true, fullPath: '/kept.raw', file: (found) => found(new File(['abc'], 'kept.raw')) };
      const items = [gone, kept].map((entry) => ({ webkitGetAsEntry: () => entry }));
      const drop = Object.assign(new Event('drop', { bubbles: true }), { dataTransfer: { items } });
      document.querySelector('.drop').dispatchEvent(drop);
    })()`);
    await page.getByRole('alert').getByText('trip/gone.raw').waitFor();
    await page.getByRole('heading', { name: '1 file stored' }).waitFor();
    await page.getByRole('row', { name: /^kept\.raw/ }).waitFor();
    await lookAtPage(visitor, 'uploads-unread');
  });

  for (const how of ['denies its storage', 'has no room in its storage'] as const) {
    it(`go on in a browser that ${how}`, async () => {
      const other = await browser.newVisitor();
      await denyStorage(other.page, how);
      const uploads = `${world.server.baseUrl}/repositories/${repository.id}/uploads`;
      await signIn(other.page, world.server.baseUrl, world.owner, uploads);
      const bytes = randomBytes(1000);
      const file = { name: 'kept nowhere.raw', mimeType: '', buffer: bytes };
      await other.page.getByLabel('Choose files').setInputFiles(file);
      await other.page.getByRole('heading', { name: '1 file stored' }).waitFor();
      expect(await world.listedOids(repository)).to.contain(sha256(bytes));
      expect(other.complaints).to.deep.equal([]);
      await other.close();
    });
  }

  it('are counted by the folders that they came in', async () => {
    await page.getByRole('link', { name: 'Storage', exact: true }).click();
    await page.getByRole('row', { name: /^trip\/ 2 500 kB/ }).waitFor();
    await lookAtPage(visitor, 'storage-folders');
    await page.getByRole('link', { name: 'trip/' }).click();
    await page.getByRole('row', { name: /^day one\/ 1 300 kB/ }).waitFor();
    await page.getByRole('navigation', { name: 'Folder' }).getByRole('link', { name: 'Street photos' }).click();
    await page.getByRole('row', { name: /^Files here/ }).waitFor();
  });
});
