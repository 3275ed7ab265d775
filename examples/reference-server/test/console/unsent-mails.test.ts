import { createLfsWorldWithPages, type LfsWorld } from '../git-lfs/lfs-world.js';
import { startBrowser, type TestBrowser, type Visitor } from './browser.js';
import { signIn } from './sign-in.js';

describe('the console of a server whose mail server is away', () => {
  let world: LfsWorld;
  let browser: TestBrowser;
  let visitor: Visitor;
  before(async () => {
    browser = await startBrowser();
    // Nothing listens there.
    const mails = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'svc@example.org' };
    world = await createLfsWorldWithPages({ BASE_URL: '', DEFAULT_PLAN: 'business', ...mails });
    visitor = await browser.newVisitor();
    await signIn(visitor.page, world.server.baseUrl, world.owner);
  });
  after(async () => {
    await browser.close();
    await world.close();
  });

  const invite = async (email: string): Promise<void> => {
    const { page } = visitor;
    await page.getByLabel('Invite by e-mail').fill(email);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('alert').getByText(`No mail was sent to ${email}.`).waitFor();
  };

  it('says that an invitation went without a mail, until its link is made', async () => {
    const { page } = visitor;
    await page.goto(`${world.server.baseUrl}/organizations/acme/members`);
    await invite('grace@example.org');
    await page
      .getByRole('row', { name: /grace@example\.org/ })
      .getByRole('button', { name: 'New link' })
      .click();
    await page.getByLabel('Send this link to the person.', { exact: true }).waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('says so of one to a repository, until it is taken back', async () => {
    const { page } = visitor;
    const { id } = await world.createRepository('Models');
    await page.goto(`${world.server.baseUrl}/repositories/${id}/people`);
    await invite('ada@example.org');
    const row = page.getByRole('row', { name: /ada@example\.org/ });
    await row.getByRole('button', { name: 'Take back' }).click();
    await row.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
});
