import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import type { Locator, Page, Route } from 'playwright-core';
import { z } from 'zod';
import { expectStatus, read } from '../client/exchange.js';
import { createLfsWorldWithPages, type LfsWorld } from '../git-lfs/lfs-world.js';
import { startBrowser, type TestBrowser, type Visitor } from './browser.js';
import { expectNoSidewaysScroll, lookAtPage } from './look-at-page.js';
import { signIn } from './sign-in.js';

const webhooksAnswer = z.object({ webhooks: z.array(z.object({ id: z.string() })) });

describe('the console for an organization', () => {
  let world: LfsWorld;
  let browser: TestBrowser;
  let visitor: Visitor;
  let page: Page;
  before(async () => {
    browser = await startBrowser();
    world = await createLfsWorldWithPages({ BASE_URL: '', DEFAULT_PLAN: 'business' });
    visitor = await browser.newVisitor();
    ({ page } = visitor);
    await signIn(page, world.server.baseUrl, world.owner);
  });
  after(async () => {
    await browser.close();
    await world.close();
  });

  /** Also the page of the organization, which stays until that of the repository has come, has a link of the name of one in here. */
  const linkOfTheRepository = (name: string): Locator =>
    page.getByRole('navigation', { name: 'Of the repository' }).getByRole('link', { name });
  const focused = (): Promise<unknown> => page.evaluate('document.activeElement.textContent');

  it('makes an organization and a repository in it', async () => {
    await page.getByRole('button', { name: 'New organization' }).click();
    await page.getByLabel('Name of the organization').fill('Globex');
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByRole('heading', { name: 'No repository yet' }).waitFor();
    await lookAtPage(visitor, 'repositories-empty');
    await page.getByRole('button', { name: 'New repository' }).click();
    await page.getByLabel('Name of the repository').fill('Models');
    await page.getByRole('button', { name: 'Create repository' }).click();
    await page.getByRole('heading', { name: 'With Git LFS' }).waitFor();
  });

  it('says what the service refuses, and why', async () => {
    await page.getByRole('link', { name: 'Globex' }).click();
    await page.getByRole('button', { name: 'New repository' }).click();
    await page.getByLabel('Name of the repository').fill('Models');
    await page.getByRole('button', { name: 'Create repository' }).click();
    await page.getByRole('alert').waitFor();
    await lookAtPage(visitor, 'refused');
    const again = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Create repository' }).press('Enter');
    await again;
    await page.getByRole('alert').waitFor();
    expect(await focused(), 'after it was refused').to.equal('Create repository');
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('says that a part of the page could not be loaded, and fetches it the next time', async () => {
    const scripts = '**/assets/{tokens,webhooks}-tab-*.js';
    await page.route(scripts, (route) => route.abort());
    for (const tab of ['Webhooks', 'Tokens']) {
      await page.getByRole('link', { name: tab }).click();
      await page.getByRole('alert').getByText('This part of the page could not be loaded.').waitFor();
    }
    await page.unroute(scripts);
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'New token' }).waitFor();
    await page.route(scripts, (route) => route.abort());
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('alert').waitFor();
    await page.unroute(scripts);
    await page.getByRole('link', { name: 'Tokens' }).click();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'New webhook' }).waitFor();
    await page.getByRole('link', { name: 'Tokens' }).click();
    expect(visitor.complaints).to.deep.equal([]);
  });

  it('makes no token that may do nothing, and sends nothing for it', async () => {
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByRole('button', { name: 'New token' }).waitFor();
    expect(await focused(), 'after the form was left').to.equal('New token');
    await page.keyboard.press('Enter');
    await page.keyboard.type('laptop');
    expect(await page.getByLabel('Name of the token').inputValue()).to.equal('laptop');
    await page.getByLabel('push to repositories').uncheck();
    await page.getByRole('button', { name: 'Create token' }).click();
    expect(await page.evaluate('document.activeElement.validationMessage')).to.equal('Tick at least one of these.');
    expect(await page.getByRole('alert').count()).to.equal(0);
    await page.getByLabel('push to repositories').check();
  });

  it('makes one token of two clicks at once, shows its secret once, and revokes it', async () => {
    await lookAtPage(visitor, 'token-new');
    await page.getByRole('button', { name: 'Create token' }).focus();
    // By a script, for the page does nothing between the two.
    await page.evaluate('document.activeElement.click(); document.activeElement.click()');
    const secret = (await page.getByLabel('This is the new token.', { exact: true }).textContent()) ?? '';
    expect((await world.call(secret, 'GET', '/users/me')).status).to.equal(200);
    await lookAtPage(visitor, 'token-secret');
    expect(await page.evaluate('document.activeElement.role')).to.equal('status');
    // By the keyboard alone: past the text and its button to copy it.
    for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'I have it' }).waitFor({ state: 'detached' });
    expect(await page.content()).to.not.contain(secret);
    const row = page.getByRole('row', { name: /laptop/ });
    expect(await row.count()).to.equal(1);
    await row.getByRole('button', { name: 'Revoke' }).click();
    await row.getByRole('button', { name: 'Keep' }).waitFor();
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Keep' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await row.getByRole('button', { name: 'Keep' }).waitFor();
    for (const key of ['Shift+Tab', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'No token yet' }).waitFor();
    expect(await focused(), 'after what had the focus has gone').to.equal('New token');
    expect((await world.call(secret, 'GET', '/users/me')).status).to.equal(401);
  });

  it('leaves behind what was begun in one organization where the history leads right to another one', async () => {
    const here = page.url();
    await page.goto(`${world.server.baseUrl}/organizations/acme/tokens`);
    await page.getByRole('button', { name: 'New token' }).waitFor();
    await page.getByRole('link', { name: 'Organizations' }).first().click();
    await page.getByRole('link', { name: 'Globex' }).click();
    await page.getByRole('link', { name: 'Tokens' }).click();
    await page.getByRole('button', { name: 'New token' }).click();
    await page.evaluate('history.go(-3)');
    await page.getByRole('heading', { name: 'Acme', exact: true }).waitFor();
    expect(await page.getByLabel('Name of the token').count()).to.equal(0);
    await page.goto(here);
  });

  it('invites somebody by a link, who accepts it', async () => {
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByLabel('Invite by e-mail').fill('grace@example.org');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const link = (await page.getByLabel('Send this link to the person.', { exact: true }).textContent()) ?? '';
    await page.getByRole('row', { name: /grace@example\.org/ }).waitFor();
    await lookAtPage(visitor, 'members');

    const other = await browser.newVisitor();
    await signIn(other.page, world.server.baseUrl, await world.addUser('grace@example.org'), link);
    await other.page.getByRole('button', { name: 'Accept the invitation' }).click();
    await other.page.getByRole('heading', { name: 'Globex' }).waitFor();
    expect(other.complaints).to.deep.equal([]);
    await other.close();

    await page.goto(link);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await page.getByRole('alert').getByText('This invitation is not there any more').waitFor();
    await page.goto(`${world.server.baseUrl}/organizations/globex/members`);
    await page.getByLabel(/^Role of grace/).waitFor();
  });

  for (const [role, tabs] of [
    ['VIEWER', ['Repositories', 'Members', 'Usage', 'Activity', 'Settings']],
    ['BILLING', ['Usage', 'Billing', 'Settings']],
  ] as const) {
    it(`offers the role ${role} what it may do, and no more`, async () => {
      const other = await browser.newVisitor();
      const credential = await world.addUser(`${role.toLowerCase()}@example.org`, role);
      await signIn(other.page, world.server.baseUrl, credential, `${world.server.baseUrl}/organizations/acme`);
      await lookAtPage(other, `role-${role.toLowerCase()}`);
      const links = other.page.getByRole('navigation', { name: 'Of the organization' }).getByRole('link');
      expect(await links.allTextContents()).to.deep.equal(tabs);
      for (const tab of tabs) {
        await links.getByText(tab).click();
        await lookAtPage(other, `${role.toLowerCase()}-${tab.toLowerCase()}`);
        const main = other.page.getByRole('main');
        expect(await main.getByRole('alert').count(), tab).to.equal(0);
        expect(await main.getByRole('button', { name: /^(New|Invite|Remove|Save|Delete|Dismiss)/ }).count(), tab).to.equal(0);
        expect(await main.getByRole('combobox', { name: /^Role of/ }).count(), tab).to.equal(0);
      }
      await other.close();
    });
  }

  it('has room for a long name on a narrow screen, and shows how full a plan is where the system chooses the colours', async () => {
    const other = await browser.newVisitor({ width: 320 });
    const usage = `${world.server.baseUrl}/organizations/acme/usage`;
    await signIn(other.page, world.server.baseUrl, await world.addUser(`${'w'.repeat(60)}@example.org`, 'VIEWER'), usage);
    const meter = other.page.locator('.meter').first();
    await meter.waitFor();
    await expectNoSidewaysScroll(other.page, 'with a long name');
    await other.page.emulateMedia({ forcedColors: 'active' });
    const pictureOf = async (part: number): Promise<Buffer> => {
      await other.page.evaluate(
        `document.querySelector('.meter').value = document.querySelector('.meter').max * ${String(part)}`,
      );
      return meter.screenshot();
    };
    expect(await pictureOf(0.25)).to.not.deep.equal(await pictureOf(0.75));
    await other.close();
  });

  it('offers an ADMIN nothing that is for an owner to give or take', async () => {
    const invited = { email: 'next-owner@example.org', role: 'OWNER' };
    expectStatus(await world.call(world.owner, 'POST', '/organizations/acme/invitations', invited), 201);
    const other = await browser.newVisitor();
    const members = `${world.server.baseUrl}/organizations/acme/members`;
    await signIn(other.page, world.server.baseUrl, await world.addUser('adam@example.org', 'ADMIN'), members);
    const role = other.page.getByLabel(/^Role of adam/);
    await role.waitFor();
    const withoutOwner = ['Admin', 'Developer', 'Viewer', 'Billing'];
    const namesOf = async (select: Locator): Promise<readonly string[]> =>
      (await select.getByRole('option').allTextContents()).map((text) => text.replace(/:.*/, ''));
    expect(await namesOf(role)).to.deep.equal(withoutOwner);
    expect(await namesOf(other.page.getByLabel('Role', { exact: true }))).to.deep.equal(withoutOwner);
    const owner = other.page.getByRole('row', { name: /Owner: everything/ });
    await owner.waitFor();
    expect(await owner.getByRole('button').count()).to.equal(0);
    const invitation = other.page.getByRole('row', { name: /next-owner@example\.org/ });
    await invitation.waitFor();
    expect(await invitation.getByRole('button').allTextContents()).to.deep.equal(['Take back']);
    await other.close();
  });

  it('offers a DEVELOPER to revoke the tokens alone that they have made', async () => {
    const credential = await world.addUser('dora@example.org', 'DEVELOPER');
    for (const [maker, name] of [
      [world.owner, 'theirs'],
      [credential, 'mine'],
    ] as const) {
      const token = { name, scopes: ['repo:read'] };
      expectStatus(await world.call(maker, 'POST', '/organizations/acme/tokens', token), 201);
    }
    const other = await browser.newVisitor();
    const tokens = `${world.server.baseUrl}/organizations/acme/tokens`;
    await signIn(other.page, world.server.baseUrl, credential, tokens);
    const revoke = (name: RegExp): Locator => other.page.getByRole('row', { name }).getByRole('button', { name: 'Revoke' });
    await revoke(/^mine/).waitFor();
    await revoke(/^theirs/).waitFor({ state: 'detached' });
    // An older service does not say who has made a token.
    await other.page.route(
      ({ pathname }) => pathname.endsWith('/acme/tokens') && pathname.startsWith('/api/'),
      async (route) => {
        const response = await route.fetch();
        const withoutMakers = (await response.text()).replaceAll(/,"user_id":"[^"]*"/g, '');
        await route.fulfill({ response, body: withoutMakers });
      },
    );
    await other.page.reload();
    for (const name of [/^mine/, /^theirs/]) await revoke(name).waitFor();
    await other.page.goto(`${world.server.baseUrl}/organizations/acme/audit`);
    await other.page.getByRole('alert').getByText('Your role does not allow this').waitFor();
    expect(await other.page.getByRole('button', { name: 'Try again' }).count()).to.equal(0);
    await other.close();
  });

  it('saves what was changed in the settings of an organization, and leaves alone what somebody else has changed', async () => {
    expectStatus(await world.call(world.owner, 'POST', '/organizations', { name: 'Initech', slug: 'initech' }), 201);
    const other = await browser.newVisitor();
    const settings = `${world.server.baseUrl}/organizations/initech/settings`;
    await signIn(other.page, world.server.baseUrl, world.owner, settings);
    await other.page.getByLabel('Slug').fill('initech-two');
    expectStatus(await world.call(world.owner, 'PATCH', '/organizations/initech', { name: 'Renamed' }), 200);
    await other.page.getByRole('button', { name: 'Save' }).click();
    await other.page.getByRole('heading', { name: 'Renamed' }).waitFor();
    expect(await other.page.getByLabel('Slug').inputValue()).to.equal('initech-two');
    await other.page.getByLabel('Name', { exact: true }).fill('Renamed again');
    await other.page.getByRole('button', { name: 'Save' }).click();
    await other.page.getByRole('heading', { name: 'Renamed again' }).waitFor();
    await other.page.getByRole('status').getByText('Saved.').waitFor();
    await other.close();
  });

  it('makes a webhook and pauses it, once for two clicks at once', async () => {
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.keyboard.type('https://example.org/hook');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('button', { name: 'I have it' }).click();
    const row = page.getByRole('row', { name: /example\.org\/hook/ });
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent += 1;
    });
    await row.getByRole('button', { name: 'Pause' }).focus();
    await page.evaluate('document.activeElement.click(); document.activeElement.click()');
    await row.getByText('Paused').waitFor();
    await row.getByRole('button', { name: 'Switch on' }).waitFor();
    expect(await focused(), 'after the button was busy').to.equal('Switch on');
    await row.getByRole('button', { name: 'Deliveries' }).click();
    await page.getByText('Nothing was sent in the last 30 days.').waitFor();
    await lookAtPage(visitor, 'webhooks');
    expect(sent, 'requests').to.equal(1);
  });

  it('says in its row why a webhook could not be switched on or deleted', async () => {
    const { webhooks } = read(await world.call(world.owner, 'GET', '/organizations/globex/webhooks'), 200, webhooksAnswer);
    for (const { id } of webhooks) {
      expectStatus(await world.call(world.owner, 'DELETE', `/organizations/globex/webhooks/${id}`), 204);
    }
    const row = page.getByRole('row', { name: /example\.org\/hook/ });
    await row.getByRole('button', { name: 'Switch on' }).click();
    await row.getByRole('alert').getByText('Not found').waitFor();
    const held: Route[] = [];
    await page.route('**/webhooks/*', (route) => {
      held.push(route);
    });
    const remove = row.getByRole('button', { name: 'Delete' });
    await remove.click();
    await remove.click();
    await row.getByRole('alert').waitFor({ state: 'detached' });
    expect(await remove.getAttribute('aria-disabled')).to.equal('true');
    await waitUntil('it is asked to be deleted', () => held.length === 1);
    for (const route of held) await route.continue();
    await row.getByRole('alert').getByText('Not found').waitFor();
    await page.unroute('**/webhooks/*');
  });

  it('shows usage, the audit log, notifications and sessions', async () => {
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { name: 'Against the plan' }).waitFor();
    await page.getByText('Reserved for uploads').waitFor();
    await page
      .getByRole('img', { name: /^Stored bytes/ })
      .or(page.getByText('The first figure comes tomorrow.').first())
      .first()
      .waitFor();
    await lookAtPage(visitor, 'usage');
    await page.getByRole('link', { name: 'Billing' }).click();
    await page.getByRole('row', { name: /Business.*This one/ }).waitFor();
    await lookAtPage(visitor, 'billing');
    await page.getByRole('button', { name: 'Choose Team' }).press('Enter');
    await page.getByRole('alert').getByText('This plan is not sold here').waitFor();
    expect(await focused(), 'after what was refused').to.equal('Choose Team');
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByRole('row', { name: /grace.*joined/ }).waitFor();
    await lookAtPage(visitor, 'organization-activity');
    await page.getByRole('link', { name: 'Audit' }).click();
    await page
      .getByRole('row', { name: /webhook/ })
      .first()
      .waitFor();
    await lookAtPage(visitor, 'audit');
    await page.getByRole('link', { name: 'Storage connections' }).click();
    await page.getByRole('heading', { name: 'No connection yet' }).waitFor();
    await page.getByRole('button', { name: 'New connection' }).click();
    await lookAtPage(visitor, 'connection-new');
    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByRole('heading', { name: 'Nothing to tell' }).waitFor();
    await lookAtPage(visitor, 'notifications');
    await page.getByRole('link', { name: 'admin' }).click();
    await page.getByText('This one').waitFor();
    await lookAtPage(visitor, 'account');
  });

  it('tells what has become of what from left to right, whichever way it is written', async () => {
    const [old, current] = ['ישן', 'חדש'];
    expectStatus(await world.call(world.owner, 'POST', '/organizations', { name: old, slug: 'hooli' }), 201);
    expectStatus(await world.call(world.owner, 'PATCH', '/organizations/hooli', { name: current }), 200);
    await page.goto(`${world.server.baseUrl}/organizations/hooli/audit`);
    await page.locator('.details p', { hasText: '→' }).waitFor();
    const lefts = await page.evaluate(`['${old}', '${current}'].map((name) => {
      const line = [...document.querySelectorAll('.details p')].find((each) => each.textContent.includes('→'));
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      while (!texts.nextNode().data.includes(name));
      const range = document.createRange();
      const at = texts.currentNode.data.indexOf(name);
      range.setStart(texts.currentNode, at);
      range.setEnd(texts.currentNode, at + name.length);
      return range.getBoundingClientRect().left;
    })`);
    const [before = 0, after = 0] = z.array(z.number()).parse(lefts);
    expect(before, 'what it was called before').to.be.below(after);
  });

  it('counts repositories together in a storage group', async () => {
    await page.goto(`${world.server.baseUrl}/organizations/globex`);
    await page.getByRole('link', { name: 'Storage groups' }).click();
    await page.getByRole('heading', { name: 'No storage group yet' }).waitFor();
    await page.getByRole('button', { name: 'New group' }).click();
    await page.getByLabel('Name of the group').fill('Research');
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('row', { name: /^Research 0/ }).waitFor();
    await page.getByRole('link', { name: 'Repositories' }).click();
    await page.getByRole('link', { name: 'Models' }).click();
    await linkOfTheRepository('Settings').click();
    await page.getByLabel('Storage group').selectOption('Research');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await lookAtPage(visitor, 'repository-settings');
    await page.getByRole('link', { name: 'Globex' }).click();
    await page.getByRole('link', { name: 'Storage groups' }).click();
    await page.getByRole('row', { name: /^Research 1/ }).waitFor();
    await lookAtPage(visitor, 'storage-groups');
  });

  it('fits a narrow screen', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`${world.server.baseUrl}/organizations/globex`);
    await page.getByRole('link', { name: 'Models' }).waitFor();
    await lookAtPage(visitor, 'narrow');
    await page.goto(`${world.server.baseUrl}/organizations/globex/members`);
    await page.getByLabel(/^Role of grace/).waitFor();
    await expectNoSidewaysScroll(page, 'members');
    await page.goto(`${world.server.baseUrl}/organizations/globex/billing`);
    await page.getByRole('row', { name: /Business.*This one/ }).waitFor();
    await expectNoSidewaysScroll(page, 'billing');
    await page.goto(`${world.server.baseUrl}/organizations/globex`);
    await page.getByRole('link', { name: 'Models' }).click();
    await linkOfTheRepository('Settings').click();
    await page.getByLabel('Storage group').waitFor();
    await expectNoSidewaysScroll(page, 'settings');
    await page.getByLabel('Description').fill('x'.repeat(300));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await expectNoSidewaysScroll(page, 'a description without blanks');
  });

  it('has the current tab in sight on a narrow screen, whichever it is', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    const tabs = page.getByRole('navigation', { name: 'Of the organization' });
    const expectInSight = async (name: string): Promise<void> => {
      await waitUntil(
        `${name} is the current tab`,
        async () => (await tabs.locator('[aria-current]').allTextContents()).join() === name,
      );
      const { x, width } = (await tabs.getByRole('link', { name, exact: true }).boundingBox()) ?? { x: -1, width: 0 };
      expect(x, name).to.be.at.least(0);
      expect(x + width, name).to.be.at.most(360);
    };
    await page.goto(`${world.server.baseUrl}/organizations/globex/settings`);
    await expectInSight('Settings');
    await tabs.getByRole('link', { name: 'Repositories' }).click();
    await expectInSight('Repositories');
    await page.goBack();
    await expectInSight('Settings');
    await expectNoSidewaysScroll(page, 'the last tab');
    const moreBelow = `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.tabs'))`;
    expect(await page.evaluate(moreBelow), 'what the tabs can be scrolled down').to.equal(0);
  });

  it('leads back to sign-in when the session is ended elsewhere', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const grace = await browser.newVisitor();
    const credential = await world.addUser('ada@example.org', 'VIEWER');
    await signIn(grace.page, world.server.baseUrl, credential);
    await grace.page.getByRole('link', { name: 'Acme' }).waitFor();
    await world.server.command('user', 'suspend', 'ada@example.org');
    await grace.page.getByRole('link', { name: 'Acme' }).click();
    await grace.page.getByRole('alert').or(grace.page.getByText('Your session has ended')).first().waitFor();
    await grace.close();
  });
});
