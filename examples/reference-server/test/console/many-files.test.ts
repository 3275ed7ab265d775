import { makeScratchRepository, type ScratchRepository } from '@svc/test-services/git-histories';
import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { z } from 'zod';
import { agent } from '../agent/agent-process.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { startBrowser, type TestBrowser } from './browser.js';
import { lookAtPage } from './look-at-page.js';
import { signIn } from './sign-in.js';

const files = rounds({ property: 'files of one folder that the console scrolls through', test: 3000, proof: 100_000 });

/** One commit with many files in one folder, as `git fast-import` takes it. */
const history = (count: number): string => {
  const names = Array.from({ length: count }, (_, at) => `photos/street-${String(at).padStart(6, '0')}.jpg`);
  const lines = names.map((name) => `M 100644 inline ${name}\ndata 3\nabc\n`);
  return `commit refs/heads/main\ncommitter Ada <ada@example.org> 1760000000 +0000\ndata 12\nMany photos\n${lines.join('')}\n`;
};

/** Scrolls to the end, a screen each frame, and tells how long the frames took. */
const scrollThrough = `new Promise((resolve) => {
  const list = document.querySelector('.file-rows');
  const frames = [];
  let last = performance.now();
  const step = () => {
    const now = performance.now();
    frames.push(now - last);
    last = now;
    const end = list.scrollHeight - list.clientHeight;
    const isWhole = !document.querySelector('.file-foot').textContent.includes('so far');
    if (isWhole && list.scrollTop >= end - 1) return resolve(frames);
    list.scrollTop = Math.min(end, list.scrollTop + list.clientHeight * 2);
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

/** When the first text or image of the page was drawn. */
const firstPaint = `performance.getEntriesByName('first-contentful-paint')[0].startTime`;

/** Notes how long it takes from each key and click to the frame that answers it. */
const watchInteractions = `(() => {
  window.interactions = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.interactions.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });
})()`;

const slowestInteraction = `new Promise((resolve) => {
  requestAnimationFrame(() => setTimeout(() => resolve(Math.max(0, ...window.interactions))));
})`;

describe(`a folder of ${String(files)} files in the console`, () => {
  let world: LfsWorld;
  let browser: TestBrowser;
  let scratch: ScratchRepository;
  let repository: RepositoryName;
  before(async function () {
    this.timeout(600_000);
    browser = await startBrowser();
    world = await createLfsWorld({ BASE_URL: '', RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
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
    await page.reload();
    await page.getByRole('link', { name: 'street-000000.jpg' }).waitFor();
    const shownMs = z.number().parse(await page.evaluate('performance.now()'));
    const paintMs = z.number().parse(await page.evaluate(firstPaint));
    await lookAtPage(visitor, 'many-files');
    const frames = z.array(z.number()).parse(await page.evaluate(scrollThrough));
    await page.getByRole('link', { name: `street-${String(files - 1).padStart(6, '0')}.jpg` }).waitFor();
    expect(await page.locator('.file-row').count()).to.be.below(100);
    const sorted = frames.toSorted((one, other) => one - other);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    const late = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
    console.log(
      `      rows after ${shownMs.toFixed(0)} ms; ${String(frames.length)} frames: median ${median.toFixed(0)} ms, 95 % ${late.toFixed(0)} ms, longest ${(sorted.at(-1) ?? 0).toFixed(0)} ms`,
    );
    await page.evaluate(watchInteractions);
    await page.getByLabel('Find in this folder').fill(String(files - 1));
    await page.getByText('1 entry').waitFor();
    await page.getByRole('link', { name: 'Commits' }).click();
    await page.getByRole('columnheader', { name: 'Author' }).waitFor();
    const slowestMs = z.number().parse(await page.evaluate(slowestInteraction));
    console.log(`      first paint after ${paintMs.toFixed(0)} ms; slowest of a search and a click ${slowestMs.toFixed(0)} ms`);
    expect(visitor.complaints).to.deep.equal([]);
  });
});
