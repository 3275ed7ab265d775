import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { expectStatus, read } from '../client/exchange.js';
import { objectsAnswer } from '../client/wire.js';
import type { LfsWorld } from '../git-lfs/lfs-world.js';
import { startBrowser, type TestBrowser } from './browser.js';
import { type ConsoleScene, createConsoleScene } from './console-scene.js';
import { lookAtPage } from './look-at-page.js';
import { signIn } from './sign-in.js';

const meAnswer = z.object({ user: z.object({ id: z.string() }) });
const repositoriesAnswer = z.object({ repositories: z.array(z.object({ id: z.string(), slug: z.string() })) });
const linkAnswer = z.object({ url: z.string() });

/** What somebody may do with a repository: a step includes those before it. */
const steps = ['pull', 'push', 'update', 'admin'] as const;
type Step = (typeof steps)[number];

interface LookedAt {
  readonly path: string;
  /** Of an empty repository, to whose history nothing is said. */
  readonly isOfEmpty?: boolean;
  /** What is there for everybody, once the page is. */
  readonly ready: (page: Page) => Locator;
  /** What is there for those alone who may do so much. */
  readonly offered: readonly (readonly [needs: Step, (page: Page) => Locator])[];
  /** What is said to those who may not do so much. */
  readonly instead?: readonly [needs: Step, text: string];
}

const button =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('main').getByRole('button', { name });
const heading =
  (name: string) =>
  (page: Page): Locator =>
    page.getByRole('heading', { name, exact: true });
const command =
  (label: string) =>
  (page: Page): Locator =>
    page.getByLabel(label, { exact: true });

const lookedAt: readonly LookedAt[] = [
  {
    path: 'files',
    isOfEmpty: true,
    ready: heading('No files to browse yet'),
    offered: [['push', command('Index the history')]],
    instead: ['push', 'Somebody who may push has to run svc index in a clone.'],
  },
  {
    path: 'releases',
    isOfEmpty: true,
    ready: heading('No release yet'),
    offered: [['push', command('Make a release')]],
    instead: ['push', 'Somebody who may push makes one'],
  },
  {
    path: 'snapshots',
    ready: heading('No snapshot yet'),
    offered: [['push', button('Take a snapshot')]],
    instead: ['push', 'Somebody who may push takes them.'],
  },
  { path: 'release?tag=v1.0', ready: heading('Notes'), offered: [['update', button('Edit')]] },
  {
    path: 'lineage',
    ready: (page) => page.getByRole('row', { name: /three epochs/ }),
    offered: [
      ['update', button('Add an edge')],
      ['update', button('Remove')],
    ],
  },
  {
    path: 'lineage',
    isOfEmpty: true,
    ready: heading('Nobody has said what came from what'),
    offered: [['update', button('Add an edge')]],
    instead: ['update', 'Somebody who may change the repository says it here'],
  },
  {
    path: 'storage',
    ready: (page) => page.getByRole('row', { name: /lacks an object of its Git history/ }),
    offered: [
      ['update', button('Dismiss')],
      ['admin', (page) => page.getByRole('row', { name: /2\.6 MB/ }).getByRole('button', { name: 'Remove' })],
      ['admin', button('Restore')],
    ],
  },
  {
    path: 'uploads',
    ready: (page) => page.getByText('What is uploaded here is stored under'),
    offered: [
      ['push', (page) => page.getByText('Choose files')],
      ['push', (page) => page.getByText('Choose a folder')],
    ],
    instead: ['push', 'and not upload to it'],
  },
  {
    path: 'connect',
    ready: heading('With curl'),
    offered: [
      ['push', command('Upload a file')],
      ['push', command('Index the history of a clone')],
      ['push', (page) => page.getByText('svc push')],
      ['push', (page) => page.getByText('git lfs track')],
    ],
  },
  {
    path: 'people',
    ready: (page) => page.getByText(/A level of their own|that takes the level Admin/),
    offered: [
      ['admin', button('Invite')],
      ['admin', (page) => page.getByLabel(/^Level of/)],
      ['admin', button('Remove')],
    ],
    instead: ['admin', 'Those who manage the people of this repository'],
  },
  {
    path: 'settings',
    ready: (page) => page.getByRole('heading', { name: 'General' }).or(page.getByText('and not change it')),
    offered: [
      ['update', button('Save')],
      ['update', (page) => page.getByLabel('Who sees it')],
      ['admin', (page) => page.getByRole('option', { name: /^Public/ })],
      ['admin', button('Delete this repository')],
    ],
    instead: ['update', 'that takes the level Maintain'],
  },
];

