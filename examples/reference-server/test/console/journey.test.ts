import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser, type Visitor } from './browser.js';
import { type ConsoleScene, createConsoleScene, longName } from './console-scene.js';
import { expectNoSidewaysScroll, lookAtPage } from './look-at-page.js';
import { signIn } from './sign-in.js';

describe('the console in a browser', () => {
  let scene: ConsoleScene;
  let browser: TestBrowser;
  let visitor: Visitor;
  let page: Page;
  before(async () => {
    browser = await startBrowser();
    scene = await createConsoleScene();
    visitor = await browser.newVisitor();
    ({ page } = visitor);
  });
  after(async () => {
    await browser.close();
    await scene.close();
  });

  const fileUrl = (path: string): string => `${scene.url}/repositories/${scene.clone.repository.id}/file?path=${path}`;
  const lookAt = (name: string): Promise<void> => lookAtPage(visitor, name);

  it('lets nobody in by a wrong credential, says so, and asks once for two clicks at once', async () => {
    await page.goto(scene.url);
    await lookAt('sign-in');
    await page.getByLabel('Credential', { exact: true }).fill('svc_ses_wrong');
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/users/me')) asked += 1;
    });
    await page.getByRole('button', { name: 'Sign in' }).focus();
    await page.evaluate('document.activeElement.click(); document.activeElement.click()');
    await page.getByRole('alert').waitFor();
    expect(asked, 'requests').to.equal(1);
    expect(await page.getByRole('alert').textContent()).to.contain('does not accept this credential');
  });

  it('signs in with a credential, and stays signed in when the page is loaded anew', async () => {
    await page.getByLabel('Credential', { exact: true }).fill(scene.world.owner);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Organizations' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Acme' }).waitFor();
    await lookAt('organizations');
  });

  it('lists the repositories of an organization with their sizes', async () => {
    await page.getByRole('link', { name: 'Acme' }).click();
    await page.getByRole('row', { name: /Sentiment models.*MB/ }).waitFor();
    await lookAt('repositories');
  });

  it('asks the service also in a browser that takes itself for offline', async () => {
    await page.evaluate(`dispatchEvent(new Event('offline'))`);
    await page.getByRole('link', { name: 'Activity' }).click();
    await page
      .getByRole('row', { name: /pushed/ })
      .first()
      .waitFor();
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await page.getByRole('link', { name: 'Repositories' }).click();
    await page.waitForURL('**/repositories');
  });

  it('leads past its head with its first link, on the page where the person is', async () => {
    const here = page.url();
    await page.getByRole('link', { name: 'To the content' }).press('Enter');
    await page.waitForFunction(`document.activeElement.id === 'main'`);
    expect(page.url()).to.equal(here);
  });

  it('shows the files of a repository, with real sizes and the commit that changed each last', async () => {
    await page.getByRole('link', { name: 'Sentiment models' }).click();
    await page.getByRole('row', { name: /weights\/ .*3\.4 MB.*Train for longer/ }).waitFor();
    await page.getByRole('heading', { name: 'Sentiment models', level: 3 }).waitFor();
    // HTML of a README stays text.
    expect(await page.locator('.markdown').textContent()).to.contain("<script>alert('not run')</script>");
    await lookAt('files');
  });

  it('shows the names of what is found in a page that the browser has translated', async () => {
    // As translators do it: each text goes, and an element of theirs comes in its place.
    await page.evaluate(`for (const name of document.querySelectorAll('.file-name a')) {
      const translated = document.createElement('font');
      translated.append('translated');
      name.firstChild.replaceWith(translated);
    }`);
    await page.getByLabel('Find in this folder').fill('weights');
    await page.getByRole('link', { name: 'weights/' }).waitFor();
    await page.getByLabel('Find in this folder').fill('');
    await page.getByRole('row', { name: 'src/' }).waitFor();
  });

  it('keeps a date apart from a name that is written from right to left', async () => {
    const pieces = await page.evaluate(`(() => {
      const date = document.querySelector('.last-commit time');
      date.parentElement.firstChild.data = 'שרה כהן';
      return date.getClientRects().length;
    })()`);
    expect(pieces, 'pieces of the date').to.equal(1);
  });

  it('keeps rows and nodes as far apart as the letters of the browser are large', async () => {
    await page.evaluate(`document.documentElement.style.fontSize = '32px'`);
    await page.getByRole('link', { name: 'Lineage' }).click();
    await page.getByRole('link', { name: /^base\.bin ?Artifact, 2\.6 MB/ }).waitFor();
    const sticksOut = await page.evaluate(`[...document.querySelectorAll('.graph-node')].some((node) => {
      const box = node.querySelector('rect').getBoundingClientRect();
      return [...node.querySelectorAll('text')].some((text) => text.getBoundingClientRect().width > box.width);
    })`);
    expect(sticksOut, 'text wider than its node').to.equal(false);
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    await page.getByRole('link', { name: 'weights/', exact: true }).waitFor();
    const overlap = await page.evaluate(`(() => {
      const [one, other] = document.querySelectorAll('.file-space .file-row');
      return one.getBoundingClientRect().bottom - other.getBoundingClientRect().top;
    })()`);
    expect(overlap, 'of two rows').to.be.below(1);
    await page.evaluate(`document.documentElement.style.fontSize = ''`);
    await page.reload();
  });

  it('shows a folder at another ref', async () => {
    await page.getByLabel('Branch or release').focus();
    await page.getByLabel('Branch or release').selectOption('v1.0');
    await page
      .getByRole('link', { name: /Begin with the first model/ })
      .first()
      .waitFor();
    expect(await page.evaluate('document.activeElement.tagName'), 'what has the focus').to.equal('SELECT');
    await page.getByRole('link', { name: 'weights/' }).click();
    await page.getByRole('row', { name: /base\.bin.*2\.3 MB.*Begin with the first model/ }).waitFor();
    expect(page.url()).to.contain('ref=v1.0').and.contain('path=weights');
    await lookAt('folder');
  });

  it('shows which commit of a row has the focus', async () => {
    const commit = page.getByRole('row', { name: /base\.bin/ }).getByRole('link', { name: /Begin with the first model/ });
    await page.getByRole('link', { name: 'base.bin' }).focus();
    await page.keyboard.press('Tab');
    const outside = `(({ outlineWidth, outlineOffset }) => parseFloat(outlineWidth) + parseFloat(outlineOffset))(getComputedStyle(document.activeElement))`;
    expect(await commit.evaluate('document.activeElement.textContent')).to.equal('Begin with the first model');
    expect(await page.evaluate(outside), 'what its cell would cut off').to.equal(0);
  });

  it('finds as one types', async () => {
    await page.getByLabel('Find in this folder').fill('nothing like it');
    await page.getByText('Nothing here has this in its name').waitFor();
    await page.getByLabel('Find in this folder').fill('BASE');
    await page.getByRole('link', { name: 'base.bin' }).waitFor();
  });

  it('forgets what was looked for when another folder is opened', async () => {
    await page.goBack();
    await page.getByRole('link', { name: 'weights/' }).waitFor();
    expect(await page.getByLabel('Find in this folder').inputValue()).to.equal('');
    await page.goForward();
  });

  it('shows an object with its facts, its history and commands to paste', async () => {
    await page.getByRole('link', { name: 'base.bin' }).click();
    await page.getByRole('heading', { name: 'Get this file' }).waitFor();
    await page.getByText('git lfs pull --include=weights/base.bin').waitFor();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await lookAt('file');
  });

  it('says that the history of a file cannot be had, and fetches it when it is asked again', async () => {
    const answer = { error: { code: 'forbidden', message: 'Not now.', request_id: 'r1' } };
    await page.route('**/file/history?*', (route) => route.fulfill({ status: 403, json: answer }));
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'Not now.' }).waitFor();
    await page.unroute('**/file/history?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
  });

  it('downloads what was pushed', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download' }).click()]);
    // A page has no say in how a file of another origin is called: the signed URL has.
    expect(download.suggestedFilename()).to.equal('base.bin');
    expect(await readFile(await download.path())).to.have.length(2_300_000);
    expect(await download.failure()).to.equal(null);
  });

  it('previews images', async () => {
    await page.goto(fileUrl('docs/accuracy.png'));
    const image = page.getByRole('img', { name: 'accuracy.png' });
    await image.waitFor();
    await waitUntil(
      'the image is drawn',
      async () => (await page.evaluate(`document.querySelector('img').naturalWidth`)) === 480,
    );
    await lookAt('image');
  });

  it('previews tables and the tensors of a file', async () => {
    await page.goto(fileUrl('data/reviews.csv'));
    await page.getByRole('row', { name: '198 3 review number 198' }).waitFor();
    await page.getByText('Shown: the first 200 rows.').waitFor();
    await lookAt('table');
    await page.emulateMedia({ media: 'print' });
    const left = `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.preview'))`;
    expect(await page.evaluate(left), 'not on paper').to.equal(0);
    await page.emulateMedia({ media: null });
    await page.goto(fileUrl('weights/tiny.safetensors'));
    await page.getByRole('row', { name: 'embed.weight F32 512 × 64 32,768' }).waitFor();
    await page.getByText('2 tensors, 32,773 parameters').waitFor();
    await lookAt('tensors');
  });

  it('colours program text, element by element', async () => {
    await page.goto(fileUrl('src/train.py'));
    await page.locator('.hljs-keyword', { hasText: 'import' }).first().waitFor();
    expect(await page.locator('pre.code').textContent()).to.contain('argparse.ArgumentParser(description=__doc__)');
    await lookAt('text');
  });

  it('previews Parquet and GGUF by the ranges that their readers need', async () => {
    await page.goto(fileUrl('data/reviews.parquet'));
    await page.getByText('120 rows in 1 row group, compressed: gzip, snappy').waitFor();
    await page.getByRole('row', { name: '99 4 review number 9 2026-01-16T00:00:00.000Z' }).waitFor();
    await lookAt('parquet');
    await page.goto(fileUrl('models/tiny.gguf'));
    await page.getByRole('row', { name: 'token_embd.weight F32 32 × 64 2,048' }).waitFor();
    await page.getByText('2 tensors, 2,112 parameters').waitFor();
    await page.getByText('of metadata').click();
    await page.getByText('Tiny sentiment').waitFor();
    await lookAt('gguf');
  });

  it('says of Parquet that it is damaged', async () => {
    await page.goto(fileUrl('data/damaged.parquet'));
    await page.getByText('The footer of this file is damaged').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).to.equal(0);
  });

  it('shows Markdown with its signs, and lists that begin elsewhere than at 1', async () => {
    await page.goto(fileUrl('docs/guide.md'));
    await page.getByText('Read the README first – &ndash; stays as it is.').waitFor();
    expect(await page.locator('.markdown ol').getAttribute('start')).to.equal('5');
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoSidewaysScroll(page, 'Markdown with a long word');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('has room for the longest name', async () => {
    await page.goto(fileUrl(longName));
    await page.getByRole('heading', { name: 'Get this file' }).waitFor();
    await expectNoSidewaysScroll(page, 'long name');
  });

  it('says in the title of the window what is shown of what', async () => {
    // The browser draws the page first.
    const waitForTitle = (title: string): Promise<void> =>
      waitUntil(`the title is ${title}`, async () => (await page.title()) === title);
    await page.goto(fileUrl('docs/guide.md'));
    await page.getByRole('heading', { name: 'Get this file' }).waitFor();
    await waitForTitle('guide.md · Sentiment models · svc');
    await page.getByRole('link', { name: 'Releases' }).click();
    await page.getByRole('link', { name: 'v1.0' }).click();
    await page.getByRole('heading', { name: 'v1.0' }).waitFor();
    await waitForTitle('v1.0 · Sentiment models · svc');
    await page.getByRole('link', { name: 'Acme' }).click();
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByLabel('Invite by e-mail').waitFor();
    await waitForTitle('Members · Acme · svc');
  });

  it('has the keyboard go on with what has come where a page is left by a link in it', async () => {
    await page.getByRole('link', { name: 'Repositories' }).click();
    await page.getByRole('link', { name: 'Sentiment models' }).press('Enter');
    await page.getByRole('link', { name: 'weights/', exact: true }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).to.equal('main');
    await page.getByRole('link', { name: 'weights/', exact: true }).press('Enter');
    await page.getByRole('link', { name: 'base.bin' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).to.equal('main');
  });

  it('previews notebooks without their HTML', async () => {
    await page.goto(fileUrl('notebooks/explore.ipynb'));
    await page.getByRole('heading', { name: 'Explore', exact: true }).waitFor();
    await page.getByRole('img', { name: 'Output 1 of cell 3' }).waitFor();
    await page.getByText('An output of type text/html is not shown.').waitFor();
    expect(await page.locator('.cell img').count()).to.equal(1);
    await lookAt('notebook');
  });

  it('shows what came from what, as a picture and as a list', async () => {
    await page.getByRole('link', { name: 'Lineage' }).click();
    await page.getByRole('link', { name: /^base\.bin ?Artifact, 2\.6 MB/ }).waitFor();
    await page.getByRole('row', { name: /^base\.bin.*was trained on.*three epochs/ }).waitFor();
    await lookAt('lineage');
    // By the keyboard alone.
    await page.getByRole('link', { name: /^base\.bin ?Artifact, 2\.6 MB/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('up to three steps away').waitFor();
    await page.getByRole('button', { name: 'Add an edge' }).click();
    await page.getByLabel('From what: kind').selectOption('Release');
    await page.getByLabel('From what: which').fill('v1.0');
    await page.getByLabel('How', { exact: true }).selectOption('replaces');
    await lookAt('lineage-add');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('row', { name: /replaces.*v1\.0/ }).waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await lookAt('lineage-dark');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('shows commits, and what each changes', async () => {
    await page.getByRole('link', { name: 'Commits' }).click();
    await page.getByRole('link', { name: /Train for longer/ }).waitFor();
    await lookAt('commits');
    await page.getByRole('link', { name: /Train for longer/ }).click();
    await page.getByRole('row', { name: /weights\/small\.bin.*Added.*640 kB/ }).waitFor();
    await lookAt('commit');
  });

  it('compares a release with the default branch', async () => {
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('row', { name: /weights\/base\.bin.*Changed.*2\.3 MB.*2\.6 MB.*\+300 kB/ }).waitFor();
    await lookAt('compare');
    await page.getByRole('button', { name: 'Compare the images' }).click();
    await page.getByRole('img', { name: 'docs/accuracy.png, after' }).waitFor();
    await page.getByLabel('How much of the new docs/accuracy.png is shown').fill('70');
    await lookAt('image-swipe');
    await page.getByRole('button', { name: 'Compare the images' }).click();
    await page.getByRole('button', { name: 'Compare the tensors' }).click();
    await page.getByRole('row', { name: 'head.bias Changed F32 5 20 bytes', exact: true }).waitFor();
    await lookAt('tensor-changes');
  });

  it('shows releases, and has their notes written', async () => {
    await page.getByRole('link', { name: 'Releases' }).click();
    await page.getByRole('link', { name: 'v1.0' }).click();
    await page.getByText('The first model that is worth using').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Notes', { exact: true }).last().fill('Better than **nothing**.');
    await page.getByRole('button', { name: 'Save notes' }).click();
    await page.getByText('Better than nothing.').waitFor();
    await lookAt('release');
  });

  it('shows what is stored, removes an object and restores it', async () => {
    await page.getByRole('link', { name: 'Storage' }).click();
    await page.getByRole('row', { name: /2\.6 MB/ }).waitFor();
    await page.getByRole('heading', { name: 'By folder' }).waitFor();
    await lookAt('storage');
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoSidewaysScroll(page, 'storage');
    await page.setViewportSize({ width: 1280, height: 800 });
    const row = page.getByRole('row', { name: /640 kB/ });
    await row.getByRole('button', { name: 'Remove' }).click();
    await row.getByRole('button', { name: 'Remove' }).click();
    // A branch has it.
    await page.getByRole('button', { name: 'Remove it all the same' }).click();
    await page.getByRole('heading', { name: 'Removed objects' }).waitFor();
    await lookAt('storage-removed');
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('heading', { name: 'Removed objects' }).waitFor({ state: 'detached' });
  });

  it('says why an object is there', async () => {
    await page
      .getByRole('row', { name: /2\.6 MB/ })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { name: 'Why it is here' }).waitFor();
    await page.getByRole('link', { name: 'main' }).waitFor();
    await lookAt('object');
  });

  it('takes snapshots', async () => {
    await page.getByRole('link', { name: 'Snapshots' }).click();
    await page.getByRole('heading', { name: 'No snapshot yet' }).waitFor();
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.getByLabel('Name of the snapshot').fill('before the rewrite');
    await page.getByRole('button', { name: 'Take snapshot' }).click();
    await page.getByRole('row', { name: /before the rewrite/ }).waitFor();
    await lookAt('snapshots');
    await page.getByRole('link', { name: 'before the rewrite' }).click();
    await page.getByRole('row', { name: /weights\/base\.bin.*2\.6 MB/ }).waitFor();
    await lookAt('snapshot');
  });

  it('shows who did what, and lets people in to one repository', async () => {
    await page.getByRole('link', { name: 'Activity' }).click();
    await page
      .getByRole('row', { name: /pushed \d+ new objects/ })
      .first()
      .waitFor();
    await lookAt('activity');
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { name: 'Nobody has a level of their own' }).waitFor();
    await page.getByLabel('Invite by e-mail').fill('hedy@example.org');
    await page.getByLabel('Level').selectOption('WRITE');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const link = (await page.getByLabel('Send this link to the person.', { exact: true }).textContent()) ?? '';
    await page.getByRole('row', { name: /hedy@example\.org WRITE/ }).waitFor();
    await lookAt('people-invited');
    const other = await browser.newVisitor();
    await signIn(other.page, scene.url, await scene.world.addUser('hedy@example.org'), link);
    await other.page.getByRole('button', { name: 'Accept the invitation' }).click();
    await other.page.getByRole('heading', { name: 'Sentiment models' }).first().waitFor();
    await other.close();
    await page.reload();
    const changed = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/members'));
    await page.getByLabel(/^Level of hedy/).selectOption('READ');
    expect((await changed).status()).to.equal(200);
    await waitUntil('the level is changed', async () => (await page.getByLabel(/^Level of hedy/).inputValue()) === 'READ');
    await lookAt('people');
  });

  it('says what to do where nothing is yet', async () => {
    await page.goto(`${scene.url}/organizations/acme`);
    await page.getByRole('link', { name: 'Street photos' }).click();
    await page.getByRole('heading', { name: 'No files to browse yet' }).waitFor();
    await lookAt('not-indexed');
    await page.getByRole('link', { name: 'Connect' }).click();
    await page.getByRole('heading', { name: 'With Git LFS' }).waitFor();
    await lookAt('connect');
  });

  it('marks a command that the browser does not let it copy, and says so', async () => {
    await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new DOMException('not now', 'NotAllowedError'))`);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('status').getByText('Not copied: it is marked.').waitFor();
    expect(await page.evaluate('String(getSelection())')).to.contain('git lfs install');
    expect(visitor.complaints).to.deep.equal([]);
  });

  it('finds across organizations', async () => {
    await page.getByLabel('Search', { exact: true }).fill('senti');
    await page.getByLabel('Search', { exact: true }).press('Enter');
    await page.getByRole('link', { name: 'Sentiment models' }).waitFor();
    await lookAt('search');
  });

  it('says alike of ids that nothing has and of ids that are none', async () => {
    const repository = `repositories/${scene.clone.repository.id}`;
    const lookedFor = ['organizations/nope', 'organizations/Acme', 'repositories/nope', `${repository}/object/xyz`];
    const below = ['files?path=a//b', 'file?path=a//b', 'lineage?kind=artifact&id=xyz'].map((path) => `${repository}/${path}`);
    for (const path of [...lookedFor, ...below]) {
      await page.goto(`${scene.url}/${path}`);
      await page.getByRole('alert').getByText('Not found: nothing that').waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count()).to.equal(0);
    }
  });

  it('says of an address that is none that there is no such page', async () => {
    await page.goto(`${scene.url}/repositories/%E0%A4%A/files`);
    await page.getByText('There is no such page.').waitFor();
    expect(visitor.complaints).to.deep.equal([]);
  });

  it('is dark where the person wants it dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${scene.url}/repositories/${scene.clone.repository.id}/files`);
    await page.getByRole('link', { name: 'weights/', exact: true }).waitFor();
    await lookAt('files-dark');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('stays signed in with another credential when what was asked with the one before is refused', async () => {
    const other = await scene.world.createToken();
    await page.getByRole('link', { name: 'Organizations' }).first().click();
    await page.getByRole('button', { name: 'New organization' }).click();
    await page.getByLabel('Name of the organization').fill('Too late');
    let refuse = (): void => undefined;
    const refused = new Promise<void>((resolve) => (refuse = resolve));
    const isMaking = (path: string): boolean => path.endsWith('/api/v1/organizations');
    await page.route(
      ({ pathname }) => isMaking(pathname),
      async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await refused;
        return route.fulfill({ status: 401, json: { error: { code: 'unauthorized', message: 'Gone.', request_id: 'r2' } } });
      },
    );
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Credential', { exact: true }).fill(other);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Organizations' }).waitFor();
    const answered = page.waitForEvent('requestfinished', (request) => request.method() === 'POST' && isMaking(request.url()));
    refuse();
    await answered;
    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByRole('heading', { name: 'Notifications' }).waitFor();
    expect(await page.evaluate('sessionStorage.length')).to.equal(1);
  });

  it('signs out, and the credential is worth nothing any more in this tab', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('sessionStorage.length')).to.equal(0);
  });
});
