import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectStatus } from '../client/exchange.js';
import { createLfsWorldWithPages, type LfsWorld } from '../git-lfs/lfs-world.js';
import { startBrowser, type TestBrowser, type Visitor } from './browser.js';
import { lookAtPage } from './look-at-page.js';
import { signIn } from './sign-in.js';

const monitoringToken = 'what-monitoring-knows';

/** Tables that are wider than their place take the focus, a moment after the window has changed. */
const isAllReachable = `[...document.querySelectorAll('.table-scroll')]
  .every((place) => place.scrollWidth <= place.clientWidth || place.tabIndex === 0)`;

describe('the page for the operator', () => {
  let world: LfsWorld;
  let browser: TestBrowser;
  let visitor: Visitor;
  let page: Page;
  let address: string;
  before(async () => {
    browser = await startBrowser();
    world = await createLfsWorldWithPages({ BASE_URL: '', METRICS_TOKEN: monitoringToken });
    address = `${world.server.baseUrl}/operator`;
    visitor = await browser.newVisitor();
    ({ page } = visitor);
  });
  after(async () => {
    await browser.close();
    await world.close();
  });

  it('says that the service is ready, and that nothing waits and nothing was refused', async () => {
    await signIn(page, world.server.baseUrl, world.owner);
    await page.getByRole('link', { name: 'admin' }).click();
    await page.getByRole('link', { name: 'State of the service' }).click();
    await page.getByText('Database and storage answer and can be written to.').waitFor();
    await page.getByRole('heading', { name: 'Nothing waits' }).waitFor();
    await page.getByRole('heading', { name: 'Nothing was refused' }).waitFor();
    await lookAtPage(visitor, 'operator-empty');
  });

  it('shows what waits, what was refused and what the jobs have done, in light and in dark', async () => {
    const { id } = await world.createRepository('Street photos');
    expectStatus(await world.call(world.owner, 'POST', `/repositories/${id}/uploads`, {}), 201);
    expectStatus(await world.call(world.owner, 'GET', `/repositories/${id}/snapshots/nothing`), 400);
    await page.getByRole('row', { name: /^Open upload sessions 1 / }).waitFor();
    await page.getByRole('row', { name: /^bad_request .*1$/ }).waitFor();
    // Comes every five seconds or so, and the page asks every ten.
    await page.getByRole('row', { name: /^usage\.writeDownloads just now 0 0$/ }).waitFor();
    await page.getByText('Chunk trees looked at').waitFor();
    await lookAtPage(visitor, 'operator');
    await page.emulateMedia({ colorScheme: 'dark' });
    await lookAtPage(visitor, 'operator-dark');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('fits a narrow screen, where the keyboard scrolls what is wider', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await waitUntil('what is wider can be reached by the keyboard', () => page.evaluate<boolean>(isAllReachable));
    await lookAtPage(visitor, 'operator-narrow');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
  });

  it('says so to who comes from outside, and takes the token of monitoring', async () => {
    const outside = await browser.newVisitor();
    // The header of a proxy that the server was not told to trust: its clients are not inside.
    await outside.page.setExtraHTTPHeaders({ 'X-Forwarded-For': '203.0.113.7' });
    await signIn(outside.page, world.server.baseUrl, world.owner, address);
    await outside.page.getByText('The service does not show its figures to your address.').waitFor();
    expect(await outside.page.getByRole('heading', { name: 'Queues' }).count()).to.equal(0);
    await lookAtPage(outside, 'operator-refused');
    const token = outside.page.getByLabel('Token of monitoring');
    await token.fill('what-nobody-knows');
    await outside.page.getByRole('button', { name: 'Show the figures' }).click();
    await outside.page.getByText('The service does not accept this token of monitoring.').waitFor();
    await lookAtPage(outside, 'operator-token-refused');
    await token.fill(monitoringToken);
    await outside.page.getByRole('button', { name: 'Show the figures' }).click();
    await outside.page.getByRole('heading', { name: 'Queues' }).waitFor();
    expect(await outside.page.evaluate('JSON.stringify([localStorage, sessionStorage])')).to.not.contain(monitoringToken);
    await outside.close();
  });

  it('says when the service is not there any more, and when it is again', async () => {
    const patient = await browser.newVisitor();
    await patient.page.clock.install();
    await signIn(patient.page, world.server.baseUrl, world.owner, address);
    await patient.page.getByText('Ready', { exact: true }).waitFor();
    // Figures that have not come offer to be asked for again, too, perhaps before the service is found missing.
    await patient.page.getByRole('heading', { name: 'Queues' }).waitFor();
    await world.server.stop();
    const again = patient.page.getByRole('button', { name: 'Try again' });
    await waitUntil('the page has noticed', async () => {
      await patient.page.clock.fastForward(5000);
      return (await again.count()) > 0;
    });
    expect(await patient.page.getByText('Ready', { exact: true }).count()).to.equal(0);
    await world.server.start();
    await waitUntil('the page has noticed', async () => {
      await patient.page.clock.fastForward(5000);
      return (await patient.page.getByText('Ready', { exact: true }).count()) > 0;
    });
    await patient.close();
  });
});