const everyTab = 'Files Commits Compare Releases Snapshots Lineage Storage Upload People Activity Connect Settings'.split(' ');

/** `may`: as far as their rights go; `seesGroups`: whether their role lets them see the storage groups of the organization. */
const people = [
  { who: 'a VIEWER', role: 'VIEWER', level: undefined, may: 'pull', seesGroups: false },
  { who: 'a DEVELOPER with the level READ', role: 'DEVELOPER', level: 'READ', may: 'pull', seesGroups: true },
  { who: 'somebody from outside with the level READ', role: undefined, level: 'READ', may: 'pull', seesGroups: false },
  { who: 'a VIEWER with the level WRITE', role: 'VIEWER', level: 'WRITE', may: 'push', seesGroups: false },
  { who: 'a VIEWER with the level MAINTAIN', role: 'VIEWER', level: 'MAINTAIN', may: 'update', seesGroups: false },
  { who: 'somebody from outside with the level MAINTAIN', role: undefined, level: 'MAINTAIN', may: 'update', seesGroups: false },
  { who: 'a DEVELOPER', role: 'DEVELOPER', level: undefined, may: 'update', seesGroups: true },
  { who: 'an ADMIN', role: 'ADMIN', level: undefined, may: 'admin', seesGroups: true },
] as const;

/** Somebody with that role in the organization, and that level on the repositories; answers their credential. */
const addPerson = async (
  { owner, call, addUser }: LfsWorld,
  email: string,
  { role, level }: { readonly role: string | undefined; readonly level: string | undefined },
  repositories: readonly string[],
): Promise<string> => {
  const credential = await addUser(email, role);
  const { user } = read(await call(credential, 'GET', '/users/me'), 200, meAnswer);
  for (const repository of level === undefined ? [] : repositories) {
    const path = `/repositories/${repository}`;
    if (role !== undefined) {
      expectStatus(await call(owner, 'POST', `${path}/members`, { user_id: user.id, level }), 201);
      continue;
    }
    const { url } = read(await call(owner, 'POST', `${path}/invitations`, { email, level }), 201, linkAnswer);
    const token = new URLSearchParams(new URL(url).hash.slice(1)).get('token');
    expectStatus(await call(credential, 'POST', '/invitations/accept', { token }), 200);
  }
  return credential;
};

