import { profiles } from '@svc/core/chunking';
import { expect } from 'chai';
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser, type Visitor } from '../console/browser.js';
import { letBrowserIn } from '../console/let-browser-in.js';
import { createLfsWorldWithPages, type LfsWorld } from '../git-lfs/lfs-world.js';
import { bytesOf, cutAll, type RoundTrip } from './browser-program.js';

/** Everything behind the packages' exports, for a page. esbuild refuses what a browser has not, such as a `node:` module. */
const bundleForBrowser = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('browser-program.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'packages',
    // What Playwright evaluates has a scope of its own.
    footer: { js: 'globalThis.packages = packages;' },
    conditions: ['source'],
    logLevel: 'silent',
  });
  return outputFiles.map(({ text }) => text).join('');
};

const [seed, sizeBytes] = [20_261_107, 5_000_000];
const names = Object.values(profiles).map(({ name }) => name);

describe('the packages in Chromium', () => {
  let world: LfsWorld;
  let browser: TestBrowser;
  let visitor: Visitor;
  let page: Page;
  const bytes = bytesOf(seed, sizeBytes);
  before(async () => {
    browser = await startBrowser();
    world = await createLfsWorldWithPages({ BASE_URL: '' });
    await letBrowserIn(world.server);
    visitor = await browser.newVisitor();
    ({ page } = visitor);
    await page.goto(world.server.baseUrl);
    await page.evaluate(await bundleForBrowser());
  });
  after(async () => {
    await browser.close();
    await world.close();
  });

  it('cut where they cut in Node, and name the chunks alike', async () => {
    for (const name of names) {
      const here = cutAll(name, bytes);
      const there: unknown = await page.evaluate(`packages.cutAll('${name}', packages.bytesOf(${seed}, ${sizeBytes}))`);
      expect(here.length, name).to.be.above(4);
      expect(there, name).to.deep.equal(here);
    }
  });

  it('hash as Node does', async () => {
    const there: unknown = await page.evaluate(`packages.sha256Of(packages.bytesOf(${seed}, ${sizeBytes}))`);
    expect(there).to.equal(createHash('sha256').update(bytes).digest('hex'));
  });

  it('bring bytes to the service and back', async () => {
    const repository = await world.createRepository('from a page');
    const place: RoundTrip = {
      baseUrl: world.server.baseUrl,
      credential: await world.createToken(),
      repositoryId: repository.id,
    };
    const there: unknown = await page.evaluate(
      `packages.bringThere(${JSON.stringify(place)}, packages.bytesOf(${seed}, ${sizeBytes}))`,
    );
    expect(there).to.equal(sizeBytes);
    expect(await world.listedOids(repository)).to.deep.equal([createHash('sha256').update(bytes).digest('hex')]);
    expect(visitor.complaints).to.deep.equal([]);
  });
});
