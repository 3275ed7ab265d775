import { expect } from 'chai';
import { waitUntil } from '@svc/test-services/wait-until';
import { createHash, randomBytes } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { z } from 'zod';
import { expectStatus, read } from '../client/exchange.js';
import { createLfsWorldWithPages, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { startBrowser, type TestBrowser, type Visitor } from './browser.js';
import { letBrowserIn } from './let-browser-in.js';
import { lookAtPage } from './look-at-page.js';
import { signIn } from './sign-in.js';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const sessionsAnswer = z.object({ sessions: z.array(z.object({ id: z.string() })) });

const openedAnswer = z.object({ session: z.object({ id: z.string() }) });

const opening = '**/uploads';
const finalizing = '**/finalize';

/** An answer that a proxy may give, to a bucket's page too. */
const refused = (status: number) => ({ status, body: '', headers: { 'access-control-allow-origin': '*' } });

describe('uploads from a browser that are interrupted', () => {
  let world: LfsWorld;
  let browser: TestBrowser;
  let visitor: Visitor;
  let page: Page;
  let repository: RepositoryName;
  let url: string;
  before(async () => {
    browser = await startBrowser();
    world = await createLfsWorldWithPages({ BASE_URL: '' });
    await letBrowserIn(world.server);
    repository = await world.createRepository('Street photos');
    url = `${world.server.baseUrl}/repositories/${repository.id}/uploads`;
    visitor = await browser.newVisitor();
    ({ page } = visitor);
    await signIn(page, world.server.baseUrl, world.owner, url);
  });
  beforeEach(() => page.reload());
  after(async () => {
    await browser.close();
    await world.close();
  });

  /** Bytes of their own, chosen under the name. Returns their id. */
  const choose = async (name: string, on: Page = page): Promise<string> => {
    const buffer = randomBytes(100_000);
    await on.getByLabel('Choose files').setInputFiles({ name, mimeType: '', buffer });
    return sha256(buffer);
  };

  const tryAgain = async (): Promise<void> => {
    await page.unroute(finalizing);
    await page.getByRole('button', { name: 'Try again' }).click();
  };

  it('are not called stored before they are, and are finalized when that is tried again', async () => {
    await page.route(finalizing, (route) => route.fulfill(refused(503)));
    const oid = await choose('late.raw');
    await page.getByRole('alert').waitFor();
    await page.getByRole('row', { name: /late\.raw.*Sent$/ }).waitFor();
    await page.getByRole('heading', { name: '0 of 1 file, 1 sent' }).waitFor();
    expect(await world.listedOids(repository)).to.not.contain(oid);
    await tryAgain();
    await page.getByRole('heading', { name: '1 file stored' }).waitFor();
    expect(await world.listedOids(repository)).to.contain(oid);
    expect(await page.getByRole('alert').count()).to.equal(0);
  });

  const ends = [
    { how: 'given up', method: 'DELETE', path: '', status: 204 },
    { how: 'finalized by somebody else', method: 'POST', path: '/finalize', status: 200 },
  ];
  for (const { how, method, path, status } of ends) {
    it(`go to another session, with all that was sent, when theirs is ${how}`, async () => {
      let session = '';
      await page.route(opening, async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        const response = await route.fetch();
        ({
          session: { id: session },
        } = openedAnswer.parse(await response.json()));
        return route.fulfill({ response });
      });
      await page.route(finalizing, (route) => route.fulfill(refused(503)));
      const first = await choose('first.raw');
      await page.getByRole('row', { name: /first\.raw.*Sent$/ }).waitFor();
      await page.getByRole('alert').waitFor();
      expectStatus(await world.call(world.owner, method, `/repositories/${repository.id}/uploads/${session}${path}`), status);
      await page.unroute(finalizing);
      await page.unroute(opening);
      const second = await choose('second.raw');
      await page.getByRole('heading', { name: '2 files stored' }).waitFor();
      expect(await world.listedOids(repository)).to.include.members([first, second]);
      expect(await page.getByRole('alert').count()).to.equal(0);
    });
  }

  it('go on in a tab that was loaded anew before it heard that its session is finalized', async () => {
    await page.route(finalizing, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    const first = await choose('unheard.raw');
    await page.getByRole('alert').waitFor();
    await page.unroute(finalizing);
    await page.reload();
    const second = await choose('next.raw');
    await page.getByRole('heading', { name: '1 file stored' }).waitFor();
    expect(await world.listedOids(repository)).to.include.members([first, second]);
  });

  it('are not sent again to a storage that will never take them', async () => {
    let sent = 0;
    const isStorage = () => true;
    await page.route(isStorage, async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      sent += 1;
      return route.fulfill(refused(413));
    });
    await choose('huge.raw');
    await page.getByText('The storage answered 413.').waitFor();
    await page.unroute(isStorage);
    expect(sent).to.equal(1);
  });

  describe('and taken out of the queue', () => {
    let other: Visitor;
    const isStorage = () => true;
    // Another tab each time, in which no session was begun before.
    beforeEach(async () => {
      other = await browser.newVisitor();
      await signIn(other.page, world.server.baseUrl, world.owner, url);
      await other.page.getByRole('heading', { name: 'Drop files or folders here' }).waitFor();
    });
    afterEach(() => other.close());

    const sendsAre = (act: (route: Route) => Promise<void>): Promise<unknown> =>
      other.page.route(isStorage, (route) => (route.request().method() === 'PUT' ? act(route) : route.fallback()));
    const rowOf = (name: string) => other.page.getByRole('row', { name });
    const removeButtonOf = (name: string) => rowOf(name).getByRole('button', { name: 'Remove' });
    const openSessions = async (): Promise<readonly string[]> =>
      read(await world.call(world.owner, 'GET', `/repositories/${repository.id}/uploads`), 200, sessionsAnswer).sessions.map(
        ({ id }) => id,
      );

    /** Pauses, takes the wrong file out, and has another one stored. */
    const chooseAnother = async (): Promise<void> => {
      await other.page.getByRole('button', { name: 'Pause' }).click();
      await removeButtonOf('wrong.raw').click();
      await rowOf('wrong.raw').waitFor({ state: 'detached' });
      await other.page.unroute(isStorage);
      await choose('right.raw', other.page);
      await other.page.getByRole('heading', { name: '1 file stored' }).waitFor();
    };

    it('stay out of the repository, and what waited behind them is stored', async () => {
      await sendsAre(() => new Promise(() => undefined));
      const wrong = await choose('wrong.raw', other.page);
      await rowOf('wrong.raw').getByText('Sending', { exact: true }).waitFor();
      const waiting = await choose('waiting.raw', other.page);
      const good = await choose('good.raw', other.page);
      await removeButtonOf('waiting.raw').click();
      await rowOf('waiting.raw').waitFor({ state: 'detached' });
      expect(await removeButtonOf('wrong.raw').count(), 'of what is on its way').to.equal(0);
      await other.page.getByRole('button', { name: 'Pause' }).click();
      await removeButtonOf('wrong.raw').waitFor();
      await lookAtPage(other, 'uploads-removable');
      await removeButtonOf('wrong.raw').press('Enter');
      await rowOf('wrong.raw').waitFor({ state: 'detached' });
      await waitUntil(
        'the next one has the focus',
        async () => (await other.page.evaluate('document.activeElement.textContent')) === 'Remove',
      );
      await other.page.unroute(isStorage);
      await other.page.getByRole('button', { name: 'Go on' }).click();
      await other.page.getByRole('heading', { name: '1 file stored' }).waitFor();
      expect(await removeButtonOf('good.raw').count(), 'of what is stored').to.equal(0);
      const listed = await world.listedOids(repository);
      expect(listed).to.contain(good);
      expect(listed).to.not.include.oneOf([wrong, waiting]);
    });

    it('leave nothing to try again, and no session, when they were refused', async () => {
      // That of the test before may end meanwhile.
      const before = await openSessions();
      const opened = async () => (await openSessions()).filter((id) => !before.includes(id));
      await sendsAre((route) => route.fulfill(refused(413)));
      await choose('huge.raw', other.page);
      // What waits to be sent has that button too, before its session is open.
      await other.page.getByText('The storage answered 413.').waitFor();
      expect(await opened()).to.have.length(1);
      await removeButtonOf('huge.raw').click();
      await rowOf('huge.raw').waitFor({ state: 'detached' });
      await waitUntil('their session is given up', async () => (await opened()).length === 0);
      await other.page.unroute(isStorage);
      const oid = await choose('small.raw', other.page);
      await other.page.getByRole('heading', { name: '1 file stored' }).waitFor();
      expect(await world.listedOids(repository)).to.contain(oid);
    });

    it('do not stop those that are chosen next, when all was paused', async () => {
      const before = await openSessions();
      await sendsAre(() => new Promise(() => undefined));
      await choose('wrong.raw', other.page);
      await rowOf('wrong.raw').getByText('Sending', { exact: true }).waitFor();
      await chooseAnother();
      await waitUntil('the session of the wrong one is given up', async () =>
        (await openSessions()).every((id) => before.includes(id)),
      );
    });

    it('keep the session from before a reload, for which the same file may be chosen again', async () => {
      const before = await openSessions();
      await sendsAre(() => new Promise(() => undefined));
      await choose('long.raw', other.page);
      await rowOf('long.raw').getByText('Sending', { exact: true }).waitFor();
      await other.page.reload();
      await choose('wrong.raw', other.page);
      await rowOf('wrong.raw').getByText('Sending', { exact: true }).waitFor();
      const given: string[] = [];
      other.page.on('request', (request) => given.push(request.method()));
      await chooseAnother();
      expect(given).to.not.contain('DELETE');
      expect(await openSessions()).to.deep.equal(before);
    });
  });

  it('lead to sign-in when the credential is not accepted any more, and from there back', async () => {
    const other = await browser.newVisitor();
    const credential = await world.addUser('hedy@example.org', 'ADMIN');
    await signIn(other.page, world.server.baseUrl, credential, url);
    await other.page.getByRole('heading', { name: 'Drop files or folders here' }).waitFor();
    const { sessions } = read(await world.call(credential, 'GET', '/users/me/sessions'), 200, sessionsAnswer);
    for (const { id } of sessions) expectStatus(await world.call(credential, 'DELETE', `/users/me/sessions/${id}`), 204);
    await choose('never.raw', other.page);
    await other.page.getByText('Your session has ended').waitFor();
    await signIn(other.page, world.server.baseUrl, world.owner, other.page.url());
    await other.page.getByRole('heading', { name: 'Drop files or folders here' }).waitFor();
    expect(other.complaints).to.deep.equal([]);
    await other.close();
  });
});