describe('pages of a repository', () => {
  let scene: ConsoleScene;
  let browser: TestBrowser;
  let full: string;
  let empty: string;
  before(async () => {
    browser = await startBrowser();
    scene = await createConsoleScene();
    const { world, clone } = scene;
    const listed = read(await world.call(world.owner, 'GET', '/organizations/acme/repositories'), 200, repositoriesAnswer);
    full = clone.repository.id;
    empty = listed.repositories.find(({ slug }) => slug === 'street-photos')?.id ?? '';
    // What is recommended then is to push it again; and there is something to restore.
    const path = `/repositories/${full}/objects`;
    const { objects } = read(await world.call(world.owner, 'GET', `${path}?sort=size`), 200, objectsAnswer);
    expectStatus(
      await world.call(world.owner, 'DELETE', `${path}/${objects.find(({ size }) => size === 640_000)?.oid ?? ''}?force=true`),
      204,
    );
    expectStatus(await world.call(world.owner, 'POST', '/organizations/acme/storage-groups', { name: 'Research' }), 201);
    await addPerson(world, 'somebody@example.org', { role: undefined, level: 'READ' }, [full]);
  });
  after(async () => {
    await browser.close();
    await scene.close();
  });

  const addressOf = ({ path, isOfEmpty = false }: Pick<LookedAt, 'path' | 'isOfEmpty'>): string =>
    `${scene.url}/repositories/${isOfEmpty ? empty : full}/${path}`;

  for (const [at, { who, may, seesGroups, ...standing }] of people.entries()) {
    const holds = (needs: Step): boolean => steps.indexOf(needs) <= steps.indexOf(may);

    it(`offer ${who} what they may do, and no more`, async () => {
      const visitor = await browser.newVisitor();
      const { page } = visitor;
      const refused: string[] = [];
      page.on('response', (response) => {
        if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`);
      });
      const credential = await addPerson(scene.world, `person-${at}@example.org`, standing, [full, empty]);
      await signIn(page, scene.url, credential, addressOf({ path: 'files' }));
      await page.getByRole('row', { name: /weights\// }).waitFor();
      const hidden = [
        ...(holds('push') ? [] : ['Upload']),
        ...(holds('admin') ? [] : ['People']),
        ...(holds('update') ? [] : ['Settings']),
      ];
      const tabs = page.getByRole('navigation', { name: 'Of the repository' }).getByRole('link');
      expect(await tabs.allTextContents()).to.deep.equal(everyTab.filter((tab) => !hidden.includes(tab)));
      for (const { ready, offered, instead, ...place } of lookedAt) {
        await page.goto(addressOf(place));
        await ready(page).first().waitFor();
        for (const [needs, control] of offered) {
          const found = control(page);
          if (holds(needs)) await found.first().waitFor({ state: 'attached' });
          else expect(await found.count(), `${place.path}: ${String(found)}`).to.equal(0);
        }
        if (instead !== undefined)
          expect(await page.getByText(instead[1]).count(), place.path).to.equal(holds(instead[0]) ? 0 : 1);
      }
      const group = page.getByLabel('Storage group');
      if (seesGroups && holds('update')) await group.waitFor();
      else expect(await group.count()).to.equal(0);
      await lookAtPage(visitor, `repository-settings-${at}`);
      expect(refused).to.deep.equal([]);
      await visitor.close();
    });
  }

  it('keep what was typed when it is refused, say so, and offer no longer what the person may not do any more', async () => {
    const { world } = scene;
    const visitor = await browser.newVisitor();
    const { page } = visitor;
    const credential = await addPerson(world, 'demoted@example.org', { role: 'VIEWER', level: 'MAINTAIN' }, [full]);
    await signIn(page, scene.url, credential, addressOf({ path: 'snapshots' }));
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.getByLabel('Name of the snapshot').fill('too late');
    const { user } = read(await world.call(credential, 'GET', '/users/me'), 200, meAnswer);
    expectStatus(
      await world.call(world.owner, 'POST', `/repositories/${full}/members`, { user_id: user.id, level: 'READ' }),
      200,
    );
    await page.getByRole('button', { name: 'Take snapshot' }).click();
    await page.getByRole('alert').getByText('Your role does not allow this').waitFor();
    for (const tab of ['Upload', 'Settings']) await page.getByRole('link', { name: tab }).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name of the snapshot').inputValue()).to.equal('too late');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Somebody who may push takes them.').waitFor();
    expect(await page.getByRole('button', { name: 'Take a snapshot' }).count()).to.equal(0);
    await visitor.close();
  });

  it('keep the forms of a tab that were open when a change of theirs is refused, and say why', async () => {
    const { world } = scene;
    const visitor = await browser.newVisitor();
    const { page } = visitor;
    const credential = await addPerson(world, 'was-admin@example.org', { role: 'VIEWER', level: 'ADMIN' }, [full]);
    const { user } = read(await world.call(credential, 'GET', '/users/me'), 200, meAnswer);
    const setLevel = async (level: string): Promise<void> => {
      expectStatus(await world.call(world.owner, 'POST', `/repositories/${full}/members`, { user_id: user.id, level }), 200);
    };
    const tab = (name: string): Locator => page.getByRole('link', { name, exact: true });
    await signIn(page, scene.url, credential, addressOf({ path: 'settings' }));
    await page.getByLabel('Description').fill('too late');
    await page.getByLabel('Who sees it').selectOption('PUBLIC');
    await setLevel('READ');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Your role does not allow this').waitFor();
    await tab('Settings').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Description').inputValue()).to.equal('too late');
    expect(await page.getByLabel('Who sees it').inputValue()).to.equal('PUBLIC');
    expect(await page.getByRole('alert').count()).to.equal(1);

    await setLevel('ADMIN');
    await page.goto(addressOf({ path: 'people' }));
    await page.getByLabel('Invite by e-mail').fill('too-late@example.org');
    await setLevel('READ');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('alert').getByText('Your role does not allow this').waitFor();
    await tab('People').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Invite by e-mail').inputValue()).to.equal('too-late@example.org');
    await visitor.close();
  });

  it('offer the storage groups where the role of the person cannot be had', async () => {
    const visitor = await browser.newVisitor();
    const { page } = visitor;
    await page.route(
      ({ pathname }) => pathname === '/api/v1/organizations',
      (route) => route.abort(),
    );
    await signIn(page, scene.url, scene.world.owner, addressOf({ path: 'settings' }));
    await page.getByLabel('Storage group').getByRole('option', { name: 'Research' }).waitFor({ state: 'attached' });
    await visitor.close();
  });

  it('offer on the page of the organization to dismiss what a level on a repository alone lets a person dismiss', async () => {
    const visitor = await browser.newVisitor();
    const { page } = visitor;
    const credential = await addPerson(scene.world, 'keeper@example.org', { role: 'VIEWER', level: 'MAINTAIN' }, [full]);
    // Those of organizations are about what has lain there for weeks: the page is given those of the repository.
    const { href } = new URL(`/api/v1/repositories/${full}/recommendations`, scene.url);
    await page.route(
      ({ pathname }) => pathname === '/api/v1/organizations/acme/recommendations',
      (route) => route.continue({ url: href }),
    );
    await signIn(page, scene.url, credential, `${scene.url}/organizations/acme/usage`);
    const finding = page.getByRole('row', { name: /lacks an object of its Git history/ });
    await finding.getByRole('button', { name: 'Dismiss' }).click();
    await finding.waitFor({ state: 'detached' });
    await visitor.close();
  });

  it('save what was changed in their settings, and leave alone what somebody else has changed since they were opened', async () => {
    const { world } = scene;
    const visitor = await browser.newVisitor();
    const { page } = visitor;
    const change = (body: unknown) => world.call(world.owner, 'PATCH', `/repositories/${full}`, body);
    expectStatus(await change({ visibility: 'INTERNAL', description: 'one\r\ntwo' }), 200);
    await signIn(page, scene.url, world.owner, addressOf({ path: 'settings' }));
    await page.getByLabel('Storage group').waitFor();
    expectStatus(await change({ visibility: 'PRIVATE', description: 'theirs' }), 200);
    await page.getByLabel('Name', { exact: true }).fill('Opinion models');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const repositoryOf = z.object({
      repository: z.object({ name: z.string(), visibility: z.string(), description: z.string() }),
    });
    const now = async () => read(await world.call(world.owner, 'GET', `/repositories/${full}`), 200, repositoryOf).repository;
    expect(await now()).to.deep.include({ name: 'Opinion models', visibility: 'PRIVATE', description: 'theirs' });
    // The form says what is so, and what is changed next is saved like what was changed first.
    expect(await page.getByLabel('Description').inputValue()).to.equal('theirs');
    await page.getByLabel('Who sees it').selectOption('INTERNAL');
    await page.getByLabel('Description').fill('mine');
    expectStatus(await change({ name: 'Theirs' }), 200);
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    await saved;
    expect(await now()).to.deep.include({ name: 'Theirs', visibility: 'INTERNAL', description: 'mine' });
    await visitor.close();
  });
});
