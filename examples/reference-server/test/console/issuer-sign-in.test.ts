import { freePort } from '@svc/test-services/free-port';
import { expect } from 'chai';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import Provider from 'oidc-provider';
import { startServerWithPages, type TestServer } from '../server/start-server.js';
import { startBrowser, type TestBrowser } from './browser.js';
import { denyStorage } from './deny-storage.js';

/** An issuer with pages of its own, on which people say who they are and agree: what oidc-provider has for development. */
const startIssuer = async (port: number, redirectUri: string): Promise<Server> => {
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [
      {
        client_id: 'svc-console',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    clientBasedCORS: () => true,
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.org`, email_verified: true, name: id }),
    }),
  });
  const server = createServer((request, response) => void provider.callback()(request, response));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
};

describe('sign-in to the console at an issuer', () => {
  let server: TestServer;
  let issuer: Server;
  let browser: TestBrowser;
  before(async () => {
    const port = await freePort();
    server = await startServerWithPages({
      environment: {
        OIDC_ISSUER: `http://127.0.0.1:${port}`,
        OIDC_AUDIENCE: 'svc-console',
        OIDC_CONSOLE_CLIENT_ID: 'svc-console',
      },
    });
    issuer = await startIssuer(port, `${server.baseUrl}/signed-in`);
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await server.close();
    issuer.closeAllConnections();
    await new Promise((resolve) => issuer.close(resolve));
  });

  it('goes there and comes back to the page that was asked for, with a session of the service', async () => {
    const { page, complaints } = await browser.newVisitor();
    await page.goto(`${server.baseUrl}/account`);
    await page.getByRole('button', { name: /^Sign in with/ }).click();
    await page.getByPlaceholder('Enter any login').fill('ada');
    await page.getByPlaceholder('and password').fill('secret');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('ada@example.org').waitFor();
    expect(new URL(page.url()).pathname).to.equal('/account');
    expect(await page.evaluate('sessionStorage.getItem("svc-credential")')).to.match(/^svc_ses_/);
    expect(await page.evaluate('sessionStorage.getItem("svc-sign-in")')).to.equal(null);
    expect(complaints).to.deep.equal([]);
  });

  it('takes no answer that this tab has not asked for, and says so', async () => {
    const { page } = await browser.newVisitor();
    await page.goto(`${server.baseUrl}/signed-in?code=stolen&state=guessed`);
    await page.getByRole('alert').getByText('This sign-in was not begun in this tab, or it is over. Sign in again.').waitFor();
    expect(await page.evaluate('sessionStorage.length')).to.equal(0);
  });

  it('goes there from a page of plain http, for which browsers have no Web Crypto', async () => {
    const { page } = await browser.newVisitor();
    await page.addInitScript(`Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })`);
    await page.goto(server.baseUrl);
    await page.getByRole('button', { name: /^Sign in with/ }).click();
    await page.getByPlaceholder('Enter any login').waitFor();
  });

  it('says of a browser that keeps nothing for the page what it takes', async () => {
    const { page } = await browser.newVisitor();
    await denyStorage(page);
    await page.goto(server.baseUrl);
    await page.getByRole('button', { name: /^Sign in with/ }).click();
    await page.getByRole('alert').getByText('This browser keeps nothing for the page').waitFor();
  });
});
