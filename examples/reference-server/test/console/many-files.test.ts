import { makeScratchRepository, type ScratchRepository } from '@svc/test-services/git-histories';
import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { agent } from '../agent/agent-process.js';
import { createLfsWorldWithPages, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { startBrowser, type TestBrowser } from './browser.js';
import { lookAtPage } from './look-at-page.js';
import { interactionsOf, loadTimesOf, noteFirstRow, scrollThrough, spreadText, watchInteractions } from './page-timings.js';
import { signIn } from './sign-in.js';

const files = rounds({ property: 'files of one folder that the console scrolls through', test: 3000, proof: 100_000 });

/** One commit with many files in one folder, as `git fast-import` takes it. */
const history = (count: number): string => {
  const names = Array.from({ length: count }, (_, at) => `photos/street-${String(at).padStart(6, '0')}.jpg`);
  const lines = names.map((name) => `M 100644 inline ${name}\ndata 3\nabc\n`);
  return `commit refs/heads/main\ncommitter Ada <ada@example.org> 1760000000 +0000\ndata 12\nMany photos\n${lines.join('')}\n`;
};

describe(`a folder of ${String(files)} files in the console`, () => {
  let world: LfsWorld;
  let browser: TestBrowser;
  let scratch: ScratchRepository;
  let repository: RepositoryName;
  before(async function () {
    this.timeout(600_000);
    browser = await startBrowser();
    world = await createLfsWorldWithPages({ BASE_URL: '', RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    repository = await world.createRepository('Many photos');
    scratch = await makeScratchRepository();
    await scratch.git(['fast-import', '--quiet'], history(files));
    const env = { SVC_URL: world.server.baseUrl, SVC_REPOSITORY: repository.id, SVC_TOKEN: await world.createToken() };
    await agent(await world.newComputer(), ['index', '--local', '--no-store-files'], { folder: scratch.folder, env });
  });
  after(async () => {
    await browser.close();
    await scratch.remove();
    await world.close();
  });

  it('is shown, and scrolls to its end with few rows in the page', async function () {
    this.timeout(600_000);
    const visitor = await browser.newVisitor();
    const { page } = visitor;
    const folder = `${world.server.baseUrl}/repositories/${repository.id}/files?path=photos`;
    await signIn(page, world.server.baseUrl, world.owner, folder);
    await noteFirstRow(page);
    await page.reload();
    await page.getByRole('link', { name: 'street-000000.jpg' }).waitFor();
    const { firstPaint, largestPaint, firstRow } = await loadTimesOf(page);
    console.log(
      `      first paint after ${firstPaint.toFixed(0)} ms, largest after ${largestPaint.toFixed(0)} ms, rows after ${firstRow.toFixed(0)} ms`,
    );
    await lookAtPage(visitor, 'many-files');
    const frames = await scrollThrough(page);
    await page.getByRole('link', { name: `street-${String(files - 1).padStart(6, '0')}.jpg` }).waitFor();
    expect(await page.locator('.file-row').count()).to.be.below(100);
    console.log(`      frames while scrolling, ${spreadText(frames)}`);
    await watchInteractions(page);
    await page.getByLabel('Find in this folder').pressSequentially(`street-${String(files - 1).padStart(6, '0')}`, { delay: 50 });
    await page.getByText('1 entry').waitFor();
    console.log(`      keys while searching, ${spreadText(await interactionsOf(page))}`);
    await page.getByLabel('Find in this folder').fill('');
    await watchInteractions(page);
    await page.getByRole('link', { name: 'Commits' }).click();
    await page.getByRole('columnheader', { name: 'Author' }).waitFor();
    console.log(`      clicks, ${spreadText(await interactionsOf(page))}`);
    expect(visitor.complaints).to.deep.equal([]);
  });

  for (const { status, tries } of [
    { status: 503, tries: 2 },
    { status: 404, tries: 1 },
  ]) {
    it(`says that the rest of it was answered ${String(status)}, and asks for it again when it is told to`, async function () {
      this.timeout(600_000);
      const visitor = await browser.newVisitor();
      const { page } = visitor;
      let asked = 0;
      const isRest = ({ pathname, searchParams }: URL): boolean => pathname.endsWith('/tree') && searchParams.has('cursor');
      await page.route(isRest, async (route) => {
        asked += 1;
        await route.fulfill({ status, json: { error: { code: 'not_now', message: 'Not now.' } } });
      });
      const folder = `${world.server.baseUrl}/repositories/${repository.id}/files?path=photos`;
      await signIn(page, world.server.baseUrl, world.owner, folder);
      const last = `street-${String(files - 1).padStart(6, '0')}`;
      await page.getByLabel('Find in this folder').fill(last);
      await page.getByRole('alert').getByText('Not now.').waitFor();
      expect(await page.getByText('Looking…').count()).to.equal(0);
      await lookAtPage(visitor, `many-files-${String(status)}`);
      await page.getByLabel('Find in this folder').fill('');
      await page.getByRole('link', { name: 'street-000000.jpg' }).waitFor();
      expect(await page.getByRole('alert').count()).to.equal(1);
      await page.getByLabel('Find in this folder').fill(last);
      await page.getByRole('link', { name: 'street-000000.jpg' }).waitFor({ state: 'detached' });
      expect(await page.getByRole('alert').count()).to.equal(1);
      expect(asked).to.equal(tries);
      await page.unroute(isRest);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('link', { name: `${last}.jpg` }).waitFor();
      expect(await page.getByRole('alert').count()).to.equal(0);
      expect(visitor.complaints).to.deep.equal([]);
      await visitor.close();
    });
  }
});
