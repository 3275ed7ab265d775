import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { createLfsWorld, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { startBrowser, type TestBrowser, type Visitor } from './browser.js';
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
  before(async () => {
    browser = await startBrowser();
    world = await createLfsWorld({ BASE_URL: '' });
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
  });

  const choose = (files: readonly { readonly name: string; readonly bytes: Buffer }[]): Promise<void> =>
    page.getByLabel('Choose files').setInputFiles(files.map(({ name, bytes }) => ({ name, mimeType: '', buffer: bytes })));

  it('bring files into the repository, byte for byte', async () => {
    await lookAtPage(visitor, 'uploads-empty');
    const files = [
      { name: 'bridge.raw', bytes: randomBytes(3_000_000) },
      { name: 'harbour.raw', bytes: randomBytes(1_000_000) },
      { name: 'empty.raw', bytes: Buffer.alloc(0) },
    ];
    await choose(files);
    await page.getByRole('heading', { name: '3 files stored' }).waitFor();
    await lookAtPage(visitor, 'uploads');
    expect(await world.listedOids(repository)).to.have.members(files.map(({ bytes }) => sha256(bytes)));
  });

  it('are paused, and go on', async () => {
    const bytes = randomBytes(40_000_000);
    await choose([{ name: 'panorama.raw', bytes }]);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    await page.getByRole('row', { name: /panorama\.raw.*Waiting/ }).waitFor();
    await lookAtPage(visitor, 'uploads-paused');
    expect(await world.listedOids(repository)).to.not.contain(sha256(bytes));
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('heading', { name: '4 files stored' }).waitFor();
    expect(await world.listedOids(repository)).to.contain(sha256(bytes));
  });
});
