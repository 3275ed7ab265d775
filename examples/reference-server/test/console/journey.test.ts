import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { signedUrls } from '../server/stack.js';
import { startBrowser, type TestBrowser, type Visitor } from './browser.js';
import { type ConsoleScene, createConsoleScene } from './console-scene.js';
import { lookAtPage } from './look-at-page.js';

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

  const lookAt = (name: string): Promise<void> => lookAtPage(visitor, name);

  it('lets nobody in by a wrong credential, and says so', async () => {
    await page.goto(scene.url);
    await lookAt('sign-in');
    await page.getByLabel('Credential', { exact: true }).fill('svc_ses_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
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

  it('shows the files of a repository, with real sizes and the commit that changed each last', async () => {
    await page.getByRole('link', { name: 'Sentiment models' }).click();
    await page.getByRole('row', { name: /weights\/ .*3\.4 MB.*Train for longer/ }).waitFor();
    await page.getByRole('heading', { name: 'Sentiment models', level: 3 }).waitFor();
    // HTML of a README stays text.
    expect(await page.locator('.markdown').textContent()).to.contain("<script>alert('not run')</script>");
    await lookAt('files');
  });

  it('shows a folder at another ref', async () => {
    await page.getByLabel('Branch or release').selectOption('v1.0');
    await page.getByRole('link', { name: 'weights/' }).click();
    await page.getByRole('row', { name: /base\.bin.*2\.3 MB.*Begin with the first model/ }).waitFor();
    expect(page.url()).to.contain('ref=v1.0').and.contain('path=weights');
    await lookAt('folder');
  });

  it('finds as one types', async () => {
    await page.getByLabel('Find in this folder').fill('nothing like it');
    await page.getByText('Nothing here has this in its name').waitFor();
    await page.getByLabel('Find in this folder').fill('BASE');
    await page.getByRole('link', { name: 'base.bin' }).waitFor();
  });

  it('shows an object with its facts, its history and commands to paste', async () => {
    await page.getByRole('link', { name: 'base.bin' }).click();
    await page.getByRole('heading', { name: 'Get this file' }).waitFor();
    await page.getByText('git lfs pull --include=weights/base.bin').waitFor();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await lookAt('file');
  });

  it('downloads what was pushed', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download' }).click()]);
    // A page has no say in how a file of another origin is called.
    expect(download.suggestedFilename()).to.match(signedUrls === 'own' ? /^base\.bin$/ : /^[0-9a-f]{64}/);
    expect(await readFile(await download.path())).to.have.length(2_300_000);
    expect(await download.failure()).to.equal(null);
  });

  it('previews text, Markdown and images', async () => {
    await page.goto(`${scene.url}/repositories/${scene.clone.repository.id}/file?path=src/train.py`);
    await page.getByText('argparse.ArgumentParser').waitFor();
    await lookAt('text');
    await page.goto(`${scene.url}/repositories/${scene.clone.repository.id}/file?path=docs/accuracy.png`);
    const image = page.getByRole('img', { name: 'accuracy.png' });
    await image.waitFor();
    await waitUntil(
      'the image is drawn',
      async () => (await page.evaluate(`document.querySelector('img').naturalWidth`)) === 480,
    );
    await lookAt('image');
  });

  it('previews tables and the tensors of a file', async () => {
    await page.goto(`${scene.url}/repositories/${scene.clone.repository.id}/file?path=data/reviews.csv`);
    await page.getByRole('row', { name: '198 3 review number 198' }).waitFor();
    await lookAt('table');
    await page.goto(`${scene.url}/repositories/${scene.clone.repository.id}/file?path=weights/tiny.safetensors`);
    await page.getByRole('row', { name: 'embed.weight F32 512 × 64 32,768' }).waitFor();
    await page.getByText('2 tensors, 32,773 parameters').waitFor();
    await lookAt('tensors');
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
    await lookAt('storage');
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

  it('finds across organizations', async () => {
    await page.getByLabel('Search', { exact: true }).fill('senti');
    await page.getByLabel('Search', { exact: true }).press('Enter');
    await page.getByRole('link', { name: 'Sentiment models' }).waitFor();
    await lookAt('search');
  });

  it('is dark where the person wants it dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${scene.url}/repositories/${scene.clone.repository.id}/files`);
    await page.getByRole('link', { name: 'weights/', exact: true }).waitFor();
    await lookAt('files-dark');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('signs out, and the credential is worth nothing any more in this tab', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate('sessionStorage.length')).to.equal(0);
  });
});
