import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { startServerWithPages, type TestServer } from '../server/start-server.js';
import { startBrowser, type TestBrowser } from './browser.js';

const described: unknown = JSON.parse(readFileSync(new URL('../../../../docs/http/openapi.json', import.meta.url), 'utf8'));

describe('the page of the HTTP API', () => {
  let server: TestServer;
  let browser: TestBrowser;
  before(async () => {
    server = await startServerWithPages({ adminToken: false });
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  it('shows every operation under its policy, of files of the server alone, and finds one by a word', async () => {
    const { page, complaints, close } = await browser.newVisitor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${server.baseUrl}/docs`);
    await page.getByRole('heading', { name: 'svc (1)' }).waitFor();
    await page.getByRole('heading', { name: 'Create an organization and become its OWNER' }).first().waitFor();
    const size = await page.evaluate(`parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)`);
    expect(size, 'the heading has the style of Redoc').to.be.above(20);
    await page.getByPlaceholder('Search...').fill('readyz');
    await page.locator('[data-role="search:results"]').getByText('database and storage answer').first().waitFor();
    expect(complaints).to.deep.equal([]);
    const foreign = asked.filter((url) => !url.startsWith(`${server.baseUrl}/`) && !url.startsWith('blob:'));
    expect(foreign).to.deep.equal([]);
    await close();
  });

  it('has the OpenAPI document beside it, as it is in this repository', async () => {
    const text = await (await fetch(`${server.baseUrl}/docs`)).text();
    const [, path = ''] = /data-description="\.\/(docs\/openapi-\w+\.json)"/.exec(text) ?? [];
    const answer = await fetch(`${server.baseUrl}/${path}`);
    expect(answer.headers.get('content-type')).to.equal('application/json');
    expect(await answer.json()).to.deep.equal(described);
  });

  it('says that it has no icon: a browser would look for one elsewhere, where its policy lets it fetch none', async () => {
    const text = await (await fetch(`${server.baseUrl}/docs`)).text();
    expect(text).to.contain('<link rel="icon" href="data:," />');
  });
});
