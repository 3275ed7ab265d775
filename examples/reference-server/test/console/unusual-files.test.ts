import { expect } from 'chai';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { createIndexedClone, type IndexedClone } from '../agent/indexed-clone.js';
import { createLfsWorldWithPages, type LfsWorld } from '../git-lfs/lfs-world.js';
import { startBrowser, type TestBrowser, type Visitor } from './browser.js';
import { letBrowserIn } from './let-browser-in.js';
import { expectNoSidewaysScroll, lookAtPage } from './look-at-page.js';
import { signIn } from './sign-in.js';

const tensorsUnder = (header: object): Buffer => {
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, Buffer.alloc(4)]);
};

const sound = { bias: { dtype: 'F32', shape: [1], data_offsets: [0, 4] } };
/** No text can be made of the author. */
const drawsFault = { ...sound, __metadata__: { author: { toString: 'nobody', valueOf: 'nothing' } } };

const files: Readonly<Record<string, Uint8Array | string>> = {
  // The parser looks for an e-mail address from each of its characters on.
  'README.md': `${'a.'.repeat(125_000)}@`,
  'deep/README.md': `${'>'.repeat(3000)} deep`,
  'wide/README.md': `# Wide\n\n${'> '.repeat(90)}quoted`,
  'tensors.safetensors': tensorsUnder(drawsFault),
  'damaged/image.png': 'no image',
  'damaged/sound.mp3': 'no sound',
  'damaged/model.gguf': 'GGUF and nothing that belongs behind it',
  'plain.txt': 'as it was pushed\n',
};

const notShown = 'This file cannot be shown. Download it to open it.';

