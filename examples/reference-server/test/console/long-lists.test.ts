import { expect } from 'chai';
import { expectStatus } from '../client/exchange.js';
import { createLfsWorldWithPages, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { startBrowser, type TestBrowser, type Visitor } from './browser.js';
import { lookAtPage } from './look-at-page.js';
import { signIn } from './sign-in.js';

/** One more than a page has. */
const count = 51;

describe('lists of the console that are longer than a page', () => {
  let world: LfsWorld;
  let browser: TestBrowser;
  let visitor: Visitor;
  let repository: RepositoryName;
  before(async () => {
    browser = await startBrowser();
    world = await createLfsWorldWithPages({ BASE_URL: '', RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    repository = await world.createRepository('Models');
    for (let at = 0; at < count; at += 1) {
      const email = `guest${String(at)}@example.org`;
      const ofOrganization = await world.call(world.owner, 'POST', '/organizations/acme/invitations', { email, role: 'VIEWER' });
      expectStatus(ofOrganization, 201);
      const path = `/repositories/${repository.id}/invitations`;
      expectStatus(await world.call(world.owner, 'POST', path, { email, level: 'READ' }), 201);
      await world.createToken();
    }
    visitor = await browser.newVisitor();
    await signIn(visitor.page, world.server.baseUrl, world.owner);
  });
  after(async () => {
    await browser.close();
    await world.close();
  });

  for (const { list, path, row } of [
    { list: 'invitations to an organization', path: () => 'organizations/acme/members', row: /guest\d+@/ },
    { list: 'invitations to a repository', path: () => `repositories/${repository.id}/people`, row: /guest\d+@/ },
    { list: 'tokens of an organization', path: () => 'organizations/acme/tokens', row: /laptop/ },
  ]) {
    it(`show the rest of the ${list}, or say why it did not come`, async () => {
      const { page } = visitor;
      const isRest = ({ searchParams }: URL): boolean => searchParams.has('cursor');
      await page.route(isRest, (route) =>
        route.fulfill({ status: 404, json: { error: { code: 'not_now', message: 'Not now.' } } }),
      );
      await page.goto(`${world.server.baseUrl}/${path()}`);
      const rows = page.getByRole('row', { name: row });
      const more = page.getByRole('button', { name: 'Show more' });
      await more.waitFor();
      const shown = await rows.count();
      await more.click();
      await page.getByRole('alert').getByText('Not now.').waitFor();
      await lookAtPage(visitor, 'more-refused');
      expect(await rows.count()).to.equal(shown);
      expect(await page.evaluate('document.activeElement.textContent'), 'what has the focus').to.equal('Show more');
      await page.unroute(isRest);
      await page.keyboard.press('Enter');
      await rows.nth(count - 1).waitFor();
      expect(await page.getByRole('alert').count()).to.equal(0);
    });
  }

  it('say why they did not come, also those of which nothing is shown where they are empty', async () => {
    const { page } = visitor;
    const isList = ({ pathname }: URL): boolean => pathname.startsWith('/api/') && pathname.endsWith('/invitations');
    await page.route(isList, (route) =>
      route.fulfill({ status: 404, json: { error: { code: 'not_now', message: 'Not now.' } } }),
    );
    await page.goto(`${world.server.baseUrl}/organizations/acme/members`);
    await page.getByRole('alert').getByText('Not now.').waitFor();
    await page.unroute(isList);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByRole('row', { name: /guest\d+@/ })
      .first()
      .waitFor();
    expect(await page.getByRole('alert').count()).to.equal(0);
  });
});
