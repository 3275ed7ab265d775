import { expect } from 'chai';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { axeFindings, type Visitor } from './browser.js';

/** Where pictures of the pages go: `SVC_CONSOLE_PICTURES=docs/console` makes those of the documentation anew. */
const pictures = process.env['SVC_CONSOLE_PICTURES'];

/** A page is no wider than the screen: what is wider scrolls in its own place. */
export const expectNoSidewaysScroll = async (page: Page, name: string): Promise<void> => {
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), `${name}, sideways`).to.equal(0);
};

/** What every page has to be: complete, no wider than the screen, without findings of axe-core and without complaints of the browser. */
export const lookAtPage = async ({ page, complaints }: Visitor, name: string): Promise<void> => {
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  if (pictures !== undefined) {
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  }
  await expectNoSidewaysScroll(page, name);
  expect(await axeFindings(page), name).to.deep.equal([]);
  expect(complaints, name).to.deep.equal([]);
};