describe('the console with unusual files', () => {
  let world: LfsWorld;
  let clone: IndexedClone;
  let browser: TestBrowser;
  let visitor: Visitor;
  let page: Page;

  const commit = async (message: string, changed: typeof files): Promise<void> => {
    for (const [name, bytes] of Object.entries(changed)) {
      await mkdir(dirname(join(clone.copy.path, name)), { recursive: true });
      await writeFile(join(clone.copy.path, name), bytes);
    }
    await clone.copy.git('add', '--all');
    await clone.copy.git('commit', '--quiet', '--message', message);
  };

  before(async () => {
    browser = await startBrowser();
    world = await createLfsWorldWithPages({ BASE_URL: '', DEFAULT_PLAN: 'business' });
    await letBrowserIn(world.server);
    clone = await createIndexedClone(world, await world.newComputer(), await world.createToken());
    // Of what Git LFS has, earlier versions are pushed, too.
    const attributes = '*.safetensors filter=lfs diff=lfs merge=lfs -text\n';
    await commit('Begin', { '.gitattributes': attributes, 'tensors.safetensors': tensorsUnder(sound) });
    await commit('Add what is unusual', files);
    await clone.copy.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendored`);
    await clone.copy.git('commit', '--quiet', '--message', 'Add a submodule');
    await clone.publish();
  });
  before(async () => {
    visitor = await browser.newVisitor();
    ({ page } = visitor);
    await signIn(page, world.server.baseUrl, world.owner);
  });
  after(async () => {
    await browser.close();
    await world.close();
  });

  const at = (path: string): string => `${world.server.baseUrl}/repositories/${clone.repository.id}/${path}`;

  it('shows a README as it is written that would keep the parser busy for minutes', async () => {
    await page.goto(at('files'));
    await page.getByRole('link', { name: 'deep/', exact: true }).waitFor();
    await page.getByText('This Markdown cannot be laid out. This is its text.').waitFor();
    expect(await page.locator('.markdown pre').textContent()).to.equal(files['README.md']);
    await expectNoSidewaysScroll(page, 'README in one line');
  });

  it('shows a README as it is written that nests deeper than a page can draw', async () => {
    await page.goto(at('files?path=deep'));
    await page.getByText('This Markdown cannot be laid out. This is its text.').waitFor();
    expect(visitor.complaints.filter((text) => !text.includes('Maximum call stack'))).to.deep.equal([]);
  });

  it('has a README scroll in its own place where it is wider than the screen', async () => {
    await page.goto(at('files?path=wide'));
    await page.getByRole('heading', { name: 'Wide' }).waitFor();
    await page.getByText('quoted').waitFor({ state: 'attached' });
    await lookAtPage(visitor, 'README of many quotes');
  });

  it('says of a file that draws a fault that it cannot be shown, and shows the next one', async () => {
    await page.goto(at('file?path=tensors.safetensors'));
    const fault = page.getByRole('alert').getByText(notShown);
    const tensor = page.getByRole('row', { name: 'bias F32 1 1', exact: true });
    await fault.waitFor();
    await page.getByRole('link', { name: /Begin$/ }).click();
    await tensor.waitFor();
    // Nothing of the two is fetched any more.
    await page.goBack();
    await fault.waitFor();
    await page.goForward();
    await tensor.waitFor();
  });

  it('says of an address whose path is no Base64 that nothing is there', async () => {
    await page.goto(at('file?bytes=!!!'));
    await page.getByRole('navigation', { name: 'Path' }).getByText('!!!').waitFor();
    await page.getByRole('alert').getByText('Not found').waitFor();
  });

  it('says of damaged images, sounds and models that they cannot be shown', async () => {
    for (const path of ['damaged/image.png', 'damaged/sound.mp3']) {
      await page.goto(at(`file?path=${path}`));
      await page.getByText(notShown).waitFor();
    }
    await page.goto(at('file?path=damaged/model.gguf'));
    await page.getByText('The header of this file is damaged').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).to.equal(0);
  });

  it('says of a model whose connection breaks in the middle that it broke, and asks for it again', async () => {
    const breaking = createServer((_, response) => {
      response.writeHead(206, { 'content-length': 39 });
      response.write('GGUF', () => setTimeout(() => response.destroy(), 100));
    });
    await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve));
    const address = breaking.address();
    if (address === null || typeof address === 'string') throw new Error('the server listens on a port');
    const other = await browser.newVisitor();
    await signIn(other.page, world.server.baseUrl, world.owner, at('files'));
    await other.page.route(
      () => true,
      (route, request) =>
        'range' in request.headers() ? route.continue({ url: `http://127.0.0.1:${address.port}/` }) : route.continue(),
    );
    await other.page.goto(at('file?path=damaged/model.gguf'));
    await other.page.getByRole('alert').getByText('The connection to the storage broke.').waitFor();
    await other.page.unrouteAll();
    await other.page.getByRole('button', { name: 'Try again' }).click();
    await other.page.getByText('The header of this file is damaged').waitFor();
    await other.close();
    breaking.close();
  });

  it('has no link from a commit to a submodule, and says at its address what it is', async () => {
    await page.goto(at('commits'));
    await page.getByRole('link', { name: /Add a submodule/ }).click();
    const row = page.getByRole('row', { name: /^vendored Submodule Added/ });
    await row.waitFor();
    expect(await row.getByRole('link').count()).to.equal(0);
    await page.goto(at('file?path=vendored'));
    await page.getByText('A submodule: a commit of another repository.').waitFor();
    expect(await page.getByRole('heading', { name: 'Get this file' }).count()).to.equal(0);
  });

  it('asks for another URL where a download begins on a page that was open for long', async () => {
    const later = await browser.newVisitor();
    await later.page.clock.install();
    await signIn(later.page, world.server.baseUrl, world.owner, at('file?path=plain.txt'));
    await later.page.getByText('as it was pushed').waitFor();
    const answers: string[] = [];
    later.page.on('request', (request) => answers.push(request.url()));
    const download = async (): Promise<string | null> => {
      const [begun] = await Promise.all([
        later.page.waitForEvent('download'),
        later.page.getByRole('link', { name: 'Download' }).click(),
      ]);
      expect(begun.suggestedFilename()).to.equal('plain.txt');
      return begun.failure();
    };
    const isOfFile = (url: string): boolean => new URL(url).pathname.endsWith('/file');
    expect(await download()).to.equal(null);
    expect(answers.filter(isOfFile)).to.have.length(0);
    await later.page.clock.fastForward('20:00');
    expect(await download()).to.equal(null);
    expect(answers.filter(isOfFile)).to.have.length(1);
  });
});
